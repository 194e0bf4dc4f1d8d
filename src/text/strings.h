#pragma once

#include <algorithm>
#include <cstddef>
#include <memory_resource>
#include <span>
#include <string_view>

namespace absolve::inline detail {

/// Stores the new texts of edits as long as the plan lives.
class Strings {
 public:
  explicit Strings(std::pmr::memory_resource& memory) noexcept : memory_(&memory) {}

  [[nodiscard]] std::string_view keep(std::string_view text) {
    if (text.empty()) return {};
    const std::span<char> copy = make(text.size());
    std::ranges::copy(text, copy.begin());
    return {copy.data(), copy.size()};
  }

  /// Memory for a text that is written in place.
  [[nodiscard]] std::span<char> make(std::size_t size) {
    return {static_cast<char*>(memory_->allocate(size, 1)), size};
  }

 private:
  std::pmr::memory_resource* memory_;
};

}  // namespace absolve::inline detail
