#pragma once

#include <chrono>
#include <csetjmp>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace absolve::html {

/// What reading one page may cost.
struct Budget {
  std::size_t bytes;                  // of memory
  std::chrono::milliseconds time;     // of the processor
  std::size_t stack_bytes = 1 << 19;  // below the frame where reading started
};

/// Memory for a C library that can't be stopped: blocks are never freed one by one, and a call that would
/// pass the budget leaves by longjmp to `escape`, after which the arena is dropped whole.
///
/// No frame between setjmp and these calls may hold an object with a destructor.
class Arena {
 public:
  static constexpr std::string_view what_gumbo_can_take = "what Gumbo can take";

  explicit Arena(const Budget& budget) noexcept;

  [[nodiscard]] void* allocate(std::size_t size);

  /// Leaves where the stack or the time is used up. To be called wherever the library may recurse.
  void check();

  /// Ends the reading.
  [[noreturn]] void leave(std::string_view why);

  /// What was passed, in words: "the limit on memory for its size"; "" for nothing.
  [[nodiscard]] std::string_view passed() const noexcept { return passed_; }

  std::jmp_buf escape;

  /// While this lives, a failed assertion of this thread leaves the arena.
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
