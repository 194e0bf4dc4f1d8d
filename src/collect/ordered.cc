#include "ordered.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace absolve::collect {

/// What the threads share.
///
///     front                   begun_              back
///     planned  planned  in work  |  waits  waits  |  being cut
class Ordered::State {
 public:
  State(std::size_t threads, Cut cut, bool all_cut, Callable<void()> step)
      : workers_(threads), cut_(std::move(cut)), all_cut_(all_cut), step_(std::move(step)), put_back_(threads) {
    try {
      threads_.reserve(threads);
      for (std::size_t i = 1; i < threads; ++i) threads_.emplace_back([this, i] { run(i); });
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
  }
  ~State() {
    {
      const std::scoped_lock lock(mutex_);
      has_ended_ = true;
    }
    moved_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  [[nodiscard]] std::unique_ptr<Work> next(bool is_rest) {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (needs_bytes_ && (!is_rest || entries_.empty())) return nullptr;
      if (!entries_.empty() && entries_.front().is_planned) return pop_front();
      if (may_cut()) cut_next(lock);  // first, so that the others have something to do
      else if (begun_ < entries_.size()) plan_next(lock, calling);
      else wait(lock);
    }
  }

  void give_back(std::unique_ptr<Work> work) {
    const bool is_passing = work->is_passing();
    if (taken_.planner == calling) work = nullptr;
    {
      const std::scoped_lock lock(mutex_);
      if (work) {
        taken_.work = std::move(work);
        put_back_[taken_.planner].push_back(std::move(taken_));
        if (!has_room()) moved_.notify_all();
      } else {
        held_ -= taken_.size;
      }
    }
    if (is_passing) go_on();
  }

  void go_on() {
    {
      const std::scoped_lock lock(mutex_);
      needs_bytes_ = is_blocked_ = false;
    }
    moved_.notify_one();
  }

 private:
  /// The thread that calls next() and give_back().
  static constexpr std::size_t calling = 0;
  /// For each thread: the most units that are cut before they can be put back.
  static constexpr std::size_t units_ahead = 16;
  /// For each thread: beyond this many bytes, only a few units are.
  static constexpr std::size_t bytes_ahead = std::size_t{4} << 20;
  static constexpr std::size_t few = 2;
  /// For all threads: beyond this many bytes, plus so many for each thread, no unit is cut.
  static constexpr std::size_t most_bytes = std::size_t{64} << 20;
  static constexpr std::size_t most_bytes_more = std::size_t{16} << 20;
  /// The size of a unit that is not planned yet is multiplied by this: its plan may be as large.
  static constexpr std::size_t times_unplanned = 4;

  struct Entry {
    std::unique_ptr<Work> work;
    std::size_t size = 0;  // bytes that it holds
    bool is_planned = false;
    std::size_t planner = calling;  // the thread
    std::exception_ptr error = {};
  };

  void run(std::size_t thread) {
    std::unique_lock lock(mutex_);
    std::vector<Entry>& put_back = put_back_[thread];
    for (;;) {
      moved_.wait(lock, [&] {
        return has_ended_ || begun_ < entries_.size() || (all_cut_ && may_cut()) || (!has_room() && !put_back.empty());
      });
      if (has_ended_) return;
      if (!put_back.empty()) destroy(lock, put_back);
      else if (begun_ < entries_.size()) plan_next(lock, thread);
      else cut_next(lock);
    }
  }

  void destroy(std::unique_lock<std::mutex>& lock, std::vector<Entry>& put_back) {
    std::vector<Entry> entries = std::exchange(put_back, {});
    std::size_t size = 0;
    for (const Entry& entry : entries) size += entry.size;
    lock.unlock();
    entries.clear();
    lock.lock();
    held_ -= size;
    planned_.notify_one();
  }

  [[nodiscard]] bool may_cut() const noexcept { return !is_cutting_ && !needs_bytes_ && !is_blocked_ && has_room(); }
  [[nodiscard]] bool has_room() const noexcept {
    if (entries_.empty()) return true;
    if (held_ < bytes_ahead * workers_) return entries_.size() < units_ahead * workers_;
    return entries_.size() < few * workers_ && held_ < most_bytes + most_bytes_more * workers_;
  }

  void wait(std::unique_lock<std::mutex>& lock) {
    constexpr std::chrono::milliseconds between_steps(10);
    if (!step_) return planned_.wait(lock);
    if (planned_.wait_for(lock, between_steps) == std::cv_status::no_timeout) return;
    lock.unlock();
    step_();
    lock.lock();
  }

  void cut_next(std::unique_lock<std::mutex>& lock) {
    is_cutting_ = true;
    lock.unlock();
    Entry entry;
    try {
      entry.work = cut_();
    } catch (...) {
      entry.error = std::current_exception();
      entry.is_planned = true;
    }
    lock.lock();
    is_cutting_ = false;
    if (entry.work || entry.error) {
      is_blocked_ = entry.error || entry.work->is_passing();
      entry.size = entry.work ? times_unplanned * entry.work->size() : 0;
      held_ += entry.size;
      entries_.push_back(std::move(entry));
    } else {
      needs_bytes_ = true;
    }
    moved_.notify_one();
    planned_.notify_one();
  }

  /// References to entries stay valid while others are added at the end and taken at the front.
  void plan_next(std::unique_lock<std::mutex>& lock, std::size_t thread) {
    Entry& entry = entries_[begun_++];
    entry.planner = thread;
    if (!entry.is_planned) {
      lock.unlock();
      std::exception_ptr error;
      std::size_t size = 0;
      try {
        entry.work->plan();
        size = entry.work->size();
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      held_ += size - entry.size;
      entry.size = size;
      entry.error = std::move(error);
      entry.is_planned = true;
    }
    planned_.notify_one();
  }

  [[nodiscard]] std::unique_ptr<Work> pop_front() {
    taken_ = std::move(entries_.front());
    entries_.pop_front();
    if (begun_ > 0) --begun_;
    if (taken_.error) std::rethrow_exception(taken_.error);
    moved_.notify_one();
    return std::move(taken_.work);
  }

  const std::size_t workers_;
  const Cut cut_;
  const bool all_cut_;
  const Callable<void()> step_;
  std::mutex mutex_;
  std::condition_variable moved_;    // something can be cut or planned, or nothing more will be
  std::condition_variable planned_;  // a unit is planned, there is more room, or bytes are needed
  std::deque<Entry> entries_;
  std::size_t begun_ = 0;                     // how many of them are planned, or in work
  std::size_t held_ = 0;                      // bytes that they hold, and those below
  Entry taken_;                               // by the calling thread, until it gives it back
  std::vector<std::vector<Entry>> put_back_;  // for each thread: what it planned and will destroy
  bool is_cutting_ = false;                   // some thread does
  bool needs_bytes_ = false;                  // nothing can be cut before there are more
  bool is_blocked_ = false;                   // nothing can be cut before the last one is put back, or ever
  bool has_ended_ = false;
  std::vector<std::thread> threads_;
};

Ordered::Ordered(std::size_t threads, Cut cut, bool all_cut, Callable<void()> step)
    : state_(std::make_unique<State>(threads, std::move(cut), all_cut, std::move(step))) {}
Ordered::~Ordered() = default;

std::unique_ptr<Work> Ordered::next(bool is_rest) { return state_->next(is_rest); }
void Ordered::give_back(std::unique_ptr<Work> work) { state_->give_back(std::move(work)); }
void Ordered::go_on() { state_->go_on(); }

}  // namespace absolve::collect
