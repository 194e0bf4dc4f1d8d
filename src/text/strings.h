#pragma once

#include <algorithm>
#include <cstddef>
#include <memory_resource>
#include <span>
#include <string_view>

namespace absolve::inline detail {

/// Keeps the new texts of edits for as long as the plan lives.
class Strings {
 public:
  explicit Strings(std::pmr::memory_resource& memory) noexcept : memory_(&memory) {}

  [[nodiscard]] std::string_view keep(std::string_view text) {
    if (text.empty()) return {};
    const std::span<char> copy = make(text.size());
    std::ranges::copy(text, copy.begin());
    return {copy.data(), copy.size()};
  }

  /// Bytes for a text that is written where it is kept.
  [[nodiscard]] std::span<char> make(std::size_t size) {
    return {static_cast<char*>(memory_->allocate(size, 1)), size};
  }

 private:
  std::pmr::memory_resource* memory_;
};

}  // namespace absolve::inline detail
