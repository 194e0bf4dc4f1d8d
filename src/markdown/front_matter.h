#pragma once

#include <cstddef>
#include <string_view>

namespace absolve::markdown {

/// Where the Markdown of a text begins: after its front matter, which programs put before it (YAML between `---` and
/// `---` or `...`, TOML between `+++`), or after its byte order mark. Linear.
///
///     ---
///     image: x.png
///     ---
///     # Title        from here on
struct Beginning {
  std::size_t markdown;
  bool has_front_matter;
};

[[nodiscard]] Beginning beginning_of_markdown(std::string_view text) noexcept;

}  // namespace absolve::markdown
