#include "arena.h"

#include <algorithm>
#include <ctime>
#include <new>

namespace absolve::html {
namespace {

constexpr std::size_t alignment = alignof(std::max_align_t);
constexpr std::size_t block_size = std::size_t{1} << 20;
constexpr unsigned calls_between_clock_readings = 256;

/// Processor time of this thread: a page isn't too costly because the machine is busy.
std::chrono::nanoseconds time_spent() noexcept {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

const char* stack_pointer() noexcept { return static_cast<const char*>(__builtin_frame_address(0)); }

thread_local Arena* arena_in_use = nullptr;

}  // namespace

Arena::Use::Use(Arena& arena) noexcept { arena_in_use = &arena; }
Arena::Use::~Use() { arena_in_use = nullptr; }

Arena::Arena(const Budget& budget) noexcept
    : escape(), budget_(budget), deadline_(time_spent() + budget.time), stack_top_(stack_pointer()) {}

void* Arena::allocate(std::size_t size) {
  check();
  if (size > budget_.bytes) give_up("the memory limit for its size");
  size = std::max((size + alignment - 1) / alignment * alignment, alignment);
  if (size > left_) {
    const std::size_t block = std::max(size, block_size);
    if (block > budget_.bytes - taken_) give_up("the memory limit for its size");
    std::byte* memory = new (std::nothrow) std::byte[block];
    if (memory == nullptr) give_up("the memory limit for its size");
    blocks_.emplace_back(memory);
    taken_ += block;
    next_ = memory;
    left_ = block;
  }
  std::byte* result = next_;
  next_ += size;
  left_ -= size;
  return result;
}

void Arena::check() {
  if (static_cast<std::size_t>(stack_top_ - stack_pointer()) > budget_.stack_bytes && stack_pointer() < stack_top_) {
    give_up("the nesting limit");
  }
  ++calls_;
  if (calls_ % calls_between_clock_readings == 0 && time_spent() > deadline_) give_up("the time limit for its size");
}

void Arena::give_up(std::string_view why) {
  passed_ = why;
  std::longjmp(escape, 1);
}

}  // namespace absolve::html

/// Gumbo's assertions call this function (cmake/OwnGumbo.cmake). Some inputs make one fail, such as
/// `<table><svg><desc><![CDATA[>` in 0.10.1: this ends the reading of the page, not the program.
extern "C" void absolve_gumbo_assert_fail(const char*, const char*, unsigned, const char*) noexcept {
  absolve::html::arena_in_use->give_up(absolve::html::Arena::what_gumbo_can_take);
}
