#pragma once

#include <algorithm>
#include <memory>
#include <string_view>

namespace absolve::test {

/// A copy in a heap block of its very size, so that a sanitizer sees the first byte read too far.
class Exact {
 public:
  explicit Exact(std::string_view text) : bytes_(std::make_unique<char[]>(text.size())), size_(text.size()) {
    std::ranges::copy(text, bytes_.get());
  }

  [[nodiscard]] std::string_view view() const noexcept { return {bytes_.get(), size_}; }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_;
};

}  // namespace absolve::test
