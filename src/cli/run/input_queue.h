#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "../inputs/open_input.h"
#include "part_queue.h"

namespace absolve::cli {

/// A queue for parts of an input that may have to be waited for, such as a pipe: before it waits, everything that was
/// read is taken and flushed. So a program that writes to the pipe gets the answers to what it has written, and an
/// error of the output ends the run.
template <class Part>
class InputQueue {
 public:
  using Queue = PartQueue<Part>;

  /// `flush`: nullptr: nothing needs to be done.
  InputQueue(OpenInput& input, std::function<void()> flush) : input_(input), flush_(std::move(flush)) {
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

  /// The same as PartQueue::run().
  void run(std::size_t workers, typename Queue::Read read, typename Queue::Work work, typename Queue::Take take) {
    queue_.emplace(workers, std::move(read), std::move(work), std::move(take));
    queue_->run();
    queue_.reset();
  }

  /// The same as PartQueue::wait_for_taking(); returns at once if the queue doesn't run.
  void wait_for_taking() {
    if (queue_) queue_->wait_for_taking();
  }

 private:
  OpenInput& input_;
  const std::function<void()> flush_;
  std::optional<Queue> queue_;  // while it runs
};

}  // namespace absolve::cli
