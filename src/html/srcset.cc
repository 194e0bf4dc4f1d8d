#include "srcset.h"

#include "../text/ascii.h"

namespace absolve::html {
namespace {

/// The offset after the descriptors that start at `at`: at the comma that ends them, or at the end.
std::size_t after_descriptors(std::string_view text, std::size_t at) noexcept {
  for (bool in_parentheses = false; at < text.size() && (in_parentheses || text[at] != ','); ++at) {
    if (text[at] == '(') in_parentheses = true;
    if (text[at] == ')') in_parentheses = false;
  }
  return at;
}

}  // namespace

Finding find_in_srcset(std::string_view text, const Request&) {
  Finding finding;
  for (std::size_t at = 0;;) {
    while (at < text.size() && (is_space(text[at]) || text[at] == ',')) ++at;
    if (at == text.size()) return finding;
    const std::size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    std::size_t end = at;
    while (end > begin && text[end - 1] == ',') --end;
    finding.values.push_back(Value{.begin = begin, .end = end, .coding = codec::Coding::srcset_url});
    if (end == at) at = after_descriptors(text, at);
  }
}

}  // namespace absolve::html
