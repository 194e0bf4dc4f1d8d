#pragma once

#include <array>
#include <string_view>

namespace absolve::inline detail {

/// What stands around a placeholder of a template.
struct PlaceholderSigns {
  std::string_view opening;
  std::string_view closing;  // "": the opening says enough, as a quote in a placeholder may end the value before it
};

inline constexpr auto placeholder_signs = std::to_array<PlaceholderSigns>({
    {"{{", ""},    // Mustache, Handlebars, Jinja, Liquid, Angular, Vue
    {"{%", ""},    // Jinja, Liquid, Twig
    {"<%", ""},    // ERB, EJS, ASP, JSP
    {"<?", ""},    // PHP
    {"${", ""},    // JSP, shells, template literals
    {"*|", "|*"},  // mailers
    {"%%", "%%"},  // mailers; %25%25 is no sign
    {"[[", "]]"},  // Thymeleaf, wikis
});

/// Whether a text has a placeholder of a template in it, with something between its signs where it must have both, or
/// is one in single braces: `{x}`. `href="{% url "x" %}"` has the value `{% url `. Linear; the many that have no byte
/// of a sign are told at once.
[[nodiscard]] bool has_placeholder(std::string_view text) noexcept;

}  // namespace absolve::inline detail
