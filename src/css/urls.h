#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
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

/// Goes over a style sheet, or over the value of a style attribute, and tells its URLs in their order: url() and src(),
/// the string or url() of @import, the strings of image-set(). Tokens are those of CSS Syntax, level 3, section 4,
/// escapes in names included (`u\72l(x)`); what is no URL to that (`url(a b)`, a string that a line end breaks off) is
/// none here. A string or a url() that the end of the sheet cuts off counts, as it does there. URLs of @namespace name
/// nothing that is fetched, and are passed over. Linear; memory is that of the parentheses that are open.
class UrlScanner {
 public:
  /// The text must outlive the scanner.
  explicit UrlScanner(std::string_view css) noexcept : css_(css) {}

  /// The next URL; nullopt: there are no more.
  [[nodiscard]] std::optional<Url> next();

 private:
  /// What an open parenthesis belongs to, as far as a string right inside may be a URL.
  enum class Inside : std::uint8_t {
    other,
    url,        // url( or src(: the first string
    image_set,  // every string
  };
  /// What an at-rule makes of the string or url() that follows it.
  enum class Rule : std::uint8_t { other, import, name_space };

  [[nodiscard]] std::optional<Url> string();
  [[nodiscard]] std::optional<Url> function(std::string_view name);
  [[nodiscard]] std::optional<Url> unquoted();
  [[nodiscard]] std::optional<Url> escape();
  [[nodiscard]] std::optional<Url> at_rule();
  [[nodiscard]] bool is_open_parenthesis() const noexcept { return at_ < css_.size() && css_[at_] == '('; }
  [[nodiscard]] std::string_view function_name(std::size_t begin, std::size_t end) const noexcept;
  [[nodiscard]] std::size_t name_begin(std::size_t end) const noexcept;
  [[nodiscard]] std::size_t name_end(std::size_t at) const noexcept;
  [[nodiscard]] std::size_t after_comment(std::size_t at) const noexcept;

  std::string_view css_;
  std::size_t at_ = 0;
  Rule rule_ = Rule::other;
  std::vector<Inside> open_;  // parentheses
};

}  // namespace absolve::css
