#include <gtest/gtest.h>

#include <string>

#include "support/shell.h"

namespace absolve {
namespace {

/// Runs a script in which `inject RULES COMMAND...` runs a command while support/injector.cc lets system calls go
/// wrong.
class Injected : public testing::Test {
 protected:
  void SetUp() override {
    if (ABSOLVE_SANITIZED != 0) GTEST_SKIP() << "skipped: a sanitizer wants to be loaded first";
  }

  [[nodiscard]] static test::ShellResult run(const std::string& script) {
    const test::TemporaryDirectory place;
    return test::run_shell(R"sh(
inject() { rules=$1; shift; INJECT="$rules" LD_PRELOAD=')sh" ABSOLVE_INJECTOR R"sh(' "$@"; }
message() { printf 'From a@h Mon Jun  3 10:00:00 1996\nContent-Type: text/html\n\n<a href=x%s>\n\n' $1; }
message 1 > box; message 2 > late; cp box fresh
)sh" + script,
                           place.path());
  }
};

/// Whatever fails, the mailbox is as it was, or new, as is told; never new where it is told to have failed.
TEST_F(Injected, AMailboxThatIsReportedAsFailedIsAsItWas) {
  for (const std::string rule : {"fsync 1 EIO", "fsync 1 ENOSPC", "rename 1 EIO", "linkat 2 EIO"}) {
    for (const std::string options : {"-i", "-i --fsync=full", "-o box"}) {
      const test::ShellResult result = run("inject '" + rule + "' absolve -qu http://h/ " + options +
                                           " box 2> told; echo $?; wc -l < told; cmp box fresh || cat box; ls -A");
      EXPECT_EQ(result.out, "2\n1\nbox\nfresh\nlate\ntold\n") << rule << ", " << options << result.err;
    }
  }
}

/// Who had it open before may write on.
TEST_F(Injected, MailForAMailboxThatFailsStays) {
  const test::ShellResult result =
      run("exec 9>> box\ninject 'fsync 1 EIO' absolve -qu http://h/ -i box --report r 9>&-; echo $?; cat late >&9\n"
          "cat late >> fresh; cmp box fresh || cat box; grep -c '\"status\":\"failed\"' r");
  EXPECT_EQ(result.out, "2\n1\n") << result.err;
}

/// Who may write in its folder could have root append to any file.
TEST_F(Injected, LateMailGoesIntoNoOtherFile) {
  for (const std::string swap : {"ln -s elsewhere box", "mv elsewhere box", "mkfifo box", ":"}) {
    for (const std::string options : {"-i", "-o box"}) {
      const test::ShellResult result =
          run("cp fresh elsewhere\ninject 'rename 1 run cat late >> box\nunlink 1 run rm box; " + swap +
              "' timeout 20 absolve -qu http://h/ " + options +
              " box; echo $?; if [ -f elsewhere ]; then cmp elsewhere fresh; else cmp box fresh; fi");
      EXPECT_EQ(result.out, "2\n") << swap << ", " << options << result.err;
      EXPECT_NE(result.err.find("box: "), std::string::npos) << result.err;
    }
  }
}

}  // namespace
}  // namespace absolve
