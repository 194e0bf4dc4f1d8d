// References that are ended by delimiters of the text around, which can't be escaped:
//
//     srcset-url           a.png 1x, b.png 2x     up to white space; without commas at its ends
//     token                /p1 /p2                up to white space
//     between-commas       a.jar, b.jar           up to a comma
//     between-semicolons   a.png; b.png           up to a semicolon
//     refresh-*            5; url='x.html'        up to the quote, or to the end
//
// A new text is written as it is, or refused: then its link is kept, with the reason `value`.

#include <algorithm>
#include <array>

#include "../text/ascii.h"
#include "rows.h"
#include "verbatim.h"

namespace absolve::codec {
namespace {

constexpr bool is_comma(char c) noexcept { return c == ','; }
constexpr bool is_semicolon(char c) noexcept { return c == ';'; }
constexpr bool is_quotation_mark(char c) noexcept { return c == '"'; }
constexpr bool is_apostrophe(char c) noexcept { return c == '\''; }
constexpr bool is_space_or_quote(char c) noexcept { return is_space(c) || is_quote(c); }
constexpr bool never(char) noexcept { return false; }

/// What a reference can't hold: anywhere, as its first byte, as its last byte. In the order of Coding.
struct Limits {
  Coding coding;
  bool (*anywhere)(char) noexcept;
  bool (*first)(char) noexcept = never;
  bool (*last)(char) noexcept = never;
};

constexpr auto limits = std::to_array<Limits>({
    {Coding::srcset_url, is_space, is_comma, is_comma},
    {Coding::token, is_space},
    {Coding::between_commas, is_comma, is_space, is_space},
    {Coding::between_semicolons, is_semicolon, is_space, is_space},
    {Coding::refresh_quotation_mark, is_quotation_mark, is_space, is_space},
    {Coding::refresh_apostrophe, is_apostrophe, is_space, is_space},
    {Coding::refresh_url, never, is_space_or_quote, is_space},
});

constexpr std::size_t index_of(Coding coding) noexcept {
  return static_cast<std::size_t>(coding) - static_cast<std::size_t>(Coding::srcset_url);
}

constexpr bool are_limits_in_order() {
  for (std::size_t i = 0; i < limits.size(); ++i) {
    if (index_of(limits[i].coding) != i) return false;
  }
  return limits.size() == index_of(Coding::comment);
}
static_assert(are_limits_in_order());

/// A reference among others, or after other text. It is never empty, as an empty one would not be recognized. Whether
/// an edit can be held depends only on the new text and the bytes next to it. So texts may be long, and edits that can
/// be held one by one can be held together, whatever is between them.
class Delimited final : public Verbatim {
 public:
  Delimited(const Limits& row, std::string_view outer) noexcept : Verbatim(outer), row_(row) {}

  [[nodiscard]] bool can_hold(const Edit& edit) const override {
    const bool at_begin = edit.offset == 0;
    const bool at_end = edit.offset + edit.length == text_.size();
    if (row_.coding == Coding::refresh_url && makes_url_sign(edit)) return false;
    if (edit.text.empty()) return edit.length == 0 || (!at_begin && !at_end);
    return std::ranges::none_of(edit.text, row_.anywhere) && !(at_begin && row_.first(edit.text.front())) &&
           !(at_end && row_.last(edit.text.back()));
  }

 private:
  /// Whether the text would begin like the `url=` before a reference (HTML standard, shared declarative refresh steps).
  [[nodiscard]] bool makes_url_sign(const Edit& edit) const noexcept {
    const auto edited = [&](std::size_t at) {
      if (at < edit.offset) return text_[at];
      at -= edit.offset;
      if (at < edit.text.size()) return edit.text[at];
      at += edit.offset + edit.length - edit.text.size();
      return at < text_.size() ? text_[at] : '\0';
    };
    if (to_lower(edited(0)) != 'u' || to_lower(edited(1)) != 'r' || to_lower(edited(2)) != 'l') return false;
    std::size_t at = 3;
    while (is_space(edited(at))) ++at;
    return edited(at) == '=';
  }

  const Limits& row_;
};

}  // namespace

std::unique_ptr<Codec> open_delimited(Coding coding, std::string_view outer, const DecodeContext&) {
  return std::make_unique<Delimited>(limits[index_of(coding)], outer);
}

}  // namespace absolve::codec
