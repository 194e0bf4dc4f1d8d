#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "../find/finding.h"

namespace absolve::html {

/// Finds references separated by white space (HTML standard, section 2.3.7), as in ping.
///
///     /p1  p2
///     ^-^  ^^
[[nodiscard]] Finding find_in_tokens(std::string_view text, const Request& request);

/// Finds references separated by commas (section 2.3.8), as in the archive attribute of an applet.
///
///     a.jar, b.jar
///     ^---^  ^---^
[[nodiscard]] Finding find_in_commas(std::string_view text, const Request& request);

/// The same between semicolons, as in the values of an animation (SVG Animations, level 2, section 2.9.1).
///
///     a.png; b.png
///     ^---^  ^---^
[[nodiscard]] Finding find_in_semicolons(std::string_view text, const Request& request);

/// Finds the references of a task of a pinned site (msapplication-task).
///
///     name=Blog; action-uri=/blog; icon-uri=b.ico; window-type=tab
///                           ^---^           ^---^
[[nodiscard]] Finding find_in_task(std::string_view text, const Request& request);

/// Where the lines of a list may be broken whose references are separated by white space; also for srcset. Sorted.
/// Linear.
[[nodiscard]] std::vector<std::size_t> break_opportunities(std::string_view list, const Finding& finding);

}  // namespace absolve::html
