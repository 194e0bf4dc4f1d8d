// Pieces of one input that several threads plan: what comes out is the same as of one, in the same order, and who waits
// for an answer gets it.

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "support/repeated.h"
#include "support/shell.h"

namespace absolve {
namespace {

using test::repeated;

/// Inputs that are long enough for several threads, with a message here and there.
class PieceRuns : public testing::Test {
 protected:
  PieceRuns() {
    std::string mailbox;
    std::string documents;
    std::string references;
    for (int i = 0; i < 1500; ++i) {
      const std::string number = std::to_string(i);
      const std::string base = i % 7 == 0 ? "Content-Base: http://b/" + number + "/\n" : "";
      mailbox += "From a@b Sat Jan  3 01:05:34 1996\nSubject: m" + number + "\nContent-Type: text/html\n" + base +
                 "\n" + repeated("<a href=x" + number + ">\n", static_cast<std::size_t>(i % 50)) + "\n";
      documents += i % 11 == 0  ? "no JSON\n"
                   : i % 5 == 0 ? "{\"reference\":\"../" + number + "\"}\n"
                                : "{\"url\":\"http://h/" + number + "/\",\"body\":\"" +
                                      repeated("<a href=x>", static_cast<std::size_t>(i % 60)) + "\"}\n";
      references += repeated(i % 13 == 0 ? "%\n" : "../x" + number + "\n", 40);
    }
    write("box.mbox", mailbox);
    write("docs.jsonl", documents);
    write("refs.uris", references);
  }

  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(place_.path() + "/" + name, std::ios::binary) << bytes;
  }

  test::TemporaryDirectory place_;
};

TEST_F(PieceRuns, GiveTheSameForAnyNumberOfThreads) {
  const std::string inputs = "box.mbox '-t jsonl docs.jsonl' '-t uris refs.uris'";
  const std::string views = "'' --list '--list --json' --check --explain '-o out' '-r -i --report report'";
  const test::ShellResult result = test::run_shell(
      "for input in " + inputs + "; do for view in " + views +
          "; do\n"
          "for threads in 1 3; do mkdir $threads; cp box.mbox docs.jsonl refs.uris $threads\n"
          "(cd $threads; absolve -j $threads -u http://u/a/b $view $input > shown 2> told; echo $? > status\n"
          " sed -i 's/, [0-9.]* s$//' told)\ndone\n"
          "[ -s 1/shown ] || [ -s 1/out ] || [ -s 1/report ] || echo \"nothing: $view $input\"\n"
          "for threads in 3; do diff -r 1 $threads > /dev/null || echo \"other: $threads $view $input\"; done; rm -r 1 "
          "3\n"
          "done; done",
      place_.path());
  EXPECT_EQ(result.out, "") << result.err;
}

/// Each line is answered before the next one comes, also after much has been read.
TEST_F(PieceRuns, AnswerWhoWaits) {
  const test::ShellResult result = test::run_shell(
      "mkfifo to from; timeout 60 absolve -j 4 -t uris -u http://u/d/ < to > from & exec 3> to 4< from\n"
      "cat refs.uris >&3 & for i in $(seq $(wc -l < refs.uris)); do read -r line <&4; done; wait $!\n"
      "for i in 1 2 3; do echo \"../y$i\" >&3; read -r line <&4; echo \"$line\"; done; exec 3>&-; wait",
      place_.path());
  EXPECT_EQ(result.out, "http://u/y1\nhttp://u/y2\nhttp://u/y3\n") << result.err;
}

/// Messages that have come are written, though the next one is not all there.
TEST_F(PieceRuns, WriteMessagesThatAreWhole) {
  const test::ShellResult result = test::run_shell(
      "mkfifo to; timeout 60 absolve -j 4 -t mbox -u http://u/ < to > out & exec 3> to\n"
      "cat box.mbox >&3; printf 'From a@b Sat Jan  3 01:05:34 1996\\n\\npart' >&3\n"
      "for i in $(seq 300); do grep -q 'Subject: m1000$' out && break; sleep 0.1; done; grep -c 'Subject: m1000$' out\n"
      "exec 3>&-; wait; grep -c ^From out; tail -c 4 out",
      place_.path());
  EXPECT_EQ(result.out, "1\n1501\npart") << result.err;
}

/// Who writes to the input need not end for that.
TEST_F(PieceRuns, EndThoughMoreMayCome) {
  const test::ShellResult result = test::run_shell(
      "for input in box.mbox docs.jsonl refs.uris; do rm -f to; mkfifo to\n"
      "timeout 20 absolve -q -j 4 -t ${input#*.} -u http://u/ < to > /dev/full & exec 3> to\n"
      "cat $input >&3 2> /dev/null; wait $!; echo $?; exec 3>&-; done\n"
      "printf 'WARC/1.0\\r\\nWARC-Type: resource\\r\\nContent-Length: 300000\\r\\n\\r\\n' > x.warc\n"
      "head -c 300000 /dev/zero >> x.warc; printf '\\r\\n\\r\\n' >> x.warc\n"
      "timeout 20 absolve -q -j 4 -t warc --warc-emit response < to > /dev/full & exec 3> to\n"
      "cat x.warc x.warc >&3 2> /dev/null; wait $!; echo $?; exec 3>&-",
      place_.path());
  EXPECT_EQ(result.out, "2\n2\n2\n2\n") << result.err;
}

/// Where nothing can be written, that is told once, and the run ends.
TEST_F(PieceRuns, EndWhereNothingCanBeWritten) {
  const test::ShellResult result = test::run_shell(
      "for i in box.mbox '-t jsonl docs.jsonl' '-t uris refs.uris'; do\n"
      "timeout 60 absolve -q -j 4 -u http://u/ $i > /dev/full; echo $?; done",
      place_.path());
  EXPECT_EQ(result.out, "2\n2\n2\n");
  EXPECT_EQ(result.err, repeated("absolve: standard output: cannot write: No space left on device\n", 3));
}

}  // namespace
}  // namespace absolve
