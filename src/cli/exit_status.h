// How well a run went. Each Outcome has a Status, the Sink and Run keep the worst one, and main() turns that into the
// exit status.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace absolve::cli {

/// The result of a run, from best to worst.
enum class Status : std::uint8_t {
  done,
  left_unread,     // everything is written, but something in it that may hold links was left unread
  relative_found,  // --check found relative references
  failed,          // usage error, or an input failed: the output is missing or incomplete
};

/// The exit status of the process: 0, 3, 1, 2.
[[nodiscard]] constexpr int exit_code(Status status) noexcept {
  constexpr std::array<int, 4> codes = {0, 3, 1, 2};
  return codes[static_cast<std::size_t>(status)];
}

}  // namespace absolve::cli
