#pragma once

#include <chrono>
#include <cstddef>

namespace absolve::html {

/// The limits for reading one page.
struct Budget {
  std::size_t bytes;                  // memory
  std::chrono::milliseconds time;     // processor time
  std::size_t stack_bytes = 1 << 19;  // stack below the frame where reading started
};

}  // namespace absolve::html
