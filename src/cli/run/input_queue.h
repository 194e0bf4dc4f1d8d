#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "../inputs/input.h"
#include "part_queue.h"

namespace absolve::cli {

/// The queue of parts of an input that may have to be waited for, such as a pipe: before it is waited for, all that was
/// read is taken, and flushed. Whoever writes to it gets an answer to what is there, and output that fails ends the
/// run.
template <class Part>
class InputQueue {
 public:
  using Queue = PartQueue<Part>;

  /// `flush`: nullptr: there is nothing to be done then.
  InputQueue(Input& input, std::function<void()> flush) : input_(input), flush_(std::move(flush)) {
    input_.before_waiting([this] {
      wait_for_taking();
      if (flush_) flush_();
    });
  }
  ~InputQueue() {
    input_.before_waiting([] {});
  }
  InputQueue(const InputQueue&) = delete;
  InputQueue& operator=(const InputQueue&) = delete;

  /// As PartQueue::run().
  void run(std::size_t workers, typename Queue::Read read, typename Queue::Work work, typename Queue::Take take) {
    queue_.emplace(workers, std::move(read), std::move(work), std::move(take));
    queue_->run();
    queue_.reset();
  }

  /// As PartQueue::wait_for_taking(); at once where it doesn't run.
  void wait_for_taking() {
    if (queue_) queue_->wait_for_taking();
  }

 private:
  Input& input_;
  const std::function<void()> flush_;
  std::optional<Queue> queue_;  // while it runs
};

}  // namespace absolve::cli
