#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "support/shell.h"

namespace absolve {
namespace {

/// What runs over many files leaves as it was, or takes along, beside the bytes of the files.
class Bulk : public testing::Test {
 protected:
  [[nodiscard]] test::ShellResult run(const std::string& script) const {
    return test::run_shell(script, place_.path());
  }

  /// Whether a script does it all here.
  [[nodiscard]] bool can(const std::string& script) const {
    const test::TemporaryDirectory place;
    return test::run_shell(script, place.path()).status == 0;
  }

  test::TemporaryDirectory place_;
};

const std::string make_page = "mkdir -p d; echo '<a href=x>' > d/p.html; ";

TEST_F(Bulk, TakesAttributesAlong) {
  if (!can("touch p && setfattr -n user.x -v y p && getfattr -d p")) {
    GTEST_SKIP() << "skipped: no extended attributes on this file system, or no setfattr";
  }
  const std::string set = "setfattr -n user.xdg.origin.url -v http://";
  const std::string get = "get() { getfattr --only-values -n user.$2 $1 2> /dev/null || echo -n none; echo; }; ";
  const test::ShellResult result =
      run(get + make_page + set + "one.h/ d/p.html; setfattr -n user.a -v b d/p.html; " +
          "printf '\\1' > d/x.png; setfattr -n user.a -v c d/x.png\n" +
          "absolve -q -r --output-dir o d; cat o/p.html; get o/p.html xdg.origin.url; "
          "get o/p.html a; get o/x.png a; get d/p.html a\n" +
          // over an old one: those of the input, and no other
          "setfattr -n user.old -v 1 o/p.html; setfattr -x user.a d/p.html; " + set + "two.h/ d/p.html\n" +
          "absolve -q -r --output-dir o d; cat o/p.html; get o/p.html xdg.origin.url; "
          "get o/p.html a; get o/p.html old\n" +
          // in place, with what is kept beside
          "absolve -q -r -i.orig d; cat d/p.html d/p.html.orig; "
          "get d/p.html xdg.origin.url; get d/p.html.orig xdg.origin.url");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out,
            "<a href=http://one.h/x>\nhttp://one.h/\nb\nc\nb\n"
            "<a href=http://two.h/x>\nhttp://two.h/\nnone\nnone\n"
            "<a href=http://two.h/x>\n<a href=x>\nhttp://two.h/\nhttp://two.h/\n");
}

/// The rights of a program are for the bytes that it had: whoever may write these may not give them to others.
TEST_F(Bulk, TakesNoCapabilitiesAlong) {
  const std::string allow =
      "allow() { python3 -c \"import os; os.setxattr('$1', 'security.capability', b'\\1\\0\\0\\2\\0\\4' + "
      "bytes(14))\"; }; ";
  if (!can(allow + "touch p && allow p")) {
    GTEST_SKIP() << "skipped: capabilities can't be set on this file system, or not by this user";
  }
  const test::ShellResult result = run(allow + make_page +
                                       "allow d/p.html; absolve -qu http://h/ -i d/p.html; echo $?; cat d/p.html\n"
                                       "python3 -c \"import os; print(os.listxattr('d/p.html'))\"");
  EXPECT_EQ(result.out, "0\n<a href=http://h/x>\n[]\n") << result.err;
}

/// What downloaders wrote down counts after all that is said elsewhere.
TEST_F(Bulk, FindsUrlsInAttributes) {
  if (!can("touch p && setfattr -n user.xdg.origin.url -v http://h/ p")) {
    GTEST_SKIP() << "skipped: no extended attributes on this file system, or no setfattr";
  }
  const test::ShellResult result =
      run(make_page +
          "touch d/x; setfattr -n user.xdg.origin.url -v http://attribute.h/ d/p.html; printf "
          "'d/p.html\\thttp://map.h/\\n' > map\n"
          "base() { absolve -q -r --list --json \"$@\" d | sed 's/.*\"base\"/\"base\"/; s/,\"res.*\"act/,\"act/'; }\n"
          "base; base --local-links=keep; base --local-links=resolve; base --no-marks; rm d/x; base --url-map map; "
          "base --url-prefix "
          "d=http://prefix.h; "
          "base -u http://url.h/; echo '<!-- saved from url=(0007)http://mark.h/ --><a href=x>' > d/p.html; base\n"
          "absolve --explain d/p.html | grep -c 'extended attribute'");
  EXPECT_EQ(result.out,
            "\"base\":\"http://attribute.h/\",\"base_from\":\"xattr\",\"action\":\"rewrite\"}\n"
            "\"base\":\"http://attribute.h/\",\"base_from\":\"xattr\",\"action\":\"keep\",\"reason\":\"local-copy\"}\n"
            "\"base\":\"http://attribute.h/\",\"base_from\":\"xattr\",\"action\":\"rewrite\"}\n"
            "\"base\":null,\"base_from\":\"none\",\"action\":\"keep\",\"reason\":\"no-base\"}\n"
            "\"base\":\"http://map.h/\",\"base_from\":\"url-map\",\"action\":\"rewrite\"}\n"
            "\"base\":\"http://prefix.h/p.html\",\"base_from\":\"url-prefix\",\"action\":\"rewrite\"}\n"
            "\"base\":\"http://url.h/p.html\",\"base_from\":\"retrieval\",\"action\":\"rewrite\"}\n"
            "\"base\":\"http://mark.h/\",\"base_from\":\"mark-of-the-web\",\"action\":\"rewrite\"}\n"
            "1\n");
}

TEST_F(Bulk, KeepsAccessControlLists) {
  if (!can("touch p && setfacl -m u:1234:rw p && getfacl -n p | grep -q 1234")) {
    GTEST_SKIP() << "skipped: no access control lists on this file system, or no setfacl";
  }
  const test::ShellResult result =
      run("umask 022; acl() { for file in \"$@\"; do getfacl -cn $file | grep -c 1234; done; }\n" + make_page +
          "cp d/p.html d/q.html; setfacl -m u:1234:rw d/p.html\n"
          "absolve -q -r -u http://h/ --output-dir o d; setfacl -m u:1234:rw o/q.html\n"
          "absolve -q -r -u http://g/ --output-dir o d; grep -h href o/*; acl o/q.html\n"  // that of the old one
          "absolve -q -r -u http://h/ -i.orig d; grep -h href d/p.html; acl d/p.html d/p.html.orig d/q.html");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, "<a href=http://g/x>\n<a href=http://g/x>\n1\n<a href=http://h/x>\n1\n1\n0\n");
}

TEST_F(Bulk, KeepsOwnersWhereThereWasAFile) {
  if (::geteuid() != 0) GTEST_SKIP() << "skipped: only root can give files away";
  const test::ShellResult result =
      run("umask 027; stats() { stat -c '%u %g %a %n' \"$@\"; }\n" + make_page +
          "chown 1234:2345 d/p.html; chmod 4755 d/p.html; absolve -q -r -u http://h/ --output-dir o d; stats o/p.html\n"
          "chown 12:23 o/p.html; chmod 604 o/p.html; absolve -q -r -u http://g/ --output-dir o d; stats o/p.html\n"
          "chmod 640 d/p.html; absolve -q -r -u http://g/ -i.orig d; stats d/*; cat o/p.html d/p.html");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out,
            "0 0 750 o/p.html\n12 23 604 o/p.html\n1234 2345 640 d/p.html\n1234 2345 640 d/p.html.orig\n"
            "<a href=http://g/x>\n<a href=http://g/x>\n");
}

TEST_F(Bulk, ReportsFilesThatFail) {
  if (::geteuid() != 0) GTEST_SKIP() << "skipped: only root can be somebody else";
  const std::string as_other = "setpriv --reuid 65534 --regid 65534 --clear-groups ";
  if (!can("chmod 755 .; " + as_other + "absolve --version")) GTEST_SKIP() << "skipped: no setpriv, or no way there";
  const test::ShellResult result =
      run(make_page +
          "mkdir d/dark o; cp d/p.html d/dark/q.html; cp d/p.html d/a.html; cp d/p.html d/z.html\n"
          "chown -R 65534:65534 . ; chmod 000 d/p.html d/dark; cut='s|\"exit\".*\"error\"|\"error\"|'\n" +
          as_other +
          "absolve -r -u http://h/ --report r --report-html page --output-dir o d 2> told; echo $?; sed 's/, [0-9.]* "
          "s$//' told; sed $cut r; find o | sort\n" +
          as_other +
          "absolve -r -i -u http://h/ --report r d 2> told; echo $?; sed 's/, [0-9.]* s$//' told; sed $cut r; cat "
          "d/*.html; grep -c 'Permission denied' page\n" +
          as_other +
          "absolve -r --list -u http://h/ --report r d 2> told > list; echo $?; sed 's/, [0-9.]* s$//' told; sed $cut "
          "r; cat list");
  EXPECT_EQ(result.out, R"(2
absolve: d/dark: cannot list: Permission denied
absolve: d/p.html: cannot open: Permission denied
4 files, 2 changed, 0 unchanged, 0 skipped, 2 failed, 2 links
{"file":"d/a.html","status":"changed","error":null}
{"file":"d/dark","status":"failed","error":"cannot list: Permission denied"}
{"file":"d/p.html","status":"failed","error":"cannot open: Permission denied"}
{"file":"d/z.html","status":"changed","error":null}
o
o/a.html
o/z.html
2
absolve: d/dark: cannot list: Permission denied
absolve: d/p.html: cannot open: Permission denied
4 files, 2 changed, 0 unchanged, 0 skipped, 2 failed, 2 links
{"file":"d/a.html","status":"changed","error":null}
{"file":"d/dark","status":"failed","error":"cannot list: Permission denied"}
{"file":"d/p.html","status":"failed","error":"cannot open: Permission denied"}
{"file":"d/z.html","status":"changed","error":null}
<a href=http://h/x>
<a href=x>
<a href=http://h/x>
2
2
absolve: d/dark: cannot list: Permission denied
absolve: d/p.html: cannot open: Permission denied
4 files, 0 changed, 2 unchanged, 0 skipped, 2 failed, 2 links
{"file":"d/a.html","status":"unchanged","error":null}
{"file":"d/dark","status":"failed","error":"cannot list: Permission denied"}
{"file":"d/p.html","status":"failed","error":"cannot open: Permission denied"}
{"file":"d/z.html","status":"unchanged","error":null}
d/a.html: 1 link
  1:9  a href  http://h/x  (absolute)
d/z.html: 1 link
  1:9  a href  http://h/x  (absolute)
)");
}

/// As --fsync says: nothing is forced onto the disk, each file, or the folder as well, once for all in it.
TEST_F(Bulk, ForcesOntoTheDiskWhatIsAskedFor) {
  if (!can("strace -f -o t -e trace=fsync true")) GTEST_SKIP() << "skipped: strace is missing, or may not trace";
  const test::ShellResult result =
      run(make_page +
          "cp d/p.html d/q.html; cp d/p.html d/r.html; cp -r d before\n"
          "for how in none file full; do rm -r d; cp -r before d\n"
          "strace -f -o calls -e trace=fsync,fdatasync absolve -q -r -i -j 1 -u http://h/ --fsync=$how d; "
          "echo $how $(grep -c 'sync(' calls); done; cat d/*");
  EXPECT_EQ(result.out, "none 0\nfile 3\nfull 4\n<a href=http://h/x>\n<a href=http://h/x>\n<a href=http://h/x>\n");
}

/// However few files may be open, and however many workers are asked for: all are done.
TEST_F(Bulk, DoesWithFewDescriptors) {
  const std::string few = "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit -n 16; ";
  if (!can(few + "absolve --version")) GTEST_SKIP() << "skipped: a sanitizer needs more descriptors";
  const test::ShellResult result =
      run("mkdir d; i=0; while [ $i -lt 600 ]; do echo '<a href=x>' > d/$i.html; i=$((i+1)); done\n"
          "few() { (" +
          few +
          "absolve \"$@\" 2>&1 | sed 's/, [0-9.]* s$//'); }\n"
          "few -r -j 8 -u http://h/ --output-dir o d; few -r -j 8 -u http://h/ -i d; few -r -j 64 --fsync=none -u "
          "http://h/ --output-dir p d\n"
          "few -r -j 8 -u http://h/ -n -i d; diff -r d o; diff -r d p; cat d/* | sort | uniq -c");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out,
            "600 files, 600 changed, 0 unchanged, 0 skipped, 0 failed, 600 links\n"
            "600 files, 600 changed, 0 unchanged, 0 skipped, 0 failed, 600 links\n"
            "600 files, 0 changed, 600 unchanged, 0 skipped, 0 failed, 600 links\n"
            "600 files, 0 changed, 600 unchanged, 0 skipped, 0 failed, 600 links\n"
            "    600 <a href=http://h/x>\n");
}

}  // namespace
}  // namespace absolve
