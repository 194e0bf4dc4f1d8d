#pragma once

#include <array>
#include <string_view>

namespace absolve::inline detail {

/// The characters around a placeholder of a template.
struct PlaceholderSigns {
  std::string_view opening;
  std::string_view closing;
  bool may_be_cut_off = false;  // a quote in the placeholder may end the attribute value before its closing sign
};

inline constexpr auto placeholder_signs = std::to_array<PlaceholderSigns>({
    {"{{", "}}", true},          // Mustache, Handlebars, Jinja, Liquid, Angular, Vue
    {"{%", "%}", true},          // Jinja, Liquid, Twig
    {"<%", "%>", true},          // ERB, EJS, ASP, JSP
    {"<?", "?>", true},          // PHP
    {"${", "}", true},           // JSP, shells, template literals
    {"*|", "|*"},                // mailers
    {"%%", "%%"},                // mailers; %25%25 is not a sign
    {"[[", "]]"},                // Thymeleaf, wikis
    {"{localLink:", "}", true},  // Umbraco
});

/// Signs around placeholders that may occur in the middle of ordinary references, as in `?x[%d]=1`: they are only
/// recognized at the beginning of a text.
inline constexpr auto placeholder_beginnings = std::to_array<PlaceholderSigns>({
    {"[link:", "]"},  // mailers, as the next three
    {"$[", "]$"},
    {"~~", "~~"},
    {"##", "##"},
    {"%(", ")s"},  // mailers, formats of Python
    {"{$", "}"},   // Smarty; further on, playlists have it, too, as text
    {"$!{", "}"},  // Velocity
    {"[(", ")]"},  // MODX, as the next
    {"[~", "~]"},
    {"<$", "$>"},            // Movable Type
    {"<!--#", "-->", true},  // server-side includes; a quote ends what is read of them
    {"<#", ">", true},       // FreeMarker, T4
    {"<c:", ">", true},      // JSP
    {"@{", "}"},             // Thymeleaf, Less
    {"@site/static/", ""},   // Docusaurus, as the next two, and the one behind them in webpack: names of folders
    {"@site/docs/", ""},
    {"@site/src/", ""},
    {"~@/", ""},
    {"$@", "@$"},          // Moodle
    {"@X@", "@X@"},        // Blackboard
    {"<fileStore.", ">"},  // Invision, as the next
    {"<___", "___>"},
    {"<tmpl_", ">", true},  // HTML::Template, as the next
    {"<TMPL_", ">", true},
    {"<OTRS_", ">", true},  // OTRS, Znuny, as the next
    {"<OTOBO_", ">", true},
    {"[%", "%]", true},  // Template Toolkit; also `[%url:x]` of mailers, which is read as one that is cut off
});

/// Whether a text contains a template's placeholder, either closed with something between its signs or cut off; or
/// begins with one that is only recognized there, such as `::x::`, `%{x}`, `{x}`, `%s`, `$base_url` and `[URL]` with a
/// path after them; or is nothing but a placeholder: `{x}`, `%x%`, `$x$`, or, in forms that ordinary references may
/// have, `_x_url_`, and
/// `-x-` and `#x#` with words that only mailers use so, such as `#unsubscribe_url#`. `href="{% url "x" %}"` has
/// the value `{% url `; in `{%22` there is an escape and no sign. Linear; the many texts without a byte of a sign take
/// only a quick search.
[[nodiscard]] bool has_placeholder(std::string_view text) noexcept;

/// Whether a text that contains no placeholder contains a sign that could form one together with other entries of a
/// list. Linear.
[[nodiscard]] bool holds_placeholder_sign(std::string_view text) noexcept;

/// Whether two texts form a placeholder when they are joined, although the second contains none: `http://h/<` and `?b`.
/// Linear, and mostly decided by a quick look at the first.
[[nodiscard]] bool join_into_placeholder(std::string_view first, std::string_view second);

}  // namespace absolve::inline detail
