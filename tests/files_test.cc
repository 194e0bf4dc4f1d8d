#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "../src/cli/inputs/open_input.h"
#include "../src/cli/outputs/replacing.h"
#include "../src/cli/outputs/rewriting.h"
#include "../src/cli/run/run.h"
#include "support/given.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve::cli {
namespace {

const Given at_h = {{.url = "http://h/", .type = Type::html}};

class InPlace : public testing::Test {
 protected:
  InPlace() { write("<a href=x>\n"); }

  void write(const std::string& bytes) const { std::ofstream(file_, std::ios::binary) << bytes; }

  void rewrite(const std::function<void()>& meanwhile = [] {}) const {
    Buffer buffer;
    OpenInput input(buffer, file_);
    const Plan plan = absolve::plan(input.rest(), at_h);
    Rewriting rewriting(
        input.descriptor(), [this] { return directory_of(file_); }, Rewriting::Begin::at_first_edit);
    rewriting.begin({.plan = &plan, .changes = !plan.edits().empty(), .is_copied = true});
    plan.for_each_piece([&](std::string_view bytes) { rewriting.write(bytes); });
    meanwhile();
    Replacement replacement =
        Replacement::over({file_, input.status(), input.descriptor()}, rewriting.finish(), {}, false);
    const Placed placed = put_all({&replacement}, Fsync::full).front();
    if (!placed.is_there) throw FileError(placed.error);
  }

  [[nodiscard]] std::size_t names() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(place_.path()), {}));
  }

  /// The exit status of a child that does this; an exception is 1.
  static int in_child(const std::function<void()>& action) {
    const pid_t child = ::fork();
    if (child == 0) {
      try {
        action();
      } catch (const FileError&) {
        ::_exit(1);
      }
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  test::TemporaryDirectory place_;
  std::string file_ = place_.path() + "/page.html";
};

TEST_F(InPlace, KeepsExtendedAttributes) {
  const std::string origin = "http://origin/";
  if (::setxattr(file_.c_str(), "user.xdg.origin.url", origin.data(), origin.size(), 0) != 0 && errno == ENOTSUP) {
    GTEST_SKIP() << "skipped: no extended attributes on this file system";
  }
  rewrite();
  EXPECT_EQ(test::read_file(file_), "<a href=http://h/x>\n");
  char value[64];
  const ssize_t size = ::getxattr(file_.c_str(), "user.xdg.origin.url", value, sizeof value);
  ASSERT_EQ(size, static_cast<ssize_t>(origin.size()));
  EXPECT_EQ(std::string_view(value, origin.size()), origin);
}

TEST_F(InPlace, KeepsExtendedAttributesOfReadOnlyFiles) {
  if (::setxattr(file_.c_str(), "user.x", "y", 1, 0) != 0 && errno == ENOTSUP) {
    GTEST_SKIP() << "skipped: no extended attributes on this file system";
  }
  ASSERT_EQ(::chmod(place_.path().c_str(), 0777), 0);
  ASSERT_EQ(::chmod(file_.c_str(), 0444), 0);
  const uid_t user = ::geteuid() == 0 ? 65534 : ::geteuid();
  ASSERT_EQ(::chown(file_.c_str(), user, ::getegid()), 0);
  EXPECT_EQ(in_child([&] {
              if (::geteuid() == 0 && ::seteuid(user) != 0) ::_exit(9);
              rewrite();
            }),
            0);
  char value = 0;
  EXPECT_EQ(::getxattr(file_.c_str(), "user.x", &value, 1), 1);
  EXPECT_EQ(test::read_file(file_), "<a href=http://h/x>\n");
}

TEST_F(InPlace, TakesNoAccessFromTheDirectory) {
  const std::string list(
      "\x02\0\0\0\x01\0\7\0\xff\xff\xff\xff\x02\0\7\0\xd2\4\0\0\x04\0\5\0\xff\xff\xff\xff"
      "\x10\0\7\0\xff\xff\xff\xff\x20\0\5\0\xff\xff\xff\xff",
      44);  // user 1234 may do all
  if (::setxattr(place_.path().c_str(), "system.posix_acl_default", list.data(), list.size(), 0) != 0) {
    GTEST_SKIP() << "skipped: no access control lists on this file system";
  }
  rewrite();
  EXPECT_EQ(test::read_file(file_), "<a href=http://h/x>\n");
  EXPECT_EQ(::getxattr(file_.c_str(), "system.posix_acl_access", nullptr, 0), -1);
}

TEST_F(InPlace, KeepsTheOwner) {
  if (::geteuid() != 0) GTEST_SKIP() << "skipped: only root can give files away";
  ASSERT_EQ(::chown(file_.c_str(), 1234, 2345), 0);
  ASSERT_EQ(::chmod(file_.c_str(), 06711), 0);
  rewrite();
  struct stat status {};
  ASSERT_EQ(::stat(file_.c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 1234U);
  EXPECT_EQ(status.st_gid, 2345U);
  EXPECT_EQ(status.st_mode & 07777U, 0711U);
}

TEST_F(InPlace, LeavesAFileThatChangedMeanwhile) {
  EXPECT_THROW(rewrite([&] { write("<a href=newer and longer>\n"); }), FileError);
  EXPECT_EQ(test::read_file(file_), "<a href=newer and longer>\n");
  EXPECT_THROW(rewrite([&] {
                 std::filesystem::rename(file_, file_ + ".old");
                 write("<a href=newer and longer>\n");
               }),
               FileError);
  EXPECT_EQ(names(), 2U);
}

TEST_F(InPlace, LeavesAFileWhoseChangeHidesItsTime) {
  struct stat before {};
  ASSERT_EQ(::stat(file_.c_str(), &before), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // clocks of file systems are coarse
  EXPECT_THROW(rewrite([&] {
                 write("<a href=y>\n");
                 const timespec times[] = {before.st_atim, before.st_mtim};
                 ASSERT_EQ(::utimensat(AT_FDCWD, file_.c_str(), times, 0), 0);
               }),
               FileError);
  EXPECT_EQ(test::read_file(file_), "<a href=y>\n");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_THROW(rewrite([&] { ASSERT_EQ(::chmod(file_.c_str(), 0606), 0); }), FileError);
  EXPECT_EQ(names(), 1U);
}

TEST_F(InPlace, LeavesTheFileWhenTheDiskIsFull) {
  std::string page;
  for (int i = 0; i < 100'000; ++i) page += "<a href=x>\n";
  write(page);
  const int status = in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{500'000, 500'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    rewrite();
  });
  EXPECT_EQ(status, 1);
  EXPECT_EQ(test::read_file(file_), page);
  EXPECT_EQ(names(), 1U);
}

TEST_F(InPlace, LeavesTheFileInAReadOnlyDirectory) {
  ASSERT_EQ(::chmod(place_.path().c_str(), 0555), 0);
  const int status = in_child([&] {
    if (::geteuid() == 0 && (::setegid(65534) != 0 || ::seteuid(65534) != 0)) ::_exit(9);
    rewrite();
  });
  ASSERT_EQ(::chmod(place_.path().c_str(), 0755), 0);
  EXPECT_EQ(status, 1);
  EXPECT_EQ(test::read_file(file_), "<a href=x>\n");
  EXPECT_EQ(names(), 1U);
}

TEST_F(InPlace, IsWholeWheneverItIsKilled) {
  std::string page;
  std::string rewritten;
  for (int i = 0; i < 200'000; ++i) {
    page += "<a href=x>\n";
    rewritten += "<a href=http://h/x>\n";
  }
  std::size_t killed = 0;
  for (int delay = 0; delay < 12; ++delay) {
    write(page);
    const pid_t child = ::fork();
    if (child == 0) {
      rewrite();
      ::_exit(0);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(delay * 7));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    killed += WIFSIGNALED(status) ? 1U : 0U;
    const std::string now = test::read_file(file_);
    EXPECT_TRUE(now == page || now == rewritten);
  }
  EXPECT_GT(killed, 0U);
}

/// -o onto a file that is there keeps what is its own, as -i does.
class Output : public InPlace {
 protected:
  void write_output() const {
    Settings settings;
    settings.every_input = at_h.input;
    settings.options = at_h.options;
    settings.output = output_;
    settings.inputs = {file_};
    EXPECT_EQ(run(settings), Status::done);
    EXPECT_EQ(test::read_file(output_), "<a href=http://h/x>\n");
  }

  std::string output_ = place_.path() + "/out";
};

TEST_F(Output, KeepsTheOwner) {
  if (::geteuid() != 0) GTEST_SKIP() << "skipped: only root can give files away";
  std::ofstream(output_) << "old";
  ASSERT_EQ(::chown(output_.c_str(), 1234, 2345), 0);
  ASSERT_EQ(::chmod(output_.c_str(), 06751), 0);
  write_output();
  struct stat status {};
  ASSERT_EQ(::stat(output_.c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 1234U);
  EXPECT_EQ(status.st_gid, 2345U);
  EXPECT_EQ(status.st_mode & 07777U, 0751U);
}

TEST_F(Output, IsNotTakenOver) {
  if (::geteuid() != 0) GTEST_SKIP() << "skipped: only root can be somebody else";
  std::ofstream(output_) << "old";
  ASSERT_EQ(::chmod(place_.path().c_str(), 0777), 0);
  ASSERT_EQ(::chmod(output_.c_str(), 0666), 0);
  EXPECT_EQ(in_child([&] {
              if (::setegid(65534) != 0 || ::seteuid(65534) != 0) ::_exit(9);
              Settings settings;
              settings.every_input = at_h.input;
              settings.options = at_h.options;
              settings.quiet = true;
              settings.output = output_;
              settings.inputs = {file_};
              ::_exit(exit_code(run(settings)));
            }),
            2);
  EXPECT_EQ(test::read_file(output_), "old");
  EXPECT_EQ(names(), 2U);
}

TEST_F(Output, KeepsExtendedAttributes) {
  std::ofstream(output_) << "old";
  if (::setxattr(output_.c_str(), "user.x", "y", 1, 0) != 0 && errno == ENOTSUP) {
    GTEST_SKIP() << "skipped: no extended attributes on this file system";
  }
  write_output();
  char value = 0;
  EXPECT_EQ(::getxattr(output_.c_str(), "user.x", &value, 1), 1);
}

TEST(OpenInput, ReadsWhatIsNoRegularFile) {
  const test::TemporaryDirectory place;
  const std::string fifo = place.path() + "/fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  const std::string bytes(3'000'000, 'x');
  std::thread writer([&] { std::ofstream(fifo, std::ios::binary) << bytes; });
  Buffer buffer;
  OpenInput input(buffer, fifo);
  EXPECT_GE(input.ahead(100'000).size(), 100'000U);
  EXPECT_EQ(input.rest(), bytes);
  writer.join();
}

/// What another process does to a file while it is read is no part of what is read.
TEST(OpenInput, IsNoLongerThanAtFirst) {
  const test::TemporaryDirectory place;
  const std::string file = place.path() + "/file";
  std::ofstream(file, std::ios::binary) << std::string(3'000'000, 'x');
  Buffer buffer;
  OpenInput input(buffer, file);
  EXPECT_EQ(input.ahead(10).substr(0, 10), std::string(10, 'x'));
  std::ofstream(file, std::ios::binary | std::ios::app) << std::string(1'000'000, 'y');
  EXPECT_EQ(input.rest(), std::string(3'000'000, 'x'));
}

TEST(OpenInput, OutlivesAFileThatIsCutShort) {
  const test::TemporaryDirectory place;
  const std::string file = place.path() + "/file";
  std::ofstream(file, std::ios::binary) << std::string(3'000'000, 'x');
  Buffer buffer;
  OpenInput input(buffer, file);
  const std::size_t seen = input.ahead(10).size();
  std::filesystem::resize_file(file, 10'000);
  EXPECT_EQ(input.rest(), std::string(seen, 'x'));
}

/// What is lent and what is taken after it are all that is there.
TEST(OpenInput, LendsWhatWasSeen) {
  const test::TemporaryDirectory place;
  const std::string file = place.path() + "/file";
  std::string bytes;
  for (int i = 0; i < 1'000'000; ++i) bytes += std::to_string(i) + '\n';
  std::ofstream(file, std::ios::binary) << bytes;
  Buffer buffer;
  OpenInput input(buffer, file);
  EXPECT_GE(input.ahead(1000).size(), 1000U);
  std::string read(input.lend());
  std::string space(100'000, '\0');
  while (const std::size_t size = input.read(space)) read.append(space, 0, size);
  EXPECT_TRUE(read == bytes);
  EXPECT_EQ(input.read(space), 0U);
  EXPECT_LT(buffer.capacity(), 1'000'000U);
}

TEST(OpenInput, SharesABuffer) {
  const test::TemporaryDirectory place;
  const std::string file = place.path() + "/file";
  Buffer buffer;
  std::ofstream(file, std::ios::binary) << std::string(100'000, 'x');
  EXPECT_EQ(OpenInput(buffer, file).rest().size(), 100'000U);
  const char* const data = buffer.data();
  std::ofstream(file, std::ios::binary) << "y";
  EXPECT_EQ(OpenInput(buffer, file).rest(), "y");
  EXPECT_EQ(buffer.data(), data);
  std::filesystem::resize_file(file, 100'000'000);
  EXPECT_EQ(OpenInput(buffer, file).rest().size(), 100'000'000U);
  EXPECT_EQ(buffer.capacity(), 0U) << "what only a large input needs is given back";
}

TEST(Memory, MayBeOutForOneInputAlone) {
  const test::TemporaryDirectory place;
  if (test::run_shell("ulimit -v 300000; absolve --version", "/").status != 0) {
    GTEST_SKIP() << "skipped: a sanitizer needs more address space";
  }
  const test::ShellResult result = test::run_shell(
      "yes '<a href=x>' | head -c 30000000 > many; echo '<p>' > large; truncate -s 400M large; echo '<a href=x>' > "
      "small; ulimit -v "
      "300000\n"
      "absolve --url-prefix .=http://h/ -i many large small; cat small; head -n 1 many; echo '<a href=y>' > small; "
      "echo old > out\n"
      "absolve --url-prefix .=http://h/ many small; absolve --url-prefix .=http://h/ -o out small many; cat out; cat "
      "large | absolve - small",
      place.path());
  EXPECT_EQ(result.out, "<a href=http://h/x>\n<a href=x>\n<a href=http://h/y>\nold\n<a href=y>\n");
  EXPECT_EQ(
      result.err,
      "absolve: many: out of memory\n"
      "absolve: large: too large for the available memory\n"
      "absolve: many: out of memory\n"
      "absolve: many: out of memory\n"
      "absolve: out: is not written, as not all inputs could be read\n"
      "absolve: standard input: too large for the available memory\n"
      "absolve: small:1: 1 reference left unchanged: the base is undefined (--url URL says where it came from)\n");
  EXPECT_EQ(result.status, 2);
}

/// What is no text takes no more memory than a block, wherever it goes.
TEST(Memory, IsThatOfABlockForWhatIsCopied) {
  const test::TemporaryDirectory place;
  if (test::run_shell("ulimit -v 150000; absolve --version", "/").status != 0) {
    GTEST_SKIP() << "skipped: a sanitizer needs more address space";
  }
  const test::ShellResult result = test::run_shell(
      "printf 'ID3\\4' > large; truncate -s 200M large; ulimit -v 150000\n"
      "absolve -q large | cmp - large; cat large | absolve -q | cmp - large\n"
      "absolve -q -o out large; cmp out large; absolve -q -i large; absolve -q -o large large; cmp out large",
      place.path());
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.status, 0);
}

/// The tables of charsets are in the program: no file is opened for them.
TEST(Descriptors, ACharsetNeedsNone) {
  const test::TemporaryDirectory place;
  const std::string five = "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit -n 5; ";
  if (test::run_shell(five + "absolve --version", "/").err != "") {
    GTEST_SKIP() << "skipped: a sanitizer needs more descriptors";
  }
  std::ofstream(place.path() + "/page", std::ios::binary) << "<meta charset=iso-2022-jp><a href=\x1B$B$\"\x1B(B>\n";
  const test::ShellResult result = test::run_shell(five + "absolve --url-prefix .=http://h/ page", place.path());
  EXPECT_EQ(result.out, "<meta charset=iso-2022-jp><a href=http://h/\x1B$B$\"\x1B(B>\n");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.status, 0);
}

/// A file gets its name through /proc.
TEST(NewFile, DoesWithoutProc) {
  const test::TemporaryDirectory place;
  const test::ShellResult result = test::run_shell(
      "unshare -rm sh -c 'mount -t tmpfs none /proc' || { echo skip; exit; }\n"
      "for f in p q; do echo '<a href=x>' > $f; done; echo old > o\n"
      "unshare -rm sh -c 'mount -t tmpfs none /proc; absolve -u http://h/ -i p; absolve -u http://h/ -o o q; ls -A; "
      "cat p o'",
      place.path());
  if (result.out == "skip\n") GTEST_SKIP() << "skipped: nothing can be mounted here";
  EXPECT_EQ(result.out, "o\np\nq\n<a href=http://h/x>\n<a href=http://h/x>\n");
}

TEST(OpenInput, SaysWhatIsWrong) {
  Buffer buffer;
  EXPECT_THROW(OpenInput(buffer, "/nowhere/at/all"), InputError);
  EXPECT_THROW(OpenInput(buffer, "/"), InputError);
  EXPECT_THROW(static_cast<void>(OpenInput(buffer, "/proc/self/mem").rest()), InputError);
}

}  // namespace
}  // namespace absolve::cli
