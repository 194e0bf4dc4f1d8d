#pragma once

#include <array>
#include <string_view>

namespace absolve::inline detail {

/// The signs around a placeholder of a template.
struct PlaceholderSigns {
  std::string_view opening;
  std::string_view closing;
  bool may_be_cut_off = false;  // a quote in the placeholder may end the value before its closing sign
};

inline constexpr auto placeholder_signs = std::to_array<PlaceholderSigns>({
    {"{{", "}}", true},  // Mustache, Handlebars, Jinja, Liquid, Angular, Vue
    {"{%", "%}", true},  // Jinja, Liquid, Twig
    {"<%", "%>", true},  // ERB, EJS, ASP, JSP
    {"<?", "?>", true},  // PHP
    {"${", "}", true},   // JSP, shells, template literals
    {"*|", "|*"},        // mailers
    {"%%", "%%"},        // mailers; %25%25 is no sign
    {"[[", "]]"},        // Thymeleaf, wikis
});

/// The signs around placeholders that other references may have in their middle, as `?x[%d]=1` has: they count at the
/// beginning of a text alone.
inline constexpr auto placeholder_beginnings = std::to_array<PlaceholderSigns>({
    {"[link:", "]"},  // mailers, as the next three
    {"$[", "]$"},
    {"~~", "~~"},
    {"##", "##"},
    {"%(", ")s"},        // mailers, formats of Python
    {"[%", "%]", true},  // Template Toolkit; `[%url:x]` of mailers, too, which reads as one that is cut off
});

/// Whether a text has a placeholder of a template in it, with something between its signs or cut off, begins with one
/// that counts only there, or is one and no more: `{x}`, `%x%`, `$x$`, or, where plain references look like them,
/// `[x]`, `-x-` and `#x#` with words that only mailers use so, such as `[unsubscribe_url]`. `href="{% url "x" %}"` has
/// the value `{% url `; in `{%22` there is an escape and no sign. Linear; the many that have no byte of a sign are
/// passed at once.
[[nodiscard]] bool has_placeholder(std::string_view text) noexcept;

/// Whether a text holds a sign that could make a placeholder of a list together with another of its entries. Linear.
[[nodiscard]] bool holds_placeholder_sign(std::string_view text) noexcept;

/// Whether two texts have a placeholder together, of which the second has none: `http://h/<` and `?b`. Linear, and
/// seldom more than a look at the first.
[[nodiscard]] bool join_into_placeholder(std::string_view first, std::string_view second);

}  // namespace absolve::inline detail
