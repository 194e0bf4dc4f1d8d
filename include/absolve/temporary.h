#pragma once

#include <string_view>
#include <type_traits>

namespace absolve {

/// A text that may be destroyed at the end of the expression that it is in: a temporary std::string, std::pmr::string
/// or the like, const or not, and a pointer that a call returned, such as that of c_str(); but not a std::string_view
/// or a literal. Functions whose results point into their argument are deleted for such a text, so that a dangling
/// result doesn't compile.
template <class Text>
concept TemporaryText = !std::is_lvalue_reference_v<Text> && std::is_convertible_v<Text, std::string_view> &&
                        !std::ranges::enable_borrowed_range<std::remove_cvref_t<Text>>;

}  // namespace absolve
