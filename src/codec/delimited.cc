#include <algorithm>
#include <array>

#include "../text/ascii.h"
#include "rows.h"

namespace absolve::codec {
namespace {

// What stands between delimiters knows no escapes: a new text that would read as one can't be held. All is told from
// the new text and the bytes beside it, so that texts may be long; and so that edits that are held one by one are held
// together, whatever stands between them.

class Delimited : public Codec {
 public:
  explicit Delimited(std::string_view outer) noexcept : Codec(outer) { text_ = outer; }

  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const override { return offset; }
  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings&) const override {
    return {edits.begin(), edits.end()};
  }
};

constexpr std::string_view white_space = " \t\n\r\f";

/// What a reference can't hold: anywhere, as its first byte, as its last.
struct Limits {
  Coding coding;
  std::string_view anywhere;
  std::string_view first = {};
  std::string_view last = {};
};

constexpr auto limits = std::to_array<Limits>({
    {Coding::srcset_url, white_space, ",", ","},
    {Coding::token, white_space},
    {Coding::between_commas, ",", white_space, white_space},
    {Coding::refresh_quotation_mark, "\"", white_space, white_space},
    {Coding::refresh_apostrophe, "'", white_space, white_space},
    {Coding::refresh_url, "", " \t\n\r\f\"'", white_space},
});

/// A reference among others, or after something else. It is never empty, or would be none.
class Reference final : public Delimited {
 public:
  Reference(const Limits& row, std::string_view outer) noexcept : Delimited(outer), row_(row) {}

  [[nodiscard]] bool can_hold(const Edit& edit) const override {
    const bool at_begin = edit.offset == 0;
    const bool at_end = edit.offset + edit.length == text_.size();
    if (row_.coding == Coding::refresh_url && makes_url_sign(edit)) return false;
    if (edit.text.empty()) return edit.length == 0 || (!at_begin && !at_end);
    return edit.text.find_first_of(row_.anywhere) == std::string_view::npos &&
           !(at_begin && holds(row_.first, edit.text.front())) && !(at_end && holds(row_.last, edit.text.back()));
  }

 private:
  static bool holds(std::string_view bytes, char c) noexcept { return bytes.find(c) != std::string_view::npos; }

  /// Whether the text would begin like the `url=` before one (HTML standard, shared declarative refresh steps).
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

/// What stands in a comment behind its `[if ...]>` (HTML standard, section 13.1.6): neither `-->` nor `--!>` may come
/// to be in it, nor the `<!` of an `<![endif]`.
///
///     <!--[if mso]> <v:fill src="x"> <![endif]-->
///                  |-----------------|
///
/// Three rules are enough. A new text holds no delimiter, and doesn't start with what one ends with, so that none ends
/// in it; nor does it end like a part of one, so that none goes on behind it; and what is cut out doesn't stand behind
/// such a part.
class Comment final : public Delimited {
 public:
  using Delimited::Delimited;

  [[nodiscard]] bool can_hold(const Edit& edit) const override {
    const auto goes_on = [](char c) { return c == '-' || c == '!' || c == '<'; };
    const std::string_view text = edit.text;
    if (text.empty()) return edit.length == 0 || edit.offset == 0 || !goes_on(text_[edit.offset - 1]);
    constexpr std::array<std::string_view, 3> delimiters = {"-->", "--!>", "<!"};
    constexpr std::array<std::string_view, 4> ends = {"!", ">", "->", "-!>"};
    const auto holds = [&](std::string_view one) { return text.find(one) != std::string_view::npos; };
    const auto starts_with = [&](std::string_view one) { return text.starts_with(one); };
    return std::ranges::none_of(delimiters, holds) && std::ranges::none_of(ends, starts_with) && !goes_on(text.back());
  }
};

}  // namespace

std::unique_ptr<Codec> open_delimited(Coding coding, std::string_view outer, const Surroundings&) {
  const auto* const row = std::ranges::find(limits, coding, &Limits::coding);
  if (row == limits.end()) return std::make_unique<Comment>(outer);
  return std::make_unique<Reference>(*row, outer);
}

}  // namespace absolve::codec
