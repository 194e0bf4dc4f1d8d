#pragma once

#include <algorithm>
#include <memory_resource>
#include <string_view>

namespace absolve::inline detail {

/// Keeps the new texts of edits for as long as the plan lives.
class Strings {
 public:
  explicit Strings(std::pmr::memory_resource& memory) noexcept : memory_(&memory) {}

  [[nodiscard]] std::string_view keep(std::string_view text) {
    if (text.empty()) return {};
    char* copy = static_cast<char*>(memory_->allocate(text.size(), 1));
    std::ranges::copy(text, copy);
    return {copy, text.size()};
  }

 private:
  std::pmr::memory_resource* memory_;
};

}  // namespace absolve::inline detail
