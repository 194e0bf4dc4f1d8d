#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace absolve::javascript {

/// A string, a piece of a template, a regular expression, or a comment. Offsets are bytes of the text, from 0.
struct Literal {
  std::size_t begin;
  std::size_t end;
};

[[nodiscard]] bool is_keyword(std::string_view word) noexcept;

/// Where the literals of a script are, in order; nullopt if the text is not JavaScript. It is if its tokens can be read
/// up to its end (if `cut`, more text follows), one of them is `=`, `(`, `;`, a keyword or the name of a member in
/// quotes, and no names, numbers or strings stand side by side in a line: in scripts that only happens beside a
/// keyword, in prose all the time. Linear, and for prose constant.
[[nodiscard]] std::optional<std::vector<Literal>> literals_of(std::string_view text, bool cut);

}  // namespace absolve::javascript
