#pragma once

#include <cstddef>
#include <string_view>

namespace absolve::markdown {

/// The end of an autolink without angle brackets (GFM, section 6.9) around the `:` or the `w` at `at`: what is in it is
/// no Markdown. `at` if there is none. Linear in the link.
///
///     see http://h/[a](b), or www.h.example
///             ^          ^    ^            ^
///             at         end  at           end
[[nodiscard]] std::size_t after_bare_autolink(std::string_view text, std::size_t at) noexcept;

}  // namespace absolve::markdown
