#include "../src/collect/ordered.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace absolve::collect {
namespace {

constexpr std::size_t mebi = std::size_t{1} << 20;

/// What the units of one run have in common.
struct Seen {
  std::atomic<bool> is_running = true;
  std::atomic<std::size_t> elsewhere = 0;  // units that another thread destroyed than planned them
  std::mutex mutex = {};
  std::size_t held = 0;  // bytes
  std::size_t most_held = 0;

  void hold(std::size_t size) {
    const std::scoped_lock lock(mutex);
    held += size;
    most_held = std::max(most_held, held);
  }
  void release(std::size_t size) {
    const std::scoped_lock lock(mutex);
    held -= size;
  }
};

/// A unit that only says how large it is; some take long to plan.
class Sized : public Work {
 public:
  Sized(Seen& seen, std::size_t number, std::size_t size) : seen_(seen), number_(number), size_(size) {
    seen_.hold(size_);
  }
  ~Sized() override {
    if (seen_.is_running && planner_ != std::this_thread::get_id()) ++seen_.elsewhere;
    seen_.release(size_);
  }
  Sized(const Sized&) = delete;
  Sized& operator=(const Sized&) = delete;

  void hold() override {}
  void plan() override {
    planner_ = std::this_thread::get_id();
    std::this_thread::sleep_for(std::chrono::microseconds(number_ % 7 == 0 ? 400 : 20));
  }
  void put(Output&) override {}
  [[nodiscard]] std::size_t size() const noexcept override { return size_; }

  [[nodiscard]] std::size_t number() const noexcept { return number_; }
  [[nodiscard]] std::thread::id planner() const noexcept { return planner_; }

 private:
  Seen& seen_;
  const std::size_t number_;
  const std::size_t size_;
  std::thread::id planner_;
};

struct UnitsRow {
  std::size_t threads;
  std::size_t units;
  std::size_t size;       // of each, in bytes
  std::size_t most_held;  // bytes
  bool is_shared = true;  // whether other threads plan some
};

class Units : public testing::TestWithParam<UnitsRow> {};

/// Few large units are held, many small ones, and of very large ones only one beside the one that the calling thread
/// has.
TEST_P(Units, AreDestroyedByTheThreadThatPlannedThem) {
  const UnitsRow row = GetParam();
  Seen seen;
  std::size_t cut = 0;
  std::size_t by_others = 0;
  const auto next = [&]() -> std::unique_ptr<Work> {
    if (cut == row.units) return nullptr;
    return std::make_unique<Sized>(seen, cut++, row.size);
  };
  {
    Ordered ordered(row.threads, next, false);
    for (std::size_t i = 0; i < row.units; ++i) {
      auto work = ordered.next(true);
      ASSERT_TRUE(work);
      const auto& unit = dynamic_cast<const Sized&>(*work);
      EXPECT_EQ(unit.number(), i);
      if (unit.planner() != std::this_thread::get_id()) ++by_others;
      ordered.give_back(std::move(work));
    }
    EXPECT_FALSE(ordered.next(true));
    seen.is_running = false;
  }
  EXPECT_EQ(seen.elsewhere, 0U);
  EXPECT_EQ(seen.held, 0U);
  EXPECT_LE(seen.most_held, row.most_held);
  EXPECT_EQ(by_others > row.units / 10, row.is_shared) << by_others;
}

INSTANTIATE_TEST_SUITE_P(All, Units,
                         testing::Values(UnitsRow{2, 3000, 1000, 80 * 1000}, UnitsRow{4, 500, 3 * mebi, 60 * mebi},
                                         UnitsRow{2, 500, 20 * mebi, 80 * mebi},
                                         UnitsRow{2, 100, 40 * mebi, 80 * mebi, false}));

}  // namespace
}  // namespace absolve::collect
