#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "absolve/options.h"

namespace absolve::inline detail {

/// An option that a NamedOption can name.
struct KnownOption {
  std::string_view name;
  bool takes_value;
  bool repeats;                             // every value that is given is used, not only the last one
  std::span<const std::string_view> words;  // the values that it accepts, or lists of them with commas; may be empty
  bool may_lack_value;                      // it can also be set without a value
};

/// All of them.
[[nodiscard]] std::span<const KnownOption> known_options();

/// The names of the syntaxes of attributes; and the syntax with such a name, if there is one.
[[nodiscard]] std::span<const std::string_view> value_syntax_names() noexcept;
[[nodiscard]] std::optional<ValueSyntax> value_syntax_named(std::string_view name) noexcept;

}  // namespace absolve::inline detail
