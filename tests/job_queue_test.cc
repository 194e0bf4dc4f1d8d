#include "../src/cli/system/job_threads.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <stdexcept>
#include <vector>

#include "../src/cli/outputs/writer.h"
#include "../src/cli/system/files.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve::cli {
namespace {

using Queue = JobQueue<std::size_t>;

/// A job that takes the longer the earlier it is, so that later ones are done before.
std::size_t uneven(std::size_t job, std::size_t of) {
  std::this_thread::sleep_for(std::chrono::microseconds(job % 7 == 0 ? 3 * (of - job) : 1));
  return job * job;
}

TEST(JobQueue, TakesInOrder) {
  for (const std::size_t workers : {1U, 2U, 3U, 8U}) {
    std::vector<std::size_t> taken;
    std::atomic<std::size_t> ahead = 0;
    std::atomic<std::size_t> front = 0;
    Queue queue(
        500, workers,
        [&](std::size_t job, const Turn&, std::size_t worker) {
          EXPECT_LT(worker, workers);
          std::size_t most = ahead;
          const std::size_t now = job - std::min<std::size_t>(front, job);
          while (now > most && !ahead.compare_exchange_weak(most, now)) {
          }
          return uneven(job, 500);
        },
        [&](std::size_t job, std::size_t&& result) {
          EXPECT_EQ(result, job * job);
          taken.push_back(job);
          front = job + 1;
          return true;
        });
    EXPECT_EQ(queue.run(), 500U);
    ASSERT_EQ(taken.size(), 500U);
    for (std::size_t i = 0; i < taken.size(); ++i) EXPECT_EQ(taken[i], i);
    EXPECT_LE(ahead, 2 * workers) << "no job is begun far ahead of what is taken";
  }
}

TEST(JobQueue, GoesOnBesideAJobThatTakesLong) {
  constexpr std::size_t workers = 2;
  constexpr std::size_t ahead = 8;
  std::promise<void> last_is_begun;
  bool goes_on = false;
  Queue queue(
      ahead * workers, workers,
      [&](std::size_t job, const Turn&, std::size_t) {
        if (job + 1 == ahead * workers) last_is_begun.set_value();
        if (job > 0) return job;
        goes_on = last_is_begun.get_future().wait_for(std::chrono::seconds(20)) == std::future_status::ready;
        return job;
      },
      [](std::size_t, std::size_t&&) { return true; }, ahead);
  EXPECT_EQ(queue.run(), ahead * workers);
  EXPECT_TRUE(goes_on);
}

TEST(JobQueue, StopsWhereItIsTold) {
  for (const std::size_t workers : {1U, 4U}) {
    std::size_t taken = 0;
    Queue queue(
        100, workers, [&](std::size_t job, const Turn&, std::size_t) { return uneven(job, 100); },
        [&](std::size_t job, std::size_t&&) {
          ++taken;
          return job != 41;
        });
    EXPECT_EQ(queue.run(), 42U);
    EXPECT_EQ(taken, 42U);
  }
}

TEST(JobQueue, PassesOnWhatIsThrown) {
  for (const std::size_t workers : {1U, 4U}) {
    std::size_t taken = 0;
    Queue broken(
        100, workers,
        [&](std::size_t job, const Turn& turn, std::size_t) {
          turn.wait();
          if (job == 17) throw std::runtime_error("17");
          return job;
        },
        [&](std::size_t, std::size_t&&) { return ++taken > 0; });
    EXPECT_THROW(broken.run(), std::runtime_error);
    EXPECT_EQ(taken, 17U);

    Queue not_taken(
        100, workers, [](std::size_t job, const Turn&, std::size_t) { return job; },
        [](std::size_t job, std::size_t&&) {
          if (job == 17) throw std::runtime_error("17");
          return true;
        });
    EXPECT_THROW(not_taken.run(), std::runtime_error);
  }
}

TEST(JobQueue, GivesTurns) {
  std::size_t taken = 0;
  Queue queue(
      200, 4,
      [&](std::size_t job, const Turn& turn, std::size_t) {
        if (job % 3 == 0) turn.wait();
        EXPECT_TRUE(job % 3 != 0 || taken == job) << "all before it have been taken";
        EXPECT_TRUE(!turn.has_come() || taken == job);
        return job;
      },
      [&](std::size_t, std::size_t&&) { return ++taken > 0; });
  EXPECT_EQ(queue.run(), 200U);
}

/// A job that is alone sees what those behind it have returned, and none of them goes on meanwhile.
TEST(JobQueue, LeavesAJobAlone) {
  for (const std::size_t workers : {1U, 2U, 8U}) {
    std::atomic<int> in_work = 0;
    std::vector<std::size_t> taken;
    std::size_t changed = 0;
    std::optional<Queue> queue;
    queue.emplace(
        200, workers,
        [&](std::size_t job, const Turn& turn, std::size_t) {
          ++in_work;
          std::this_thread::sleep_for(std::chrono::microseconds(job % 7 * 50));
          if (job % 5 == 0) {
            --in_work;
            turn.wait_alone();
            ++in_work;
            EXPECT_EQ(taken.size(), job);
            EXPECT_EQ(in_work, 1);
            queue->for_each_waiting([&](std::size_t later, std::size_t& result) {
              EXPECT_GT(later, job);
              EXPECT_EQ(result % 1000, later);
              result += 1000;
              ++changed;
            });
            std::this_thread::sleep_for(std::chrono::microseconds(100));
            EXPECT_EQ(in_work, 1);
          }
          --in_work;
          return job;
        },
        [&](std::size_t job, std::size_t&& result) {
          EXPECT_EQ(result % 1000, job);
          taken.push_back(result);
          return true;
        });
    EXPECT_EQ(queue->run(), 200U);
    std::size_t seen = 0;
    for (const std::size_t result : taken) seen += result / 1000;
    EXPECT_EQ(seen, changed);
    EXPECT_EQ(changed > 0, workers > 1);
  }
}

TEST(JobQueue, HasNothingToDo) {
  Queue queue(
      0, 4, [](std::size_t job, const Turn&, std::size_t) { return job; },
      [](std::size_t, std::size_t&&) { return true; });
  EXPECT_EQ(queue.run(), 0U);
}

/// What several write to one place comes there in order, however much each has to say.
TEST(JobQueue, LetsWritersWaitForTheirTurns) {
  const test::TemporaryDirectory place;
  const std::string path = place.path() + "/out";
  const Descriptor out(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  std::vector<Writer> writers;
  for (int i = 0; i < 4; ++i) writers.emplace_back(out.get());
  const auto size_of = [](std::size_t job) { return job % 5 == 1 ? std::size_t{3} << 20 : 1000 * (job % 3); };
  JobQueue<std::string> queue(
      40, 4,
      [&](std::size_t job, const Turn& turn, std::size_t worker) {
        Writer& writer = writers[worker];
        writer.wait_for(turn);
        const std::string line(999, static_cast<char>('A' + job));
        for (std::size_t at = 0; at < size_of(job); at += 1000) writer.write(line + "\n");
        const std::string lasting = "end of " + std::to_string(job) + std::string(300, '.') + "\n";
        writer.write(lasting);
        writer.flush();
        return writer.release_kept();
      },
      [&](std::size_t, std::string&& kept) {
        Writer writer(out.get());
        writer.write(kept);
        writer.flush();
        return true;
      });
  queue.run();
  std::string expected;
  for (std::size_t job = 0; job < 40; ++job) {
    for (std::size_t at = 0; at < size_of(job); at += 1000)
      expected += std::string(999, static_cast<char>('A' + job)) + "\n";
    expected += "end of " + std::to_string(job) + std::string(300, '.') + "\n";
  }
  EXPECT_TRUE(test::read_file(path) == expected);
}

}  // namespace
}  // namespace absolve::cli
