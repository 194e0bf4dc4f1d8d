#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <optional>
#include <string_view>

namespace absolve::inline detail {

/// What stands between the opening and the closing sign of a placeholder; between them stands something.
struct PlaceholderSigns {
  std::string_view opening;
  std::string_view closing;
};

inline constexpr auto placeholder_signs = std::to_array<PlaceholderSigns>({
    {"{{", "}}"},  // Mustache, Handlebars, Jinja, Liquid, Angular, Vue
    {"{%", "%}"},  // Jinja, Liquid, Twig
    {"<%", "%>"},  // ERB, EJS, ASP, JSP
    {"<?", "?>"},  // PHP
    {"${", "}"},   // JSP, shells, template literals
    {"*|", "|*"},  // mailers
    {"%%", "%%"},  // mailers; %25%25 is no sign
    {"[[", "]]"},  // Thymeleaf, wikis
});

/// The placeholders of templates in a text, from its beginning on. Linear, whatever is asked.
///
///     href="/p/{{ id }}?q=1"
///              ^begin   ^end
class Placeholders {
 public:
  struct Range {
    std::size_t begin;
    std::size_t end;
  };

  /// The text must outlive it.
  explicit Placeholders(std::string_view text) noexcept : text_(text) {}

  /// The next one; nullopt: there is none any more.
  [[nodiscard]] std::optional<Range> next() noexcept;

  /// Whether one has a byte in a range. Ranges must be asked in order.
  [[nodiscard]] bool touch(std::size_t begin, std::size_t end) noexcept;

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::bitset<placeholder_signs.size()> unclosed_;  // no closing sign of these is left
  std::optional<Range> last_ = Range{0, 0};         // that touch() looked at; nullopt: all of them
};

/// Whether a reference has a placeholder of a template in it, or is one in single braces: `{x}`. Linear; for the many
/// that have none of the signs at once.
[[nodiscard]] bool has_placeholder(std::string_view reference) noexcept;

}  // namespace absolve::inline detail
