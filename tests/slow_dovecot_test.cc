#include <gtest/gtest.h>

#include <string>

#include "support/shell.h"

namespace absolve {
namespace {

/// A folder with the configuration of a mail server of its own, for doveadm; it serves no root.
constexpr const char* set_up = R"sh(
uid=$(id -u); gid=$(id -g)
if [ $uid = 0 ]; then uid=65534; gid=65534; chown $uid:$gid .; fi
cat > conf << END
mail_location = $FORM
base_dir = $PWD/run
ssl = no
mail_uid = $uid
mail_gid = $gid
first_valid_uid = 0
first_valid_gid = 0
log_path = $PWD/log
stats_writer_socket_path =
mbox_write_locks = fcntl dotlock
END
export USER=somebody HOME=$PWD
dove() { command=$1; shift; doveadm -c conf "$command" "$@"; }
save() { printf 'Content-Type: text/html\r\nSubject: m%s\n\n<a href=x%s>\n' $1 $1 | dove save -m INBOX; }
)sh";

test::ShellResult run_with_dovecot(const std::string& form, const std::string& script) {
  const test::TemporaryDirectory place;
  return test::run_shell(
      "command -v doveadm > /dev/null || { echo skip; exit; }\nFORM=" + form + "\n" + set_up + script, place.path());
}

TEST(SlowDovecot, FetchesRewrittenMessagesOfAMaildir) {
  const test::ShellResult result = run_with_dovecot("maildir:$PWD/Mail", R"sh(
for i in 1 2 3; do save $i; done
dove flags add '\Seen' mailbox INBOX 1
dove fetch 'size.physical size.virtual text' mailbox INBOX > seen
for base in http://a/ http://b/; do absolve -qu $base -i Mail; done
dove fetch 'uid flags size.physical size.virtual text.utf8' mailbox INBOX | tr -d '\f'
ls Mail/cur Mail/new | grep -c 'absolve1,S=58,W=62'; [ ! -s log ] || cat log
)sh");
  if (result.out == "skip\n") GTEST_SKIP() << "skipped: Dovecot is missing";
  std::string expected;
  for (const std::string number : {"1", "2", "3"}) {
    expected += "uid: " + std::to_string(3 + std::stoi(number)) + "\nflags: " + (number == "1" ? "\\Seen " : "") +
                "\\Recent\nsize.physical: 58\nsize.virtual: 62\ntext.utf8:\nContent-Type: text/html\nSubject: m" +
                number + "\n\n<a href=http://a/x" + number + ">\n\n";
  }
  expected.pop_back();
  EXPECT_EQ(result.out, expected + "3\n") << result.err;
}

/// A delivery that Dovecot refuses, as the mailbox has changed since it last looked, is tried again: that is not lost.
TEST(SlowDovecot, LosesNoMailThatItDeliversMeanwhile) {
  const test::ShellResult result = run_with_dovecot("mbox:$PWD/Mail:INBOX=$PWD/box", R"sh(
save 0
for i in $(seq 40); do for try in 1 2 3 4 5; do save $i && break; done; done & saving=$!
runs=0; while kill -0 $saving 2> /dev/null; do absolve -qu http://h/ -i box || echo failed; runs=$((runs + 1)); done
wait; absolve -qu http://h/ -i box; [ $runs -gt 1 ] || echo "$runs runs"
grep -o '<a href=http://h/x[0-9]*>' box | sort -u | wc -l; dove fetch 'text' mailbox INBOX | grep -c '^Subject: m'; ls box*
)sh");
  if (result.out == "skip\n") GTEST_SKIP() << "skipped: Dovecot is missing";
  EXPECT_EQ(result.out, "41\n41\nbox\n") << result.err;
}

/// A server that has cached how large a message was would cut its new text to that.
TEST(SlowDovecot, ServesWholeMessagesOfAMailboxByImap) {
  const test::ShellResult result = run_with_dovecot("mbox:$PWD/Mail:INBOX=$PWD/box", R"sh(
command -v imap > /dev/null || [ -x /usr/lib/dovecot/imap ] || [ -x /usr/libexec/dovecot/imap ] || { echo skip; exit; }
save() { printf 'Content-Type: text/html\r\nSubject: m%s\n\n<a href=%s>\n' $1 $2 | dove save -m INBOX; }
fetch() { printf '1 SELECT INBOX\n2 FETCH 1:* (%s)\n3 LOGOUT\n' "$1" | dove exec imap 2> log | tr -d '\r'; }
save 1 http://a.example/x1; save 2 x2; save 3 http://a.example/x3
fetch RFC822.SIZE | grep -c FETCH
fetch RFC822.SIZE | grep -o 'UIDVALIDITY [0-9]*' > before
absolve -qu http://a.example/ -i box
fetch 'RFC822.SIZE BODY.PEEK[]' > bodies; grep -o 'UIDVALIDITY [0-9]*' bodies | cmp - before
sed -n '/FETCH (/,/^)/p' bodies; [ ! -s log ] || grep -i 'error\|panic' log
)sh");
  if (result.out == "skip\n") GTEST_SKIP() << "skipped: Dovecot, or its IMAP server, is missing";
  std::string expected = "3\n";
  for (const std::string number : {"1", "2", "3"}) {
    expected += "* " + number + " FETCH (RFC822.SIZE 70 BODY[] {70}\nContent-Type: text/html\nSubject: m" + number +
                "\n\n<a href=http://a.example/x" + number + ">\n)\n";
  }
  EXPECT_EQ(result.out, expected) << result.err;
}

}  // namespace
}  // namespace absolve
