#include "fragment.h"

#include "../markup/finder.h"
#include "read.h"

namespace absolve::html {
namespace {

constexpr Rule all{"", ""};

}  // namespace

Finding find_in_fragment(std::string_view text, const Request& request) {
  Finding finding = find(text, request);
  for (BaseElement& element : finding.base_elements) element.disqualified = markup::disqualified_outside_pages;
  markup::note_ignored_bases(finding);
  return finding;
}

Finding find_in_base64(std::string_view text, const Request&) {
  Finding finding;
  finding.values.push_back(Value{
      .begin = 0, .end = text.size(), .rule = &all, .coding = codec::Coding::base64, .format = Format::html_fragment});
  return finding;
}

}  // namespace absolve::html
