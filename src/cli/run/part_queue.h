#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "../system/job_threads.h"

namespace absolve::cli {

/// Processes the parts of one input, such as the records of an archive or the messages of a mailbox: they are read one
/// at a time, worked on several at a time, and taken one at a time, in order.
///
///     read -> work: several -> take
///
/// Memory is limited: many small parts may be read ahead of one that takes long, few large ones, and none that are very
/// large. `Part` must have `size()`, the number of bytes that it holds, and `is_read_on()`: true if the next part can
/// only be read after this one was taken.
template <class Part>
class PartQueue {
 public:
  /// The next part; nullopt: there is none.
  using Read = std::function<std::optional<Part>()>;
  using Work = std::function<void(Part& part)>;
  using Take = std::function<void(Part& part)>;

  PartQueue(std::size_t workers, Read read, Work work, Take take)
      : workers_(workers), read_(std::move(read)), work_(std::move(work)), take_(std::move(take)) {}

  /// Throws what reading, working and taking throw, after all earlier parts were taken.
  void run() {
    JobQueue<Entry> queue(
        SIZE_MAX, workers_, [this](std::size_t number, const Turn&, std::size_t) { return make(number); },
        [this](std::size_t number, Entry&& entry) { return take(number, entry); }, parts_ahead);
    queue.run();
  }

  /// To be called by the reading function before it waits for input: waits until everything that was read before was
  /// taken. Throws Stopped if nothing more will be taken.
  void wait_for_taking() {
    std::unique_lock lock(mutex_);
    moved_.wait(lock, [&] { return taken_ == to_read_ || has_ended_; });
    if (has_ended_) throw Stopped{};
  }

 private:
  /// For each thread: the most parts that are read before they can be taken.
  static constexpr std::size_t parts_ahead = 16;
  /// For each thread: beyond this many bytes, only a few parts are.
  static constexpr std::size_t bytes_ahead = std::size_t{4} << 20;
  static constexpr std::size_t few = 2;
  /// For all threads: beyond this many bytes, plus so many for each thread, no part is read.
  static constexpr std::size_t most_bytes = std::size_t{64} << 20;
  static constexpr std::size_t most_bytes_more = std::size_t{16} << 20;
  /// The size of a part that was not worked on yet is multiplied by this: its plan may be as large.
  static constexpr std::size_t times_unmade = 4;

  struct Entry {
    std::optional<Part> part = {};  // nullopt: there are no more
    std::exception_ptr error = {};  // of reading it, or working on it
    std::size_t size = 0;           // bytes that the part holds
  };

  Entry make(std::size_t number) noexcept {
    Entry entry;
    try {
      if (!wait_to_read(number)) return entry;
      entry.part = read_();
      if (!entry.part) {
        end();
        return entry;
      }
      hold(entry, times_unmade * entry.part->size());
      if (!entry.part->is_read_on()) let_read(number + 1);
      work_(*entry.part);
      hold(entry, entry.part->size());
    } catch (...) {
      entry.error = std::current_exception();
      end();
    }
    return entry;
  }

  bool take(std::size_t number, Entry& entry) {
    try {
      if (entry.error) std::rethrow_exception(entry.error);
      if (!entry.part) return false;
      take_(*entry.part);
    } catch (...) {
      end();  // nobody waits for the next one any longer
      throw;
    }
    release(entry);
    if (entry.part->is_read_on()) let_read(number + 1);
    return true;
  }

  /// Waits until a part is the next to be read, and there is space for it; false: there are no more parts.
  bool wait_to_read(std::size_t number) {
    std::unique_lock lock(mutex_);
    moved_.wait(lock, [&] { return (to_read_ == number && has_room_for(number)) || has_ended_; });
    return !has_ended_;
  }

  [[nodiscard]] bool has_room_for(std::size_t number) const noexcept {
    if (number == taken_ || held_ < bytes_ahead * workers_) return true;
    return number < taken_ + few * workers_ && held_ < most_bytes + most_bytes_more * workers_;
  }

  void hold(Entry& entry, std::size_t size) {
    const std::scoped_lock lock(mutex_);
    held_ += size - entry.size;
    entry.size = size;
    moved_.notify_all();
  }

  void release(const Entry& entry) {
    const std::scoped_lock lock(mutex_);
    held_ -= entry.size;
    ++taken_;
    moved_.notify_all();
  }

  void let_read(std::size_t number) {
    const std::scoped_lock lock(mutex_);
    to_read_ = number;
    moved_.notify_all();
  }

  /// Ends it finally: nothing afterwards makes it continue.
  void end() {
    const std::scoped_lock lock(mutex_);
    has_ended_ = true;
    moved_.notify_all();
  }

  const std::size_t workers_;
  const Read read_;
  const Work work_;
  const Take take_;
  std::mutex mutex_;
  std::condition_variable moved_;
  std::size_t to_read_ = 0;  // number of the next part to be read, from 0
  bool has_ended_ = false;   // no further part is read
  std::size_t taken_ = 0;    // number of parts that were taken
  std::size_t held_ = 0;     // bytes held by the parts that were read and not taken yet
};

}  // namespace absolve::cli
