#include "finder.h"

#include <algorithm>

#include "../text/utf8.h"

namespace absolve::uris {
namespace {

constexpr Rule line_rule{.element = "", .attribute = ""};

}  // namespace

Finding find(std::string_view text, const Request& request) {
  Finding finding;
  const bool is_marked = !request.options.continues && text.starts_with(byte_order_mark);
  for (std::size_t begin = is_marked ? byte_order_mark.size() : 0; begin < text.size();) {
    const std::size_t newline = std::min(text.find('\n', begin), text.size());
    const bool carriage_return = newline > begin && newline < text.size() && text[newline - 1] == '\r';
    finding.values.push_back(Value{
        .begin = begin,
        .end = carriage_return ? newline - 1 : newline,
        .element = begin,
        .rule = &line_rule,
    });
    begin = newline + 1;
  }
  return finding;
}

}  // namespace absolve::uris
