#include <gtest/gtest.h>

#include "support/shell.h"

namespace absolve {
namespace {

/// vfat itself, which has no hard links, no owners and no modes; tests/file_systems_test.cc asks more, without it.
TEST(SlowFileSystems, VfatIsServed) {
  const test::TemporaryDirectory place;
  const test::ShellResult result = test::run_shell_with("mkfs.vfat unshare mount", R"sh(
dd if=/dev/zero of=image bs=1M count=8 2> /dev/null; mkfs.vfat image > /dev/null || exit 77; mkdir m
cat > script <<'END'
mount -o loop image m 2> /dev/null || exit 77
cd m
for name in a b; do echo '<a href=x>' > $name.html; done
printf 'From a@h Mon Jun  3 10:00:00 1996\nContent-Type: text/html\n\n<a href=x>\n\n' > box
for name in a.html b.html box; do cp $name ../$name.old; done
absolve -qu http://h/ -i.bak a.html; echo $?; cmp a.html.bak ../a.html.old
absolve -qu http://h/ -i b.html box; echo $?
absolve -qu http://h/ --fsync=full --output-dir o ../a.html.old; echo $?
absolve -u http://h/ -o c.html ../a.html.old; echo $?
grep -l 'http://h/x' *.html box o/* ; ls -A; cd ..; umount m
END
unshare -m sh script
)sh",
                                                        place.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: no vfat can be mounted here " << result.out;
  EXPECT_EQ(result.out,
            "0\n0\n0\n0\na.html\nb.html\nc.html\nbox\no/a.html.old\n"
            "a.html\na.html.bak\nb.html\nbox\nc.html\no\n");
  EXPECT_EQ(result.err, "");
}

}  // namespace
}  // namespace absolve
