#pragma once

#include <cstdint>
#include <string>

namespace absolve::test {

/// A page that mixes the constructs on which readers of HTML fall out: text elements, script escapes, comments, CDATA,
/// foreign content with its integration points and breakouts, templates, tables, select, framesets, base elements,
/// cut and odd tags. The same seed gives the same page.
[[nodiscard]] std::string torture_page(std::uint32_t seed);

}  // namespace absolve::test
