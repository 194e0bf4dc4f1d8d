#include "fragment.h"

#include "../text/counted.h"
#include "read.h"

namespace absolve::html {
namespace {

constexpr std::string_view no_page = "a base element counts in a page alone";
constexpr Rule all{"", ""};

}  // namespace

Finding find_in_fragment(std::string_view text, const Request& request) {
  Finding finding = find(text, request);
  if (finding.base_elements.empty()) return finding;
  for (BaseElement& element : finding.base_elements) element.disqualified = no_page;
  const std::size_t count = finding.base_elements.size();
  finding.remarks.push_back({NoteCode::base_element_ignored,
                             Note::Severity::notice,
                             {counted(count, "base element stands", "base elements stand")}});
  return finding;
}

Finding find_in_base64(std::string_view text, const Request&) {
  Finding finding;
  finding.values.push_back(Value{
      .begin = 0, .end = text.size(), .rule = &all, .coding = codec::Coding::base64, .format = Format::html_fragment});
  return finding;
}

}  // namespace absolve::html
