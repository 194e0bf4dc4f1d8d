// Run gives a JobQueue the number of jobs and two functions: one that calls a Worker for a job, on any of several
// threads, and one that hands its result to the Sink, in the order of the jobs. A Turn tells a job whether it may
// print.

#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace absolve::cli {

/// Thrown by Turn::wait if the turn will never come because the run was stopped.
struct Stopped {};

/// When a job may print: after all jobs before it have been taken.
class Turn {
 public:
  virtual ~Turn() = default;
  /// Whether it has come; it lasts until the job itself is taken.
  [[nodiscard]] virtual bool has_come() const = 0;
  /// Waits until it has come. Throws Stopped.
  virtual void wait() const = 0;
  /// Waits until it has come and no other job is being worked on: later jobs are done, wait for their turns, or don't
  /// begin before this one is done. Throws Stopped.
  virtual void wait_alone() const = 0;
};

/// Does numbered jobs, several at a time, and takes their results one by one, in order:
///
///     taken                 front               next      front + ahead * workers
///     0  1  2  3  4  5  6  |  7   8   9   10  |  11  ...  |
///                             done or in work    waits    waits until the front has moved
///
/// So no result is far ahead of the one that is taken next, and the job at the front is always being worked on. The
/// further ahead results may be, the less others wait for a job that takes long.
template <class Result>
class JobQueue {
  static_assert(std::is_nothrow_move_constructible_v<Result>, "results are handed over even where memory is out");

 public:
  /// Does a job. Called by several threads at the same time, each with the number of its own, from 0.
  using Work = std::function<Result(std::size_t job, const Turn& turn, std::size_t worker)>;
  /// Takes the result of a job; false if no further job is begun or taken.
  using Receive = std::function<bool(std::size_t job, Result&& result)>;

  JobQueue(std::size_t jobs, std::size_t workers, Work work, Receive receive, std::size_t ahead = 2)
      : jobs_(jobs),
        workers_(std::clamp<std::size_t>(workers, 1, std::max<std::size_t>(jobs, 1))),
        window_(ahead * workers_),
        work_(std::move(work)),
        receive_(std::move(receive)),
        results_(window_) {}

  /// Returns how many were taken. Throws what a job or taking its result threw; then the other jobs are abandoned.
  std::size_t run() {
    std::vector<std::thread> threads;
    // If no more threads can be started, those that are running do the work.
    try {
      threads.reserve(workers_ - 1);
      for (std::size_t i = 1; i < workers_; ++i) threads.emplace_back([this, i] { work(i); });
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
    work(0);
    for (std::thread& thread : threads) thread.join();
    if (error_) std::rethrow_exception(error_);
    return front_;
  }

  /// Visits the results that are not taken yet, in order. To be called by a job that runs alone.
  template <class F>
  void for_each_waiting(F&& f) {
    for (std::size_t job = front_ + 1; job < next_; ++job) {
      if (std::optional<Result>& result = results_[job % window_]) f(job, *result);
    }
  }

 private:
  class OwnTurn final : public Turn {
   public:
    OwnTurn(JobQueue& queue, std::size_t job) noexcept : queue_(queue), job_(job) {}

    [[nodiscard]] bool has_come() const override {
      const std::scoped_lock lock(queue_.mutex_);
      return queue_.front_ == job_ && !queue_.stopped_;
    }
    void wait() const override {
      std::unique_lock lock(queue_.mutex_);
      --queue_.in_work_;
      if (queue_.alone_) queue_.moved_.notify_all();
      queue_.moved_.wait(lock, [&] { return queue_.front_ == job_ || queue_.stopped_; });
      ++queue_.in_work_;
      if (queue_.stopped_) throw Stopped{};
    }
    void wait_alone() const override {
      wait();
      std::unique_lock lock(queue_.mutex_);
      queue_.alone_ = job_;
      queue_.moved_.wait(lock, [&] { return queue_.in_work_ == 1 || queue_.stopped_; });
      if (queue_.stopped_) throw Stopped{};
    }

   private:
    JobQueue& queue_;
    std::size_t job_;
  };

  void work(std::size_t worker) noexcept {
    std::unique_lock lock(mutex_);
    for (;;) {
      moved_.wait(lock, [&] { return stopped_ || next_ == jobs_ || (next_ < front_ + window_ && !alone_); });
      if (stopped_ || next_ == jobs_) return;
      const std::size_t job = next_++;
      ++in_work_;
      lock.unlock();
      std::optional<Result> result;
      std::exception_ptr error;
      try {
        result.emplace(work_(job, OwnTurn(*this, job), worker));
      } catch (const Stopped&) {
        return;
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      --in_work_;
      if (alone_) moved_.notify_all();
      if (alone_ == job) alone_.reset();
      if (error) return stop(error);
      results_[job % window_] = std::move(result);
      if (!is_receiving_) receive_all(lock);
    }
  }

  /// Takes the available results from the front on. One thread at a time does this, while others continue to work.
  void receive_all(std::unique_lock<std::mutex>& lock) {
    is_receiving_ = true;
    while (!stopped_ && results_[front_ % window_]) {
      Result result = *std::exchange(results_[front_ % window_], std::nullopt);
      lock.unlock();
      bool goes_on = false;
      std::exception_ptr error;
      try {
        goes_on = receive_(front_, std::move(result));
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      if (error) {
        stop(error);
        break;
      }
      ++front_;
      if (!goes_on) stopped_ = true;
      moved_.notify_all();
    }
    is_receiving_ = false;
  }

  void stop(std::exception_ptr error) {
    if (!error_) error_ = std::move(error);
    stopped_ = true;
    moved_.notify_all();
  }

  const std::size_t jobs_;
  const std::size_t workers_;
  const std::size_t window_;
  const Work work_;
  const Receive receive_;
  std::mutex mutex_;
  std::condition_variable moved_;  // the front has moved, one fewer job is being worked on, or all is stopped
  std::vector<std::optional<Result>> results_;
  std::size_t next_ = 0;              // the next job to be begun
  std::size_t front_ = 0;             // the next job to be taken
  std::size_t in_work_ = 0;           // number of jobs that were begun, are not done, and don't wait for their turns
  std::optional<std::size_t> alone_;  // a job that runs alone
  bool is_receiving_ = false;         // some thread is receiving results now
  bool stopped_ = false;
  std::exception_ptr error_;
};

}  // namespace absolve::cli
