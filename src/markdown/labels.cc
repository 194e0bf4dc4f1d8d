#include "labels.h"

#include <algorithm>
#include <array>

#include "../text/ascii.h"
#include "../text/utf8.h"

namespace absolve::markdown {
namespace {

struct Folding {
  char32_t from;
  std::string_view to;
};

// clang-format off
constexpr auto foldings = std::to_array<Folding>({
#include "case_foldings.inc"
});
// clang-format on
static_assert(std::ranges::is_sorted(foldings, {}, &Folding::from));

void append_folded(std::string& out, std::string_view character) {
  const char32_t c = code_point_at(character, 0, character.size());
  const auto found = std::ranges::lower_bound(foldings, c, {}, &Folding::from);
  out += found != foldings.end() && found->from == c ? found->to : character;
}

}  // namespace

std::string folded_label(std::string_view label) {
  std::string result;
  for (std::size_t at = 0; at < label.size();) {
    const char c = label[at];
    const std::size_t size = is_ascii(c) ? 1 : character_size(label, at);
    if (is_space(c) || c == '\v') {
      if (!result.empty() && result.back() != ' ') result += ' ';
    } else if (size > 1) {
      append_folded(result, label.substr(at, size));
    } else {
      result += to_lower(c);
    }
    at += std::max<std::size_t>(size, 1);
  }
  if (result.ends_with(' ')) result.pop_back();
  return result;
}

}  // namespace absolve::markdown
