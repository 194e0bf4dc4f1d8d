#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace absolve::css {

/// The place of a URL in a style sheet. Offsets are bytes of its text, from 0.
///
///     url( x.png )    url("x.png")    @import "x.css"    image-set("x.png" 2x)
///          ^---^           ^---^              ^---^                 ^---^
struct Url {
  enum class Form : std::uint8_t { unquoted, quotation_mark, apostrophe, source_map };

  std::size_t begin;  // without quotes and white space around it
  std::size_t end;
  Form form;
};

/// Scans a style sheet, or the value of a style attribute, and returns its URLs in order: url(), the string of src(),
/// that of @import, the strings directly in image-set() and -webkit-image-set() (CSS Values and Units, level 4, section
/// 4.5; CSS Cascade, level 4, section 2; CSS Images, level 4, section 2.5). Tokens are those of CSS Syntax, level 3,
/// section 4, including escapes in names: `u\72l(x)`. The rules:
///
///   - What is not a URL by these standards (`url(a b)`, a string that a line end breaks off) is skipped.
///   - A string or a url() that the end of the sheet cuts off is a URL, as in the standards.
///   - A url() is taken wherever it is, even if the property, condition or media query has no use for it. Those in
///     custom properties (`--x: url(a)`) are told apart elsewhere (custom_properties.h).
///   - @import is recognized anywhere outside of brackets, also in a style attribute; its string follows directly. What
///     comes after that (layer(), supports() and media queries) is read like anything else.
///   - A comment that names a source map (ECMA-426, section 11.1.2.2) holds a URL for tools.
///   - @namespace names nothing that is fetched: URLs in it are skipped, up to its `;` or the end of its block.
///   - Brackets are only followed in image-set() and @namespace. Anywhere else they don't matter for URLs.
///
/// Linear, without recursion; memory is one byte for each bracket that is open in an image-set() or @namespace.
class UrlScanner {
 public:
  /// The text must outlive the scanner.
  explicit UrlScanner(std::string_view css) noexcept : css_(css) {}

  /// The next URL; nullopt if there are no more.
  [[nodiscard]] std::optional<Url> next();

 private:
  /// What is open within an image-set() or @namespace. Each string directly inside an image-set() is a URL.
  enum class Open : std::uint8_t { image_set, parenthesis, square_bracket, brace, namespace_rule };

  [[nodiscard]] bool is_open(Open open) const noexcept { return !open_.empty() && open_.back() == open; }
  [[nodiscard]] std::optional<Url> token(std::size_t from);
  [[nodiscard]] std::optional<Url> comment();
  [[nodiscard]] std::optional<Url> string();
  [[nodiscard]] std::optional<Url> string_at(std::size_t at);
  [[nodiscard]] std::optional<Url> parenthesis(std::size_t from);
  [[nodiscard]] std::optional<Url> read_function(std::size_t name, std::size_t from);
  [[nodiscard]] std::optional<Url> unquoted();
  [[nodiscard]] std::optional<Url> escape(std::size_t from);
  [[nodiscard]] std::optional<Url> at_rule();
  void bracket(char c);
  void close(Open open);

  std::string_view css_;
  std::size_t at_ = 0;
  std::vector<Open> open_;
};

}  // namespace absolve::css
