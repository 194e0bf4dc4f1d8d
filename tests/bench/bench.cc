#include <benchmark/benchmark.h>
#include <gumbo.h>

#include <csetjmp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "../../src/html/arena.h"
#include "../../src/html/scan_reader.h"
#include "../../src/html/tree_reader.h"
#include "../support/given.h"
#include "../support/plain_request.h"
#include "absolve/absolve.h"
#include "common.h"

namespace {

using namespace absolve;
using namespace absolve::bench;

void load(const std::string& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    std::string page{std::istreambuf_iterator<char>(file), {}};
    const Plan plan = absolve::plan(page, {.url = page_url, .type = Type::html});
    for (const Link& link : plan.links()) {
      if (link.action == Action::rewrite) corpus().references.emplace_back(link.reference);
      if (link.action == Action::absolute) corpus().absolute.emplace_back(link.reference);
    }
    corpus().bytes += page.size();
    corpus().pages.push_back(std::move(page));
  }
}

/// Pages that break other readers: linear, whoever reads them.
constexpr Bomb bombs[] = {
    {"nested_div", "", "<div>", ""},
    {"nested_span", "", "<span>", ""},
    {"nested_svg", "", "<svg>", ""},
    {"nested_template", "", "<template>", ""},
    {"frameset_over_nesting", "", "<span>", "<frameset>"},
    {"formatting", "", "<p><b a#>", ""},
    {"attributes", "<a ", "a# ", ">"},
    {"duplicate_attributes", "<a ", "href=x ", ">"},
    {"merged_attributes", "<body><body ", "a# ", ">"},
    {"base_elements", "", "<base href=x>", ""},
    {"links", "", "<a href=x>", ""},
    {"links_unquoted_query", "", "<a href=x?a=b>", ""},
    {"character_references", "<a href='", "&amp;", "'>"},
    {"steps_up", "<a href='", "../", "'>"},
    {"unclosed_quotes", "", "<a href='", ""},
    {"unclosed_comments", "", "<!--", ""},
    {"script_escapes", "<script><!--", "<script>", ""},
    {"foreign_end_tags", "<svg>", "<g></p>", ""},
    {"foreign_nesting_closed_late", "<div>", "<svg><g>", "</div>"},
    {"svg_styles", "<svg>", "<style>", ""},
    {"angle_brackets", "", "<", ""},
    {"srcset", "<img srcset='", "x 1x, ", "'>"},
    {"srcset_escaped", "<img srcset='", "x&#32;1x&#44; ", "'>"},
    {"srcset_commas", "<img srcset='", ",", "'>"},
    {"srcset_parentheses", "<img srcset='x ", "(", "'>"},
    {"style_attributes", "", "<p style='a:url(x)'>", ""},
    {"style_attribute", "<p style='", "a:url(x);", "'>"},
    {"style_attribute_escaped", "<p style='", "a:url(&quot;\\78&quot;);", "'>"},
    {"style_image_sets", "<p style='", "image-set(", "'>"},
    {"style_escapes", "<p style='", "\\61", "('>"},
    {"srcdocs", "", "<iframe srcdoc='<a href=x>'></iframe>", ""},
    {"srcdocs_with_bases", "", "<iframe srcdoc='<base href=y#><a href=x>'></iframe>", ""},
    {"srcdoc", "<iframe srcdoc='", "<a href=x>", "'>"},
    {"srcdoc_escaped", "<iframe srcdoc='", "&lt;a href=x?y=z&gt;", "'>"},
    {"srcdocs_in_srcdoc", "<iframe srcdoc='", "<iframe srcdoc=&quot;<a href=x>&quot;></iframe>", "'>"},
    {"srcdocs_cut_off", "", "<iframe srcdoc=\"<iframe srcdoc='", ""},
    {"followed_plain", "<div><svg></div>", "<p><b>x</b> <a href=x>y</a></p>", ""},
    {"followed_nesting", "<div><svg></div>", "<div><i>", ""},
    {"followed_end_tags", "<div><svg></div><p><table><td>", "<i></p></x>", ""},
    {"followed_formatting", "<div><svg></div>", "<b a#>", ""},
    {"followed_blocks_in_formatting", "<div><svg></div>", "<b><p></b>", ""},
    {"followed_tables", "<div><svg></div>", "<table><base href=x><td>", ""},
};

void register_bombs() {
  for (const Bomb& one : bombs) register_bomb("scan", one, {{.url = page_url, .type = Type::html}});
}

/// Gumbo alone, in the same arena as the tree reader has it.
void tree_gumbo_alone(benchmark::State& state) {
  for (auto _ : state) {
    for (const std::string& page : corpus().pages) {
      html::Arena arena(html::tree_budget(page.size()));
      if (setjmp(arena.escape) != 0) std::abort();
      GumboOptions options = kGumboDefaultOptions;
      options.max_errors = 0;
      options.userdata = &arena;
      options.allocator = [](void* data, std::size_t size) { return static_cast<html::Arena*>(data)->allocate(size); };
      options.deallocator = [](void*, void*) {};
      benchmark::DoNotOptimize(gumbo_parse_with_options(&options, page.data(), page.size()));
    }
  }
  per_byte(state);
}
BENCHMARK(tree_gumbo_alone)->Unit(benchmark::kMillisecond);

void tree_find(benchmark::State& state) {
  for (auto _ : state) {
    for (const std::string& page : corpus().pages) {
      benchmark::DoNotOptimize(html::read_tree(page, html::tree_budget(page.size()), test::plain_request()));
    }
  }
  per_byte(state);
}
BENCHMARK(tree_find)->Unit(benchmark::kMillisecond);

void scan_find(benchmark::State& state) {
  for (auto _ : state) {
    for (const std::string& page : corpus().pages)
      benchmark::DoNotOptimize(html::read_scan(page, test::plain_request()));
  }
  per_byte(state);
}
BENCHMARK(scan_find)->Unit(benchmark::kMillisecond);

/// Find, resolve, splice into a buffer, which is filled again and again.
void rewrite(benchmark::State& state, HtmlReader reader) {
  const Given given = {{.url = page_url, .type = Type::html}, {.html_reader = reader}};
  std::string buffer;
  for (auto _ : state) {
    for (const std::string& page : corpus().pages) {
      absolve::plan(page, given).output(buffer);
      benchmark::DoNotOptimize(buffer);
    }
  }
  per_byte(state);
}
BENCHMARK_CAPTURE(rewrite, tree, HtmlReader::tree)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(rewrite, auto, HtmlReader::automatic) -> Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc != 2) {
    std::fprintf(stderr, "usage: absolve_bench [BENCHMARK OPTION]... FOLDER-OF-PAGES\n");
    return 2;
  }
  load(argv[1]);
  register_bombs();
  register_message_bombs();
  register_feeds();
  register_lists();
  benchmark::RunSpecifiedBenchmarks();
}
