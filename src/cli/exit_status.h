#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace absolve::cli {

/// How it went, worst last.
enum class Status : std::uint8_t {
  done,
  left_unread,     // all is written, but something in it that may hold links was left
  relative_found,  // by --check
  failed,          // usage error, or an input failed: what was to be written is missing or incomplete
};

/// The exit status of the process: 0, 3, 1, 2.
[[nodiscard]] constexpr int exit_code(Status status) noexcept {
  constexpr std::array<int, 4> codes = {0, 3, 1, 2};
  return codes[static_cast<std::size_t>(status)];
}

}  // namespace absolve::cli
