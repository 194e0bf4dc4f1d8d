// Style sheets: how fast they are gone over.

#include <benchmark/benchmark.h>

#include <string>

#include "../../src/css/finder.h"
#include "../support/plain_request.h"
#include "common.h"

namespace {

using namespace absolve;
using namespace absolve::bench;

constexpr std::size_t sheet_size = std::size_t{10} << 20;

/// Rules as minified sheets have them: few of them hold a URL.
constexpr Bomb few_urls = {
    "few_urls", "@charset \"utf-8\";@import url(\"base.css\");",
    ".card-#{display:flex;flex-direction:column;padding:.75rem 1.25rem;margin-bottom:0;color:#212529;"
    "background-color:rgba(0,0,0,.03);border-bottom:1px solid rgba(0,0,0,.125)}"
    ".card-header-tabs>.nav-link.active:not(:disabled):hover,.btn-outline:focus{border-color:#80bdff;outline:0;"
    "box-shadow:0 0 0 .2rem rgba(0,123,255,.25);width:calc(100% - 2*var(--gutter))}"
    "@media (min-width:768px){.col-md-6{-ms-flex:0 0 50%;flex:0 0 50%;max-width:50%}.d-md-none{display:none!important}}"
    "/* generated: do not edit */h1,h2,.lead{font-family:\"Helvetica Neue\",Arial,sans-serif;line-height:1.5}"
    ".icon:before{content:\"\\f101\";transition:color .15s ease-in-out,background-color .15s ease-in-out}"
    ".table-striped tbody tr:nth-of-type(odd),.list-group-item+.list-group-item{border-top-width:0;font-weight:400}"
    ".modal-dialog-scrollable .modal-content{max-height:calc(100vh - 3.5rem);overflow:hidden;text-align:inherit}"
    ".text-truncate{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;vertical-align:middle;cursor:pointer}"
    ".carousel-fade .carousel-item{opacity:0;transition-property:opacity;-webkit-transform:none;transform:none}"
    ".hero{background:#fff url(img/hero.jpg) no-repeat 50%/cover;min-height:30rem;align-items:center}",
    ""};

/// Icons, each from a file of its own.
constexpr Bomb many_urls = {
    "many_urls", "", ".icon-#{background-image:url(../img/icons/#.svg);width:16px;height:16px;margin:0 .25em 0 0}", ""};

/// Pictures in the sheet itself.
constexpr Bomb data_urls = {
    "data_urls", "",
    ".icon-#{background:url(\"data:image/svg+xml;charset=utf8,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 "
    "viewBox=%270 0 8 8%27%3E%3Cpath fill=%27%23fff%27 d=%27M6.564.75l-3.59 3.612-1.538-1.55L0 4.26l2.974 "
    "2.99L8 2.193z%27/%3E%3C/svg%3E\") no-repeat}"
    ".dot-#{background:url(data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GI"
    "AXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==)}",
    ""};

void css_find(benchmark::State& state, const Bomb& kind) {
  const std::string sheet = grown(kind, sheet_size);
  for (auto _ : state) benchmark::DoNotOptimize(css::find(sheet, test::plain_request()));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(sheet.size()));
}
BENCHMARK_CAPTURE(css_find, few_urls, few_urls)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(css_find, many_urls, many_urls)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(css_find, data_urls, data_urls)->Unit(benchmark::kMillisecond);

}  // namespace
