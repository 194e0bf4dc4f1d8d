#include "../src/cli/outputs/mailbox_lock.h"
#include "../src/cli/system/own_names.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <thread>

#include "../src/cli/outputs/late_mail.h"
#include "../src/cli/run/run.h"
#include "../src/cli/system/own_names.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve::cli {
namespace {

using std::chrono::milliseconds;

class Mailbox : public testing::Test {
 protected:
  Mailbox() { std::ofstream(path_, std::ios::binary) << message(0); }

  static std::string message(int number) {
    return "From a@h Mon Jun  3 10:00:00 1996\nContent-Type: text/html\n\n<a href=x" + std::to_string(number) + ">\n\n";
  }

  [[nodiscard]] Status rewrite() const {
    Settings settings;
    settings.every_input.url = "http://h/";
    settings.quiet = true;
    settings.in_place_suffix = "";
    settings.inputs = {path_};
    return run(settings);
  }

  test::TemporaryDirectory place_;
  std::string path_ = place_.path() + "/box";
};

TEST_F(Mailbox, IsLockedOnceAtATime) {
  {
    const MailboxLock lock(path_);
    EXPECT_TRUE(std::filesystem::exists(path_ + ".lock"));
    const Descriptor file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
    struct flock shared {};
    shared.l_type = F_RDLCK;
    EXPECT_NE(::fcntl(file.get(), F_OFD_SETLK, &shared), 0);  // nor do others share it
    EXPECT_THROW(MailboxLock(path_, milliseconds(50)), FileError);
    EXPECT_TRUE(std::filesystem::exists(path_ + ".lock"));
  }
  EXPECT_FALSE(std::filesystem::exists(path_ + ".lock"));
  const MailboxLock again(path_, milliseconds(0));
}

TEST_F(Mailbox, RespectsTheLocksOfOthers) {
  std::ofstream(path_ + ".lock") << "0";
  EXPECT_THROW(MailboxLock(path_, milliseconds(50)), FileError);
  EXPECT_EQ(test::read_file(path_ + ".lock"), "0");
  std::filesystem::remove(path_ + ".lock");

  const Descriptor file(::open(path_.c_str(), O_RDWR | O_CLOEXEC));
  struct flock lock {};
  lock.l_type = F_WRLCK;
  ASSERT_EQ(::fcntl(file.get(), F_OFD_SETLK, &lock), 0);
  EXPECT_THROW(MailboxLock(path_, milliseconds(50)), FileError);
  EXPECT_FALSE(std::filesystem::exists(path_ + ".lock"));
}

TEST_F(Mailbox, WaitsForALock) {
  std::ofstream(path_ + ".lock") << "0";
  std::thread other([&] {
    std::this_thread::sleep_for(milliseconds(100));
    std::filesystem::remove(path_ + ".lock");
  });
  EXPECT_NO_THROW(MailboxLock lock(path_));
  other.join();
}

TEST_F(Mailbox, WaitsForTimesThatAreSetWithoutALock) {
  Descriptor file(::open(path_.c_str(), O_RDWR | O_CLOEXEC));
  const Descriptor lease(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  if (::fcntl(lease.get(), F_SETLEASE, F_RDLCK) == 0 || errno != EAGAIN) {
    GTEST_SKIP() << "skipped: the file system doesn't tell who has a file open";
  }
  std::atomic<bool> is_closed = false;
  std::thread other([&] {
    std::this_thread::sleep_for(milliseconds(100));
    ::futimens(file.get(), nullptr);
    is_closed = true;
    file = Descriptor();
  });
  const MailboxLock lock(path_);
  EXPECT_TRUE(is_closed);
  other.join();
}

TEST_F(Mailbox, DoesNotWaitForWhoKeepsItOpen) {
  const Descriptor file(::open(path_.c_str(), O_RDWR | O_CLOEXEC));
  EXPECT_NO_THROW(MailboxLock lock(path_));
}

TEST_F(Mailbox, ClearsADotLockThatARunHasLeft) {
  std::ofstream(path_ + ".lock") << "1 absolve\n";
  EXPECT_NO_THROW(MailboxLock(path_, milliseconds(500)));
}

/// Who has the old file open may still write: it is kept until that is over.
TEST_F(Mailbox, KeepsTheOldFileAsLongAsItIsWritten) {
  const std::string old = path_ + "-old";
  std::ofstream(old, std::ios::binary) << message(0) << message(1);
  const auto taken = static_cast<off_t>(message(0).size());
  std::filesystem::rename(old, old_name_of(path_, taken));
  Descriptor writer(::open(old_name_of(path_, taken).c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  const Descriptor lease(::open(old_name_of(path_, taken).c_str(), O_RDONLY | O_CLOEXEC));
  if (::fcntl(lease.get(), F_SETLEASE, F_RDLCK) == 0 || errno != EAGAIN) {
    GTEST_SKIP() << "skipped: the file system doesn't tell who has a file open";
  }
  const auto bring_over = [&] {
    const std::vector<std::string> names = old_names_in(place_.path());
    return names.size() == 1 ? bring_over_left_mail(place_.path() + "/", names.front(), milliseconds(50)) : "none";
  };
  EXPECT_NE(bring_over().find(".absolve-old-" + std::to_string(2 * taken) + "-box"), std::string::npos);
  EXPECT_EQ(test::read_file(path_), message(0) + message(1));
  ASSERT_EQ(::write(writer.get(), message(2).data(), message(2).size()), static_cast<ssize_t>(message(2).size()));
  writer = Descriptor();
  EXPECT_EQ(bring_over(), "");
  EXPECT_EQ(test::read_file(path_), message(0) + message(1) + message(2));
  EXPECT_EQ(bring_over(), "none");
}

/// A new file is locked as long as it grows; programs that lock mailboxes so (flock) need not wait for late mail.
TEST_F(Mailbox, IsUnlockedOnceItIsPut) {
  const Descriptor put(::open(path_.c_str(), O_RDWR | O_CLOEXEC));
  ASSERT_EQ(::flock(put.get(), LOCK_EX), 0);
  const auto taken = static_cast<off_t>(message(0).size());
  std::ofstream(old_name_of(path_, taken), std::ios::binary) << message(0);
  const Descriptor old(::open(old_name_of(path_, taken).c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(bring_over_late_mail({path_, old.get(), taken, put.get()}, milliseconds::zero()), "");
  const Descriptor other(::open(path_.c_str(), O_RDWR | O_CLOEXEC));
  EXPECT_EQ(::flock(other.get(), LOCK_EX | LOCK_NB), 0);
}

/// Late mail of a mailbox that is gone has nowhere to go: it stays, told; an old file without any goes.
TEST_F(Mailbox, LateMailOfOneThatIsGoneStays) {
  const auto taken = static_cast<off_t>(message(0).size());
  const std::string old = old_name_of(path_, taken);
  const std::string name = old.substr(old.rfind('/') + 1);
  std::filesystem::remove(path_);
  std::ofstream(old, std::ios::binary) << message(0) << message(1);
  const auto bring_over = [&] { return bring_over_left_mail(place_.path() + "/", name, milliseconds::zero()); };
  EXPECT_THROW(bring_over(), FileError);
  EXPECT_EQ(test::read_file(old), message(0) + message(1));
  std::ofstream(old, std::ios::binary) << message(0);
  EXPECT_EQ(bring_over(), "");
  EXPECT_FALSE(std::filesystem::exists(old));
}

/// How a program that delivers mail keeps others off. None of them looks, once it has its locks, whether the file that
/// it opened before is still the one of that name.
enum class Manner { dot_lock, fcntl_then_dot_lock, fcntl_alone };

void deliver(const std::string& path, const std::string& message, Manner manner) {
  const auto take_dot_lock = [&] {
    int fd = -1;
    while ((fd = ::open((path + ".lock").c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600)) < 0) ::usleep(500);
    ::close(fd);
  };
  if (manner == Manner::dot_lock) take_dot_lock();
  const int fd = ::open(path.c_str(), O_RDWR | O_APPEND);
  if (manner != Manner::dot_lock) {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    while (::fcntl(fd, F_SETLKW, &lock) != 0 && errno == EINTR) {
    }
  }
  if (manner == Manner::fcntl_then_dot_lock) take_dot_lock();
  for (const char c : message) static_cast<void>(::write(fd, &c, 1) < 0);  // so that others could come in between
  ::close(fd);
  if (manner != Manner::fcntl_alone) ::unlink((path + ".lock").c_str());
}

class Delivery : public Mailbox, public testing::WithParamInterface<Manner> {};

TEST_P(Delivery, LosesNothing) {
  constexpr int messages = 60;
  const Descriptor file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  if (::fcntl(file.get(), F_SETLEASE, F_RDLCK) != 0 && GetParam() != Manner::dot_lock) {
    GTEST_SKIP() << "skipped: the file system doesn't tell who has a file open";
  }
  ::fcntl(file.get(), F_SETLEASE, F_UNLCK);
  const pid_t child = ::fork();
  if (child == 0) {
    for (int i = 1; i <= messages; ++i) {
      deliver(path_, message(i), GetParam());
      ::usleep(3000);
    }
    ::_exit(0);
  }
  int status = 0;
  int runs = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    EXPECT_EQ(rewrite(), Status::done);
    ++runs;
  }
  EXPECT_GT(runs, 1);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(rewrite(), Status::done);
  const std::string box = test::read_file(path_);
  for (int i = 0; i <= messages; ++i) {
    std::string rewritten = message(i);
    rewritten.replace(rewritten.find("=x") + 1, 0, "http://h/");
    const std::size_t at = box.find(rewritten);
    EXPECT_TRUE(at != std::string::npos && box.find(rewritten, at + 1) == std::string::npos) << i;
  }
  EXPECT_EQ(std::ranges::distance(std::filesystem::directory_iterator(place_.path())), 1);
}

INSTANTIATE_TEST_SUITE_P(Manners, Delivery,
                         testing::Values(Manner::dot_lock, Manner::fcntl_then_dot_lock, Manner::fcntl_alone));

/// A lock that goes while a folder is read was one; what is there is one where it bears the mark.
TEST(DotLock, IsOwnWhereItBearsTheMark) {
  const test::TemporaryDirectory place;
  const std::string path = place.path() + "/box.lock";
  EXPECT_TRUE(is_own_dot_lock(path));
  std::ofstream(path) << "of another program";
  EXPECT_FALSE(is_own_dot_lock(path));
  std::ofstream(path) << "1 " << dot_lock_mark;
  EXPECT_TRUE(is_own_dot_lock(path));
  std::filesystem::rename(path, place.path() + "/box");
  EXPECT_FALSE(is_own_dot_lock(place.path() + "/box"));
  std::filesystem::create_symlink("box", path);
  EXPECT_FALSE(is_own_dot_lock(path));
}

}  // namespace
}  // namespace absolve::cli
