#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace absolve::css {

/// Where a style sheet holds a URL. Offsets are bytes of its text, from 0.
///
///     url( x.png )    url("x.png")    @import "x.css"    image-set("x.png" 2x)
///          ^---^           ^---^              ^---^                 ^---^
struct Url {
  enum class Form : std::uint8_t { unquoted, quotation_mark, apostrophe };

  std::size_t begin;  // without quotes, and without the white space around
  std::size_t end;
  Form form;
};

/// Goes over a style sheet, or over the value of a style attribute, and returns its URLs in their order: url(), the
/// string of src(), that of @import, the strings right in image-set() and -webkit-image-set() (CSS Values and Units,
/// level 4, section 4.5; CSS Cascade, level 4, section 2; CSS Images, level 4, section 2.5). Tokens are those of CSS
/// Syntax, level 3, section 4, escapes in names included: `u\72l(x)`. The rules:
///
///   - What is no URL there (`url(a b)`, a string that a line end breaks off) is none here either, and is skipped.
///   - A string or a url() that the end of the sheet cuts off counts, as it does there.
///   - A url() counts wherever it is, whether a property, a condition or a media query makes anything of it; in
///     custom properties as well (`--x: url(a)`), though browsers resolve it against the sheet that uses them.
///   - @import counts wherever it is outside of brackets, in a style attribute too; its string follows right behind.
///     After it, layer(), supports() and media queries are read as anything else.
///   - @namespace names nothing that is fetched: URLs in it are passed over, up to its `;` or the end of its block.
///   - Brackets are followed in image-set() and @namespace alone. Anywhere else they say nothing of URLs.
///
/// Linear, without recursion; memory is that of the brackets which are open in an image-set() or @namespace, a byte
/// each.
class UrlScanner {
 public:
  /// The text must outlive the scanner.
  explicit UrlScanner(std::string_view css) noexcept : css_(css) {}

  /// The next URL; nullopt: there are no more.
  [[nodiscard]] std::optional<Url> next();

 private:
  /// What is open, within an image-set() or @namespace. In an image-set(), each string right inside is a URL.
  enum class Open : std::uint8_t { image_set, parenthesis, square_bracket, brace, namespace_rule };

  [[nodiscard]] bool is_open(Open open) const noexcept { return !open_.empty() && open_.back() == open; }
  [[nodiscard]] std::optional<Url> token(std::size_t from);
  [[nodiscard]] std::optional<Url> string();
  [[nodiscard]] std::optional<Url> string_at(std::size_t at);
  [[nodiscard]] std::optional<Url> parenthesis(std::size_t from);
  [[nodiscard]] std::optional<Url> function(std::size_t name, std::size_t from);
  [[nodiscard]] std::optional<Url> unquoted();
  [[nodiscard]] std::optional<Url> escape(std::size_t from);
  [[nodiscard]] std::optional<Url> at_rule();
  void bracket(char c);
  void close(Open open);
  [[nodiscard]] std::size_t name_begin(std::size_t end, std::size_t from) const noexcept;

  std::string_view css_;
  std::size_t at_ = 0;
  std::vector<Open> open_;
};

}  // namespace absolve::css
