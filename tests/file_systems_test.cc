#include <string>

#include "support/injected.h"

namespace absolve {
namespace {

/// File systems that lack something, as support/injector.cc shows them to the program.
class FileSystems : public test::InjectedTest {
 protected:
  [[nodiscard]] static test::ShellResult run(const std::string& script) {
    return run_injected(R"sh(
# All files belong to the same user and have the same mode there, whatever anybody asks for.
vfat='tmpfile 0 EOPNOTSUPP
link 0 EPERM
linkat 0 EPERM
fchmod 0 EPERM
fchown 0 EPERM
'
# Nor can any of these look and rename in one step.
old="$vfat"'renameat2 0 EINVAL
'
umask 077; echo '<a href=x>' > old; echo '<a href=http://h/x>' > new
)sh" + script);
  }
};

TEST_F(FileSystems, WithoutLinksTheOriginalIsRenamed) {
  const test::ShellResult result = run(R"sh(
for system in "$vfat" "$old"; do
  rm -f p p.bak; cp old p
  inject "$system" absolve -qu http://h/ -i.bak p; echo $?; cmp p new; cmp p.bak old; ls -A
  cp old p; echo other > p.bak
  inject "$system" absolve -qu http://h/ -i.bak p; echo $?; cmp p old; cat p.bak
done
)sh");
  const std::string once = "0\nnew\nold\np\np.bak\n2\nother\n";
  EXPECT_EQ(result.out, once + once);
  const std::string told = "absolve: p: cannot keep the original as p.bak: File exists\n";
  EXPECT_EQ(result.err, told + told);
}

TEST_F(FileSystems, ARenamedOriginalComesBackWhereItIsNotReplaced) {
  const test::ShellResult result = run(R"sh(
cp old p; inject "${vfat}rename 1 EIO" absolve -qu http://h/ -i.bak p; echo $?; cmp p old; ls -A
)sh");
  EXPECT_EQ(result.out, "2\nnew\nold\np\n");
  EXPECT_EQ(result.err, "absolve: p: cannot put the new file in place: Input/output error\n");
}

TEST_F(FileSystems, WhatIsDifferentIsToldUnderVerbose) {
  const test::ShellResult result = run(R"sh(
mkdir d; cp old d/p; chmod 644 d/p; umask 022
for verbose in '' -v; do
  rm -rf o; cp old p; chmod 600 p; rm -f p.bak
  inject "$vfat" absolve $verbose -u http://h/ --output-dir o d/p 2>&1 | grep -c modes; cmp o/d/p new
  inject "$vfat" absolve $verbose -u http://h/ -i.bak p 2>&1 | grep -c links:; cmp p new
done
)sh");
  EXPECT_EQ(result.out, "0\n0\n1\n1\n");
  EXPECT_EQ(result.err, "");
}

/// What can't be kept is no reason to lose what others have chosen.
TEST_F(FileSystems, AModeThatCannotBeKeptLeavesTheFile) {
  const test::ShellResult result = run(R"sh(
cp old p; chmod 644 p; inject "$vfat" absolve -qu http://h/ -i p; echo $?; cmp p old
)sh");
  EXPECT_EQ(result.out, "2\n");
  EXPECT_EQ(result.err, "absolve: p: cannot set the mode: Operation not permitted\n");
}

TEST_F(FileSystems, MailboxesAreLockedWithoutLinks) {
  const test::ShellResult result = run(R"sh(
for system in "$vfat" "$old"; do
  printf 'From a@h Mon Jun  3 10:00:00 1996\nContent-Type: text/html\n\n<a href=x>\n\n' > box
  case $system in *renameat2*) put=2 ;; *) put=1 ;; esac
  inject "${system}rename $put run ls -A > seen; tail -c 8 box.lock >> seen" absolve -qu http://h/ -i box; echo $?
  grep -c 'http://h/x' box; grep 'lock\|absolve$' seen; rm seen; ls -A
done
)sh");
  const std::string once = "0\n1\nbox.lock\nabsolve\nbox\nnew\nold\n";
  EXPECT_EQ(result.out, once + once) << result.err;
}

/// Their names are in folders that were there, too.
TEST_F(FileSystems, WhatIsMadeToLastIsNamedInFoldersThatLast) {
  const test::ShellResult result = run(R"sh(
mkdir -p d/e; cp old d/e/p
for call in 1 2 3; do
  rm -rf o; inject "fsync $call EIO" absolve -qu http://h/ -r --fsync=full --output-dir o d; echo $?
done
rm -rf o; inject 'fsync 1 EIO' absolve -qu http://h/ --fsync=full --only-changed --output-dir o d/e/p; echo $?
)sh");
  EXPECT_EQ(result.out, "2\n2\n2\n2\n");
  EXPECT_EQ(result.err,
            "absolve: o: cannot write ./: Input/output error\n"
            "absolve: o/e: cannot write o/: Input/output error\n"
            "absolve: d/e/p: cannot write: Input/output error\n"
            "absolve: d/e/p: cannot write ./: Input/output error\n");
}

}  // namespace
}  // namespace absolve
