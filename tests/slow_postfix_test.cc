#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "support/recipe.h"
#include "support/shell.h"

namespace absolve {
namespace {

/// A Postfix of its own on this host, with its configuration at /etc/postfix for its processes alone. In the folder are
/// the recipe for its master.cf, and the script that it runs.
constexpr const char* set_up = R"sh(
{ [ $(id -u) = 0 ] && unshare -m true; } 2> /dev/null || { echo skip; exit; }
[ $$ = "${inside-}" ] || inside=$$ exec unshare -m sh "$0"
mkdir conf queue data bin mail; chmod 755 . bin; chmod 1777 mail; chown postfix data
cp "$(command -v absolve)" bin; { echo '#!/bin/sh'; echo "PATH=$PWD/bin:\$PATH"; cat script; } > bin/absolve-mail
chmod 755 bin/*
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cp -r /etc/postfix/postfix-files* conf
cat > conf/main.cf << END
compatibility_level = 3.6
queue_directory = $PWD/queue
data_directory = $PWD/data
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.b.example
mydestination =
alias_maps =
virtual_mailbox_domains = b.example
virtual_mailbox_maps = static:inbox
virtual_mailbox_base = $PWD/mail
virtual_uid_maps = static:$(id -u nobody)
virtual_gid_maps = static:$(id -g nobody)
maillog_file = $PWD/log
maillog_file_prefixes = $PWD
END
sed "s|^smtp   *inet  n       -       y|127.0.0.1:$port inet n - n|; s|/usr/local/bin|$PWD/bin|; s|user=filter|user=nobody|" \
  recipe > conf/master.cf
cat >> conf/master.cf << END
pickup     unix n - n 1 1 pickup
cleanup    unix n - n - 0 cleanup
qmgr       unix n - n 300 1 qmgr
rewrite    unix - - n - - trivial-rewrite
bounce     unix - - n - 0 bounce
defer      unix - - n - 0 bounce
trace      unix - - n - 0 bounce
error      unix - - n - - error
retry      unix - - n - - error
virtual    unix - n n - - virtual
proxymap   unix - - n - - proxymap
showq      unix n - n - - showq
flush      unix n - n 1000? 0 flush
postlog    unix-dgram n - n - 1 postlogd
END
mount --bind conf /etc/postfix || exit
trap 'postfix stop 2> stopped' EXIT
postfix start 2> started || { cat started log; exit; }
send() {  # send SENDER LINK
  printf 'From: a@a.example\nContent-Base: http://a.example/garden/\nContent-Type: text/html\n\n<a href=%s>\n' $2 > message
  python3 -c 'import smtplib, sys
smtplib.SMTP("127.0.0.1", sys.argv[1]).sendmail(sys.argv[2], "me@b.example", open("message").read())' $port "$1"
}
wait_until() { for try in $(seq 600); do "$@" 2> /dev/null && return; sleep 0.1; done; echo "waited for $*"; cat log; }
has_arrived() { [ $(grep -c '^<a' mail/inbox) = $1 ]; }
is_queue_empty() { postqueue -p | grep -q 'queue is empty'; }
)sh";

/// `script` is run when it has started.
test::ShellResult run_with_postfix(const std::string& script) {
  const test::TemporaryDirectory place;
  std::ofstream(place.path() + "/script", std::ios::binary) << test::recipe_for_servers();
  std::ofstream(place.path() + "/recipe", std::ios::binary) << test::recipe("postfix");
  test::ShellResult result = test::run_shell_with("postfix python3 unshare", set_up + script, place.path());
  if (result.out == "skip\n") result = {"root, with mounts of its own,\n", {}, test::missing};
  return result;
}

TEST(SlowPostfix, PassesMailOnRewritten) {
  const test::ShellResult result = run_with_postfix(R"sh(
send a@a.example june.html; wait_until has_arrived 1
send '' may.html; wait_until has_arrived 2
grep -e '^<a' -e ^Return mail/inbox; wait_until is_queue_empty
)sh");
  if (result.status == test::missing) GTEST_SKIP() << "skipped: " << result.out << " is missing";
  EXPECT_EQ(result.out,
            "Return-Path: <a@a.example>\n<a href=http://a.example/garden/june.html>\n"
            "Return-Path: <>\n<a href=http://a.example/garden/may.html>\n")
      << result.err;
}

TEST(SlowPostfix, LosesNoMailWhereAbsolveFails) {
  const test::ShellResult result = run_with_postfix(R"sh(
count=0
for how in 'exit 1' 'exit 2' 'exit 3' 'exit 64' 'kill -9 $$'; do
  printf '#!/bin/sh\necho "<a href=half"; %s\n' "$how" > bin/absolve
  send a@a.example $count.html; count=$((count + 1)); wait_until has_arrived $count
done
rm bin/absolve; send a@a.example $count.html; wait_until has_arrived 6
grep -e '^<a' -e MAILER mail/inbox; wait_until is_queue_empty
)sh");
  if (result.status == test::missing) GTEST_SKIP() << "skipped: " << result.out << " is missing";
  std::string expected;
  for (int i = 0; i < 6; ++i) expected += "<a href=" + std::to_string(i) + ".html>\n";
  EXPECT_EQ(result.out, expected) << result.err;
}

/// The message stays in the queue, is not returned to its sender, and arrives when there is a place for it again.
TEST(SlowPostfix, TriesAgainWhatElseFails) {
  const test::ShellResult result = run_with_postfix(R"sh(
printf '#!/bin/sh\nexit 1\n' > bin/mktemp; chmod 755 bin/mktemp
send a@a.example june.html; wait_until grep -q status=deferred log
postqueue -p | grep -c a@a.example; grep -c status=bounced log; ls mail
rm bin/mktemp; postqueue -f; wait_until has_arrived 1
grep '^<a' mail/inbox; wait_until is_queue_empty
)sh");
  if (result.status == test::missing) GTEST_SKIP() << "skipped: " << result.out << " is missing";
  EXPECT_EQ(result.out, "1\n0\n<a href=http://a.example/garden/june.html>\n") << result.err;
}

}  // namespace
}  // namespace absolve
