#include <string>
#include <utility>
#include <vector>

#include "support/injected.h"

namespace absolve {
namespace {

class Injected : public test::InjectedTest {
 protected:
  [[nodiscard]] static test::ShellResult run(const std::string& script) {
    return run_injected(R"sh(
message() { printf 'From a@h Mon Jun  3 10:00:00 1996\nContent-Type: text/html\n\n<a href=x%s>\n\n' $1; }
message 1 > box; message 2 > late; cp box fresh
)sh" + script);
  }
};

/// Whatever fails, the mailbox is as it was, or new, as is told; never new where it is told to have failed.
TEST_F(Injected, AMailboxThatIsReportedAsFailedIsAsItWas) {
  for (const std::string rule : {"fsync 1 EIO", "fsync 1 ENOSPC", "rename 1 EIO", "linkat 1 EIO"}) {
    for (const std::string options : {"-i", "-i --fsync=full", "-o box"}) {
      const test::ShellResult result = run("inject '" + rule + "' absolve -qu http://h/ " + options +
                                           " box 2> told; echo $?; wc -l < told; cmp box fresh || cat box; ls -A");
      EXPECT_EQ(result.out, "2\n1\nbox\nfresh\nlate\ntold\n") << rule << ", " << options << result.err;
    }
  }
}

/// Many new files are brought to disk with all of their file system; where that fails, each by itself.
TEST_F(Injected, NewFilesAreSyncedTogetherOrEachByItself) {
  const std::string make =
      "mkdir in; for i in $(seq 10 49); do echo '<a href=x>' > in/$i.html; done\n"
      "run() { inject \"$1\" absolve -rqu http://h/ --output-dir out in 2> told; echo $?; wc -l < told\n"
      "cat out/* | grep -c '<a href=http://h/x>'; rm -r out; }\n";
  const test::ShellResult used = run(make + "run 'syncfs 1 run touch used'; ls used");
  if (used.out == "0\n0\n40\n")
    GTEST_SKIP() << "skipped: syncfs is not used here (another file system, or Linux before 5.8)";
  EXPECT_EQ(used.out, "0\n0\n40\nused\n") << used.err;
  const test::ShellResult failed =
      run("rm -r in\n" + make + "run 'syncfs 1 EIO'; run 'syncfs 1 EIO\nfsync 3 EIO'; cat told");
  EXPECT_EQ(failed.out, "0\n0\n40\n2\n1\n39\nabsolve: in/12.html: cannot write: Input/output error\n") << failed.err;
}

/// What could not be written is told once, and may be of files that are still to be put in place: they are asked, too.
TEST_F(Injected, AfterAFailureOfAllEachFileIsSyncedByItself) {
  const test::ShellResult result =
      run("mkdir in; for i in $(seq 100 249); do echo '<a href=x>' > in/$i.html; done\n"
          "inject 'syncfs 1 EIO\nfsync 100 EIO' absolve -rqu http://h/ -j2 --output-dir out in 2> told; echo $?\n"
          "wc -l < told; ls out | wc -l; inject 'syncfs 1 run touch used' absolve -rqu http://h/ --output-dir o in; ls "
          "used");
  if (!result.err.empty())
    GTEST_SKIP() << "skipped: syncfs is not used here (another file system, or Linux before 5.8)";
  EXPECT_EQ(result.out, "2\n1\n149\nused\n");
}

/// Who had it open before may write on.
TEST_F(Injected, MailForAMailboxThatFailsStays) {
  const test::ShellResult result =
      run("exec 9>> box\ninject 'fsync 1 EIO' absolve -qu http://h/ -i box --report r 9>&-; echo $?; cat late >&9\n"
          "cat late >> fresh; cmp box fresh || cat box; grep -c '\"status\":\"failed\"' r");
  EXPECT_EQ(result.out, "2\n1\n") << result.err;
}

/// The first signal ends a run tidily, a second one that comes later at once.
TEST_F(Injected, ASecondSignalEndsARunAtOnce) {
  const auto ended = [](const std::string& pause) {
    return run("inject 'rename 1 run kill -TERM $PPID; " + pause +
               "kill -TERM $PPID' absolve -qu http://h/ -i box; echo $?; ls box.lock 2> /dev/null")
        .out;
  };
  EXPECT_EQ(ended(""), "143\n");
  EXPECT_EQ(ended("sleep 0.5; "), "143\nbox.lock\n");
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

/// Mail that comes between the last look at the mailbox and its replacement.
const std::string late_mail = "rename 1 run cat late >> box\n";

TEST_F(Injected, LateMailIsBroughtOver) {
  for (const std::string options : {"-i", "-i --fsync=full", "-i.orig", "-o box"}) {
    const test::ShellResult result = run("inject '" + late_mail + "' absolve -qu http://h/ " + options +
                                         " box; echo $?; absolve -qu http://h/ fresh | cat - late | cmp - box; "
                                         "rm -f box.orig; ls -A");
    EXPECT_EQ(result.out, "0\nbox\nfresh\nlate\n") << options << result.err;
  }
}

/// It is brought over whole or not at all; what is not is kept, where it is told, for the next run.
TEST_F(Injected, LateMailThatCannotBeBroughtOverIsKept) {
  const std::string look =
      "echo $?; grep -c 'late mail is at the end of .absolve-old-72-box' told; absolve -qu http://h/ fresh | cmp - "
      "box\ncat fresh late | cmp - .absolve-old-*; stat -c %a .absolve-old-*\n"
      "absolve -qu http://h/ -i box; echo $?; cat fresh late | absolve -qu http://h/ | cmp - box; ls -A\n";
  for (const std::string trouble :
       {"fallocate 1 ENOSPC", "write 1 ENOSPC", "write 1 short\nwrite 2 ENOSPC", "fsync 2 EIO", "linkat 3 EIO"}) {
    const test::ShellResult result =
        run("inject '" + late_mail + trouble + "' absolve -qu http://h/ -i box 2> told; " + look);
    EXPECT_EQ(result.out, "2\n1\n600\n0\nbox\nfresh\nlate\ntold\n") << trouble << result.err;
  }
}

/// What others append while late mail is brought over is theirs, even where bringing it over fails.
TEST_F(Injected, MailThatOthersAppendMeanwhileStays) {
  const test::ShellResult result =
      run("message 3 > later; inject '" + late_mail +
          "write 1 run cat later >> box\nfsync 2 EIO' absolve -qu http://h/ -i box 2> told; echo $?; wc -l < told\n"
          "absolve -qu http://h/ fresh | cat - later late | cmp - box\n"
          "absolve -qu http://h/ -i box; echo $?; cat fresh later late | absolve -qu http://h/ | cmp - box; ls -A");
  EXPECT_EQ(result.out, "2\n1\n0\nbox\nfresh\nlate\nlater\ntold\n") << result.err;
}

/// Whether a mailbox is still the one that was replaced is asked by its name. Where there is no answer, late mail is
/// not left behind in silence.
TEST_F(Injected, AMailboxThatCannotBeExaminedIsTold) {
  const test::ShellResult result =
      run("for n in $(seq 10); do cp fresh box; inject '" + late_mail +
          "fstatat '$n' EIO' absolve -qu http://h/ -i box 2> told; status=$?\n"
          "case $status in 0) test ! -s told || echo $n told;; 2) test -s told || echo $n not told;; *) echo $status; "
          "esac\n"
          "if [ $status = 0 ] && ls .absolve-old-* > seen 2>&1; then echo $n left $(cat told); fi\n"
          "absolve -qu http://h/ -i box; cat fresh late | absolve -qu http://h/ > whole; cmp -s whole box || "
          "absolve -qu http://h/ fresh | cmp - box; test $status = 0 || echo failed >> failures; done; sort failures | "
          "uniq\n"
          "ls -A | grep absolve");
  EXPECT_EQ(result.out, "failed\n") << result.err;
}

/// An error of the disk says nothing about what is on it.
TEST_F(Injected, AWaczThatCannotBeReadFails) {
  const std::string wacz = ABSOLVE_TESTDATA "/cli/wacz/x.wacz";
  for (const std::string options : {"-i", "--list", "-o y"}) {
    const test::ShellResult result =
        run("cp " + wacz + " .; for n in $(seq 200); do inject \"pread $n EIO\" absolve -q " + options +
            " x.wacz > links 2> told; status=$?; [ $status != 0 ] || break\n"
            "echo $status $(grep -c 'Input/output error' told); cmp x.wacz " +
            wacz + "; ls -A | grep -v -e box -e fresh -e late -e links -e told -e x.wacz; done | sort -u");
    EXPECT_EQ(result.out, "2 1\n") << options << result.err;
  }
}

/// Wherever a run is killed, the next one has all mail, once.
TEST_F(Injected, LateMailOutlivesAKill) {
  for (const std::string call : {"rename 2", "unlink 1", "fallocate 1", "write 1", "fsync 2", "unlink 2", "unlink 3"}) {
    const std::string rename = call == "rename 2" ? "rename 1 run cat late >> box; kill -9 $PPID" : late_mail;
    const test::ShellResult result =
        run("inject '" + rename + "\n" + call +
            " run kill -9 $PPID' absolve -qu http://h/ -i box > told 2>&1\n"
            "absolve -qu http://h/ -i box; echo $?; cat fresh late | absolve -qu http://h/ | cmp - box; ls -A");
    EXPECT_EQ(result.out, "0\nbox\nfresh\nlate\ntold\n") << call << result.err;
  }
}

/// What others put beside a mailbox under such a name.
TEST_F(Injected, OldFilesOfOthersAreLeft) {
  const test::ShellResult result =
      run("ln -s late .absolve-old-0-box; echo x > .absolve-old-07-box; mkdir .absolve-old-1-box\n"
          "absolve -qu http://h/ -i box 2> told; echo $?; absolve -qu http://h/ fresh | cmp - box; wc -l < told\n"
          "rm -r .absolve-old-*; cat late > .absolve-old-0-box; chown 65534 .absolve-old-0-box 2> /dev/null || exit 0\n"
          "absolve -qu http://h/ -i box 2> told; echo $?; absolve -qu http://h/ fresh | cmp - box; cat told");
  const std::string first = "2\n2\n";
  EXPECT_TRUE(result.out == first ||
              result.out == first + "2\nabsolve: box: .absolve-old-0-box belongs to another user; left unchanged\n")
      << result.out << result.err;
}

/// What a mail reader does to a message between its new name and the removal of the old one.
TEST_F(Injected, FlagsThatAreSetMeanwhileAreCarriedOver) {
  const std::string in_cur = "cd M; mv new/1.a 'cur/1.a:2,RS'";
  const std::string both = "cd M; mv new/1.a 'cur/1.a:2,S'; mv new/1.a+absolve1 'cur/1.a+absolve1:2,F'";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {in_cur, "cur/1.a+absolve1:2,RS\n"},
      {both, "cur/1.a+absolve1:2,FS\n"},
      {"cd M; mv new/1.a+absolve1 'cur/1.a+absolve1:2,'", "cur/1.a+absolve1:2,\n"},
      {"rm M/new/1.a", "new/1.a+absolve1\n"},
      {in_cur + "; kill -9 $PPID", "cur/1.a+absolve1:2,RS\n"},
      {both + "; kill -9 $PPID", "cur/1.a+absolve1:2,FS\n"},
  };
  for (const auto& [meanwhile, names] : cases) {
    const bool is_killed = meanwhile.ends_with("$PPID");
    const test::ShellResult result =
        run("mkdir -p M/cur M/new M/tmp; sed 1d box > M/new/1.a\n"
            "inject \"unlink 1 run " +
            (is_killed ? std::string(meanwhile).replace(meanwhile.rfind('$'), 1, "\\$") : meanwhile) +
            "\" absolve -qu http://h/ -i M > told 2>&1\n" + (is_killed ? "absolve -qu http://h/ -i M\n" : "") +
            "echo $?; cd M; ls -d */*");
    EXPECT_EQ(result.out, "0\n" + names) << meanwhile << result.err;
  }
}

/// A message that is reported as failed is as it was, and no other stands beside it.
TEST_F(Injected, AMessageThatIsReportedAsFailedIsAsItWas) {
  for (const std::string rule : {"fsync 1 EIO", "fsync 2 EIO", "linkat 1 EIO", "unlink 1 EACCES"}) {
    const test::ShellResult result = run(
        "mkdir -p M/cur M/new M/tmp; sed 1d box > M/new/1.a; cp M/new/1.a fresh; inject '" + rule +
        "' absolve -qu http://h/ -i M --report r 2> told; echo $?; wc -l < told; grep -c '\"status\":\"failed\"' r; "
        "cmp M/new/1.a fresh; find M -type f");
    EXPECT_EQ(result.out, "2\n1\n1\nM/new/1.a\n") << rule << result.err;
  }
}

/// Some file systems list names without saying of what kind they are.
TEST_F(Injected, FoldersAreReadWhereTheyListNoKinds) {
  const test::ShellResult result =
      run("mkdir -p d/e; echo '<a href=x>' > d/a.html; cp d/a.html d/e/b.html; ln -s a.html d/l.html; mkfifo d/p.html\n"
          "inject 'readdir 0 DT_UNKNOWN' absolve -qu http://h/ -ri d; echo $?; cat d/a.html d/e/b.html; ls -F d");
  EXPECT_EQ(result.out,
            "0\n<a href=http://h/x>\n<a href=http://h/e/x>\n"
            "a.html\ne/\nl.html@\np.html|\n")
      << result.err;
}

}  // namespace
}  // namespace absolve
