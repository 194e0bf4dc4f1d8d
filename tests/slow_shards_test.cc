#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "../src/archive/archive.h"
#include "absolve/absolve.h"
#include "support/corpus.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

namespace fs = std::filesystem;

/// Pages, feeds and messages of other people, again and again under other names, until there are as many files; the
/// last is an archive, which lies in two of four shards.
void make_tree(const std::string& place, std::size_t count) {
  test::Files files = test::pages_of(test::Corpus::others);
  for (const test::Files& more : {test::feeds_of(test::Corpus::others), test::messages_of(test::Corpus::others)}) {
    files.insert(files.end(), more.begin(), more.end());
  }
  std::erase_if(files, [](const auto& file) { return file.second.size() > 50'000; });
  std::size_t bytes = 0;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const auto& [name, text] = files[i % files.size()];
    const fs::path path = fs::path(place) / ("d" + std::to_string(i % 50)) /
                          (std::to_string(i) + "-" + fs::path(name).filename().string());
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    bytes += text.size();
  }
  std::ofstream archive(place + "/z.warc.gz", std::ios::binary);
  std::size_t packed = 0;
  for (std::size_t i = 0; packed < bytes / 2; ++i) {
    const std::string& body = files[i % files.size()].second;
    const std::string member = gzip_member(
        "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-" +
        std::to_string(100'000'000'000 + i) + ">\r\nWARC-Target-URI: http://a.example/" + std::to_string(i) +
        "\r\nContent-Type: text/html\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body +
        "\r\n\r\n");
    archive << member;
    packed += member.size();
  }
}

/// What both begin with: one run, and functions that wait until as many files in a folder are new, and that join parts.
const std::string prologue = "tests=" ABSOLVE_TESTDATA "/../tests\n" + std::string(R"sh(
export SOURCE_DATE_EPOCH=0
export SET_UP='-r -q --lenient -j 1 --url-prefix in=http://a.example/'
until_new() { while [ "$(find $1 -type f -newer stamp 2> /dev/null | wc -l)" -lt $2 ]; do sleep 0.02; done; }
same_files() { find all -name '.absolve-new-*'; sh $tests/support/join_parts all 4; diff -r one all; find all -type f | wc -l; }
same_reports() {
  cat report.? | sed 's,"all/,"one/,' | grep -v z.warc > all.jsonl
  grep -v z.warc one.jsonl | cmp - all.jsonl; wc -l < all.jsonl
}
absolve $SET_UP --report one.jsonl --output-dir one in 2> one.told || echo one run: $?
touch stamp
)sh");

class SlowShards : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(test::messages_folder(test::Corpus::others))) {
      GTEST_SKIP() << "skipped: there is no corpus at " << test::messages_folder(test::Corpus::others);
    }
    make_tree(place_.path() + "/in", 5000);
  }

  test::TemporaryDirectory place_;
};

/// Four at a time, of which one is killed and run again: each file is there once, as one run makes it.
TEST_F(SlowShards, MayBeKilledAndRunAgain) {
  const test::ShellResult result = test::run_shell(prologue + R"sh(
for mode in '--output-dir all' -i; do
  for i in 0 1 2 3; do
    absolve $SET_UP $mode --report report.$i --shard $i/4 in 2> told.$i &
    [ $i != 2 ] || killed=$!
  done
  # In place only those files that change are new.
  [ "$mode" = -i ] && until_new in 5 || until_new all 100
  kill -9 $killed; wait $killed 2> /dev/null; echo killed: $?
  wait
  [ "$mode" = -i ] || [ $(find all -type f | wc -l) -lt 5001 ] || echo killed too late
  absolve $SET_UP $mode --report report.2 --shard 2/4 in 2> told.2; echo again: $?
  [ "$mode" = -i ] || { find all -name '*-of-4*' | wc -l; same_files; same_reports; }
done
find in -name '.absolve-new-*'; find in -type f | wc -l; rm in/z.warc.gz one/z.*; diff -r one in
)sh",
                                                   place_.path());
  EXPECT_EQ(result.out, "killed: 137\nagain: 0\n2\n5000\n4999\nkilled: 137\nagain: 0\n5000\n");
  EXPECT_EQ(result.err, "");
}

/// One machine can't see all: whichever call fails while a shard looks around or works, it tells, or does what is its
/// own and nothing else.
TEST(SlowShard, TellsWhicheverCallFails) {
  const test::TemporaryDirectory place;
  const test::ShellResult result = test::run_shell_with("strace", R"sh(
mkdir -p kept/d/box/cur kept/d/box/new kept/d/box/tmp kept/d/e; cd kept/d
for i in 1 2 3 4 5 6; do echo "<a href=x$i>" | tee e/p$i.html > p$i.html; done
for i in 1 2 3; do printf 'Content-Type: text/html\n\n<a href=x>\n' > box/cur/$i:2,S; done
for i in 1 2 3; do echo "$i" | gzip; done > c.warc.gz; ln -s p1.html link; echo "<a href=http://h/>" > p6.html; echo > p6.html.orig; touch q.lock; ln p3.html q.html
cd ../..; done=0
shard() { (cd t; "$@" absolve -q -j1 $mode --shard 1/3 > ../out 2> ../told; echo $? > ../status); }
for mode in '-u http://h/ -r --lenient --output-dir o d' '-u http://h/ -r -i.orig --hardlinks=break d' '-r --list --symlinks=follow d/e d' '-u http://h/ --only-changed --output-dir o d/p1.html d/p2.html d/c.warc.gz' '-u http://h/ -i d/box d/p1.html d/p1.html'; do
  rm -rf t want; cp -a kept t; shard strace -qq -o ../trace; mv t want; cp out want.out; grep -v ^0 status
  for call in openat read newfstatat fstat lstat stat getdents64 readlink lseek; do
    n=$(sed -n '/^fcntl(0, F_GETFD/q;p' trace | grep -c "^$call(")
    all=$(grep -c "^$call(" trace)
    while [ $n -lt $all ]; do
      n=$((n+1)); rm -rf t; cp -a kept t; done=$((done+1))
      shard strace -qq -o /dev/null -e trace=$call -e inject=$call:error=EIO:when=$n
      [ $(cat status) = 0 ] || continue
      diff -r want t > differ && cmp -s out want.out || { echo "$mode: $call $n"; cat differ; }
    done
  done
done
[ $done -gt 100 ] || echo only $done
)sh",
                                                        place.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: " << result.out << " is missing";
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "");
}

/// The jobs of GNU parallel, which starts the one again that is killed.
TEST_F(SlowShards, RunAsJobsOfParallel) {
  const test::ShellResult result = test::run_shell_with("parallel", "export HOME=$PWD\n" + prologue + R"sh(
parallel -j 2 --retries 3 'echo $$ >> pids.{}
  exec absolve $SET_UP --report report.{} --output-dir all --shard {}/4 in 2> told.{}' ::: 0 1 2 3 &
while [ ! -s pids.2 ]; do sleep 0.02; done
touch stamp; until_new all 100
kill -9 $(cat pids.2); wait $!; echo $?
[ $(wc -l < pids.2) = 2 ] || echo killed too late
same_files; same_reports
)sh",
                                                        place_.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: " << result.out << " is missing";
  EXPECT_EQ(result.out, "0\n5000\n4999\n");
  EXPECT_EQ(result.err, "");
}

/// An array of tasks on two nodes, one of which is killed and put in the queue again; and an array with gaps.
TEST_F(SlowShards, RunAsAnArrayOfSlurm) {
  const test::ShellResult result = test::run_shell(prologue + R"sh(
cat > job << 'END'
#!/bin/sh
#SBATCH -a 1-4 -o told.%a
echo $$ > pid.$SLURM_ARRAY_TASK_ID
exec absolve $SET_UP --report report.$SLURM_ARRAY_TASK_ID --output-dir all --shard slurm in
END
cat > gaps << 'END'
#!/bin/sh
#SBATCH -a 1,2,7 -o gaps.%a
absolve --shard slurm in/z.warc.gz; echo $?
END
cat > script << 'END'
states() { squeue -h -t all -j $job -o '%K %T' | sort; }
ended() {
  for i in $(seq 240); do states | grep -q -v -e COMPLETED -e FAILED || return; sleep 0.5; done
  echo "job $job goes on:"; states
}
job=$(sbatch --parsable job)
while [ "$(find all -type f 2> /dev/null | wc -l)" -lt 300 ]; do sleep 0.02; done
kill -9 $(cat pid.2)
ended; states; find all -type f | wc -l > before
scontrol requeue ${job}_2; scontrol update JobId=${job}_2 StartTime=now
ended; states
job=$(sbatch --parsable gaps)
ended; cat gaps.?
END
mkdir cluster
sh $tests/cluster/slurm cluster "cd $PWD; . ./script" || exit
[ $(cat before) -lt 5001 ] || echo killed too late
same_files; same_reports
)sh",
                                                   place_.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: no Slurm here: " << result.out;
  std::string expected = "1 COMPLETED\n2 FAILED\n3 COMPLETED\n4 COMPLETED\n";
  expected += test::replaced(expected, "FAILED", "COMPLETED");
  for (const std::string task : {"1", "2", "7"}) {
    expected += "absolve: --shard=slurm: task " + task +
                " is in an array of 3 with gaps, from 1 in steps of 1: the shards of the missing tasks would not be "
                "processed (--shard I/N "
                "processes a single one)\nabsolve: try 'absolve --help'\n2\n";
  }
  EXPECT_EQ(result.out, expected + "5000\n4999\n");
  EXPECT_EQ(result.err, "");
}

}  // namespace
}  // namespace absolve
