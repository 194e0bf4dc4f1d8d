#pragma once

#include <chrono>
#include <csetjmp>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "budget.h"

namespace absolve::html {

/// Memory for a C library that can't be interrupted. Blocks are never freed one by one. A call that would exceed the
/// budget leaves the library by longjmp to `escape`; then the whole arena is discarded.
///
/// No frame between setjmp and these calls may hold an object with a destructor.
class Arena {
 public:
  static constexpr std::string_view what_gumbo_can_take = "what the parser Gumbo can handle";

  explicit Arena(const Budget& budget) noexcept;

  [[nodiscard]] void* allocate(std::size_t size);

  /// Leaves if the stack or the time is used up. Must be called wherever the library may recurse.
  void check();

  /// Ends the reading of the page.
  [[noreturn]] void give_up(std::string_view why);

  /// The limit that was exceeded, in words: "the memory limit for its size"; "" if there is none.
  [[nodiscard]] std::string_view passed() const noexcept { return passed_; }

  std::jmp_buf escape;

  /// During its lifetime, a failed assertion in this thread leaves the arena.
  class Use {
   public:
    explicit Use(Arena& arena) noexcept;
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
  };

 private:
  Budget budget_;
  std::chrono::nanoseconds deadline_;
  const char* stack_top_;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t taken_ = 0;
  unsigned calls_ = 0;
  std::string_view passed_;
};

}  // namespace absolve::html
