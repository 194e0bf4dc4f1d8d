#include <algorithm>
#include <array>

#include "../rows.h"
#include "../verbatim.h"

namespace absolve::codec {
namespace {

/// The content of a conditional comment after its `[if ...]>` (HTML standard, section 13.1.6). No edit may create a
/// `-->` or `--!>` in it, nor the `<!` of an `<![endif]`.
///
///     <!--[if mso]> <v:fill src="x"> <![endif]-->
///                  |-----------------|
///
/// Three rules are enough. A new text contains no delimiter, and doesn't start like the end of one, so that no
/// delimiter ends in it; it doesn't end like the beginning of one, so that none continues after it; and no text is
/// removed right after such a beginning.
class Comment final : public Verbatim {
 public:
  using Verbatim::Verbatim;

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

std::unique_ptr<Codec> open_comment(Coding, std::string_view outer, const DecodeContext&) {
  return std::make_unique<Comment>(outer);
}

}  // namespace absolve::codec
