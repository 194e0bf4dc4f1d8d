#include <gtest/gtest.h>

#include <map>
#include <span>
#include <string>

#include "../src/collect/package/data_package.h"
#include "support/archive_test.h"
#include "support/zips.h"

namespace absolve {
namespace {

class WaczFiles : public test::ArchiveTest {
 protected:
  void SetUp() override {
    if (run("python3 --version").status != 0) GTEST_SKIP() << "skipped: there is no python3";
  }

  /// wacz.py with these arguments.
  [[nodiscard]] std::string wacz(const std::string& arguments) const {
    return "python3 " + test::testdata("../tests/support/wacz.py") + " " + arguments + "\n";
  }
  void make(const std::string& variant) const {
    const test::ShellResult made = run(wacz("make " + variant + " x.wacz") + "cp -p x.wacz old.wacz");
    ASSERT_EQ(made.status, 0) << made.err;
  }
  [[nodiscard]] bool is_as_before() const { return read("x.wacz") == read("old.wacz"); }
};

/// Read, rewritten in its place, to a file of its own and below a folder: it is as the judge wants it, or stays.
TEST_F(WaczFiles, BecomeWhatTheTableSays) {
  const std::vector<test::Row> rows = test::read_table("wacz/variants.tsv", 5);
  // All at once: Python takes longer to start than for one of them.
  std::string make = "make";
  for (const test::Row& row : rows) make += " " + row.fields[0] + " " + row.fields[0] + ".wacz";
  ASSERT_EQ(run(wacz(make)).status, 0);
  std::string judge = "judge";
  std::string judgements;
  for (const test::Row& row : rows) {
    SCOPED_TRACE(row.where);
    const std::string& variant = row.fields[0];
    ASSERT_EQ(run("cp -p " + variant + ".wacz x.wacz && cp -p x.wacz old.wacz").status, 0);
    EXPECT_EQ(run("absolve -q --list x.wacz").status, std::stoi(row.fields[1]));
    const test::ShellResult in_place = run("absolve -i x.wacz");
    EXPECT_EQ(in_place.status, std::stoi(row.fields[2])) << in_place.err;
    const std::string message = row.fields[4].starts_with('/') ? row.fields[4] : ": " + row.fields[4];
    if (row.fields[4].empty()) EXPECT_EQ(in_place.err, "");
    else EXPECT_NE(in_place.err.find("absolve: x.wacz" + message), std::string::npos) << in_place.err;
    if (row.fields[3] == "same") {
      EXPECT_TRUE(is_as_before());
    } else {
      ASSERT_EQ(run("cp -p x.wacz " + variant + ".new").status, 0);
      judge += " " + variant + ".wacz " + variant + ".new";
      judgements += row.fields[3] + "\n";
    }
    const std::string made = read("x.wacz");
    EXPECT_EQ(run("absolve -q -i x.wacz").status, row.fields[2] == "0" ? 0 : in_place.status);
    EXPECT_EQ(read("x.wacz"), made) << "twice is not once";
    if (ABSOLVE_SANITIZED != 0) continue;  // it would take a minute, and run the same lines
    const test::ShellResult copies =
        run("cp -p old.wacz x.wacz; rm -rf out y.wacz\n"
            "absolve -q --wacz --warc-emit=response -o y.wacz x.wacz; one=$?\n"
            "absolve -q --wacz --warc-emit=response --output-dir out x.wacz; echo $one $?");
    EXPECT_EQ(copies.out, row.fields[2] + " " + row.fields[2] + "\n");
    if (row.fields[2] == "2") continue;
    EXPECT_EQ(read("y.wacz"), made);
    EXPECT_EQ(read("out/x.wacz"), made);
  }
  const test::ShellResult judged = run(wacz(judge));
  EXPECT_EQ(judged.out, judgements) << judged.err;
}

/// A dry run makes no index that a request could change.
TEST_F(WaczFiles, StayInADryRun) {
  make("posts");
  const test::ShellResult result = run("absolve -q -n -i x.wacz");
  EXPECT_EQ(result.out, "x.wacz\n");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(is_as_before());
}

/// As files that are named: nothing is written where two would get one name.
TEST_F(WaczFiles, HaveAnOutputForEachArchive) {
  make("plain-twin");
  const test::ShellResult result = run("absolve --output-dir out x.wacz; echo $?; ls out");
  EXPECT_EQ(result.out, "2\n");
  EXPECT_NE(result.err.find("'x.wacz/archive/data.warc.gz' and 'x.wacz/archive/data.warc' would both be written to"),
            std::string::npos)
      << result.err;
}

/// The originals that one WACZ had count for no other, whichever of its archives is the first to be read.
TEST_F(WaczFiles, RememberTheirOwnOriginalsAlone) {
  const test::ShellResult result = run(wacz("make misnamed-first a.wacz") + wacz("make later b.wacz") +
                                       "cp b.wacz c.wacz; absolve -q -i c.wacz; one=$?\n"
                                       "absolve -q -i a.wacz b.wacz; echo $one $?; cmp b.wacz c.wacz");
  EXPECT_EQ(result.out, "3 3\n") << result.err;
}

/// The same everywhere: ZIP has local time and doesn't say where.
TEST_F(WaczFiles, HaveTheTimeOfGreenwich) {
  make("usual");
  const test::ShellResult result =
      run("export SOURCE_DATE_EPOCH=1700000000\n"
          "for zone in UTC Asia/Tokyo; do\n"
          "  TZ=$zone absolve -q --wacz --warc-emit=response -o $(basename $zone) x.wacz\n"
          "done; cmp UTC Tokyo\n"
          "for time in 1 9999999999; do\n"
          "  SOURCE_DATE_EPOCH=$time absolve -q --wacz --warc-emit=response -o y.wacz x.wacz\n"
          "  python3 -c 'import zipfile; print(zipfile.ZipFile(\"y.wacz\").getinfo(\"datapackage.json\").date_time)'\n"
          "done");
  EXPECT_EQ(result.out, "(1980, 1, 1, 0, 0, 0)\n(2107, 1, 1, 0, 0, 0)\n") << result.err;
}

/// What is not a regular file can't be gone about in: it fails, as it would be lost.
TEST_F(WaczFiles, ComeFromNoPipeByName) {
  make("usual");
  const test::ShellResult result =
      run("mkfifo p.wacz; cat x.wacz > p.wacz &\n"
          "absolve --wacz --warc-emit=response -o y.wacz p.wacz; echo $?; ls y.wacz; wait");
  EXPECT_EQ(result.out, "2\n");
  EXPECT_NE(result.err.find("p.wacz: is not a regular file"), std::string::npos) << result.err;
}

/// Flipped bits and cuts: every run ends well, and what can't be rewritten stays.
TEST_F(WaczFiles, StayWhereDamageShows) {
  for (const std::string variant : {"signed", "deflated"}) {
    make(variant);
    const test::ShellResult damaged = run(wacz("damage x.wacz 60"));
    EXPECT_EQ(damaged.status, 0) << damaged.err;
  }
}

TEST_F(WaczFiles, AreReadFromStandardInput) {
  make("usual");
  const test::ShellResult result =
      run("absolve --list x.wacz | sed s/x.wacz/i/ > expected\n"
          "cat x.wacz | absolve --type wacz --list | sed 's/standard input/i/' | cmp - expected || echo piped\n"
          "absolve --type wacz --list < x.wacz | sed 's/standard input/i/' | cmp - expected || echo file\n"
          "cat x.wacz | absolve -q --type wacz --wacz --warc-emit response > y.wacz\n"
          "(head -c 5 > /dev/null; cat > /dev/null) < x.wacz\n" +
          wacz("judge x.wacz y.wacz"));
  EXPECT_EQ(result.out, "1 changed, 3 responses, 3 captures\n") << result.err;
}

TEST_F(WaczFiles, StayWhereNothingCanBeWritten) {
  make("usual");
  EXPECT_EQ(run("ulimit -f 1; absolve -q -i x.wacz").status, 2);
  EXPECT_TRUE(is_as_before());
  EXPECT_EQ(run("ls -A").out, "old.wacz\nx.wacz\n");
  EXPECT_EQ(run("absolve -q --wacz --warc-emit response x.wacz > /dev/full").status, 2);
}

/// What the library tells of the units of a package.
struct Told {
  std::string bytes;
  std::string members;               // that begin and end
  std::map<std::string, int> units;  // by member
  Rewritten result;
};

Told rewritten(const std::string& bytes, std::size_t threads, bool writes, const Scratch& scratch) {
  Told told;
  const Observer observer{.unit = [&](const Unit& unit) { ++told.units[std::string(unit.member)]; },
                          .begin_member = [&](std::string_view name) { told.members.append(name).append(" "); },
                          .end_member =
                              [&](const Rewritten& result) {
                                told.members += std::to_string(result.records) + (result.changes ? " new, " : " old, ");
                              }};
  WriteFunction write;
  if (writes) write = [&](std::string_view more) { told.bytes += more; };
  Rewriter rewriter({}, {.threads = threads, .archive = {.date = "1970-01-01T00:00:00Z"}});
  told.result = rewriter.run(zip::in_memory(bytes), scratch, write, {.name = "x.wacz"}, observer);
  return told;
}

/// The library writes the program's bytes, whoever keeps the new archives meanwhile.
TEST_F(WaczFiles, AreWrittenByTheLibraryToo) {
  for (const std::string variant : {"usual", "deflated", "still", "misnamed", "posts"}) {
    SCOPED_TRACE(variant);
    make(variant);
    ASSERT_EQ(run("absolve -q -i x.wacz").status, variant == "misnamed" ? 3 : 0);
    const std::string old = read("old.wacz");
    const Told told = rewritten(old, 1, true, {});
    EXPECT_TRUE(told.bytes == read("x.wacz"));
    std::string kept;
    const Scratch scratch{[&](std::string_view bytes) { kept += bytes; },
                          [&](std::uint64_t at, std::span<char> space) {
                            return kept.copy(space.data(), space.size(), static_cast<std::size_t>(at));
                          }};
    EXPECT_TRUE(rewritten(old, 2, true, scratch).bytes == told.bytes);
    EXPECT_NE(kept, "");
    const Told shown = rewritten(old, 1, false, {});
    EXPECT_EQ(shown.units, told.units);
    if (variant == "usual") {
      EXPECT_EQ(told.members, "archive/data.warc.gz 3 new, archive/still.warc.gz 1 old, ");
      EXPECT_EQ(told.units.at("archive/data.warc.gz"), 3);
      EXPECT_EQ(told.units.at(""), 1) << "the package itself";
    }
    if (variant == "misnamed") {
      ASSERT_EQ(told.result.notes.size(), 1U);
      EXPECT_EQ(told.result.notes[0].member, "archive/page.warc.gz");
    }
  }
}

TEST_F(WaczFiles, AreRefusedByTheLibraryWithTheirReason) {
  const auto refused = [&](const std::string& variant, bool writes) -> std::string {
    make(variant);
    try {
      static_cast<void>(rewritten(read("x.wacz"), 1, writes, {}));
    } catch (const BadInput& error) {
      return error.what();
    }
    return "done";
  };
  EXPECT_EQ(refused("zstd", true),
            "archive/other.warc.zst: can't be written with zstd compression, which is only supported for reading");
  EXPECT_EQ(refused("no-package", true), "it has no datapackage.json");
  EXPECT_EQ(refused("no-package", false), "done") << "what is only looked at needs none";
  EXPECT_EQ(refused("no-archive", false), "it has no WARC file in archive/");
}

/// Other inputs may come by the same way.
TEST(Files, AreReadAtTheirOffsets) {
  const std::string page = "<a href=x>" + std::string(std::size_t{2} << 20, ' ') + "<a href=y>";
  std::string bytes;
  Rewriter rewriter;
  const auto write = [&](std::string_view more) { bytes += more; };
  EXPECT_TRUE(rewriter.run(zip::in_memory(page), {}, write, {.name = "x.html", .url = "http://h/"}).changes);
  EXPECT_EQ(bytes.substr(0, 21), "<a href=http://h/x>  ");
  EXPECT_TRUE(bytes.ends_with("  <a href=http://h/y>"));
  EXPECT_EQ(bytes.size(), page.size() + 2 * std::string("http://h/").size());
}

const std::string resources = R"({"resources": [)";

/// A resource as a crawler writes it.
std::string resource(const std::string& path, const std::string& hash, const std::string& bytes) {
  return R"({"path": ")" + path + R"(", "hash": ")" + hash + R"(", "bytes": )" + bytes + "}";
}

TEST(DataPackages, SayWhatIsNewAndNothingElse) {
  const collect::PackageFile index{"indexes/index.cdxj", "11", 5};
  const std::string index_as_new =
      R"({"name": "index.cdxj", "path": "indexes/index.cdxj", "hash": "sha256:11", "bytes": 5})";
  const std::string a = resource("a", "sha256:0", "1");
  const std::string b = resource("b", "sha256:0", "1");
  const std::string c = resource("c", "sha256:0", "1");
  const auto with = [&](const std::string& listed, std::vector<std::string> removed) {
    return collect::data_package_with(resources + listed + "]}", {{"a", "aa", 77}}, std::move(removed), index)
        .value_or("");
  };
  const std::string new_a = resource("a", "sha256:aa", "77");
  struct Case {
    std::string listed;
    std::vector<std::string> removed;
    std::string expected;
  };
  const std::vector<Case> cases = {
      {"", {}, index_as_new},
      {a, {}, new_a + ", " + index_as_new},
      {b + ",\n" + a, {}, b + ",\n" + new_a + ", " + index_as_new},
      {a + ", " + b, {"b"}, new_a + ", " + index_as_new},
      {b + ", " + c + ", " + a, {"b", "c"}, index_as_new + ", " + new_a},
      {a + ", " + b + ", " + c, {"b", "c"}, new_a + ", " + index_as_new},
      {b, {"b"}, index_as_new},
      {resource("indexes/index.cdxj", "md5:0", "1") + ", " + b + ", " + c,
       {"b", "c"},
       resource("indexes/index.cdxj", "sha256:11", "5")},
      {b + ", " + resource("indexes/index.cdxj", "md5:0", "1") + ", " + c,
       {"b", "c"},
       resource("indexes/index.cdxj", "sha256:11", "5")},
      {R"({"hash":null,"bytes":"1","path":"\u0061","more":{"hash":1,"path":"b"},"hash":0})",
       {},
       R"({"hash":"sha256:aa","bytes":77,"path":"\u0061","more":{"hash":1,"path":"b"},"hash":"sha256:aa"}, )" +
           index_as_new},
      {R"(1, ["a", {"path": "a", "hash": 0}], {})", {}, R"(1, ["a", {"path": "a", "hash": 0}], {}, )" + index_as_new},
  };
  for (const Case& one : cases) EXPECT_EQ(with(one.listed, one.removed), resources + one.expected + "]}") << one.listed;
  for (const char* text :
       {"", "[]", "{}", R"({"resources": {}})", R"({"resources": [})", R"({"x": {"resources": []}})"}) {
    EXPECT_FALSE(collect::data_package_with(text, {}, {}, index)) << text;
  }
}

TEST(DataPackages, CanBeMadeRightWhereTheyListWhatIsThere) {
  const std::string hash = resource("archive/a", "sha256:0", "1");
  const std::string in_stats = R"({"path": "archive/a", "stats": {"hash": "0"}})";
  const std::string of_index = resource("indexes/i", "0", "1");
  const std::string not_there = "its datapackage.json lists 'x', which does not exist";
  const std::string no_path = "its datapackage.json lists '', which does not exist";
  const std::string no_hash = "its datapackage.json has no hash of archive/a";
  const std::string no_list = "its datapackage.json is not JSON with one list of resources";
  struct Case {
    std::string text;
    std::string problem;
  };
  const std::vector<Case> cases = {
      {resources + hash + "]}", ""},
      {resources + in_stats + "]}", ""},
      {resources + hash + ", " + of_index + "]}", ""},
      {resources + hash + R"(, {"path": "indexes/i"}]})", "its datapackage.json has no hash of indexes/i"},
      {resources + hash + R"(, {"path": "pages/p"}]})", ""},
      {resources + hash + R"(, {"path": "x"}]})", not_there},
      {resources + hash + R"(, {"path": ["archive/a"]}]})", no_path},
      {resources + hash + ", 1]}", no_path},
      {resources + R"({"path": "./archive/a", "hash": "0"}]})",
       "its datapackage.json lists './archive/a', which does not exist"},
      {resources + R"({"path": "archive/a", "bytes": 1}]})", no_hash},
      {resources + R"({"path": "archive/a", "more": {"hash": "0"}}]})", no_hash},
      {resources + R"({"path": "archive/a", "stats": {"x": {"hash": "0"}}}]})", no_hash},
      {resources + R"({"path": "archive/a", "stats": {}, "more": {"hash": "0"}}]})", no_hash},
      {resources + "]}", no_hash},
      {resources + hash + R"(], "resources": []})", no_list},
      {R"({"resources": 1, "x": {"resources": []}})", no_list},
      {resources + hash + "]", no_list},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(collect::problem_of_package(one.text, {"pages/p", "indexes/i", "archive/a"}, {"archive/a"}), one.problem)
        << one.text;
  }
}

TEST(DataPackages, KeepTheFormOfAHash) {
  const std::string alone(64, '0');
  for (const auto& [old_hash, new_hash] : std::vector<std::pair<std::string, std::string>>{
           {alone, "aa"}, {"sha256:" + alone, "sha256:aa"}, {std::string(32, '0'), "sha256:aa"}}) {
    const auto with = [&](const std::string& hash, const std::string& size) {
      return resources + R"({"path": "a", "stats": {"hash": ")" + hash + R"(", "bytes": )" + size + "}}, " +
             resource("i", "sha256:ii", "5") + "]}";
    };
    EXPECT_EQ(collect::data_package_with(with(old_hash, "1"), {{"a", "aa", 77}}, {}, {"i", "ii", 5}),
              with(new_hash, "77"));
  }
}

TEST(DataPackages, SayWhatANewDigestLacks) {
  const std::vector<std::pair<std::string, std::string_view>> cases = {
      {collect::digest_of_package("00"), ""},
      {R"({"path": "x", "signedData": {}})", "its signature"},
      {R"({"x": 1, "signedData": {}})", "its signature"},
      {R"({"path": "signedData", "hash": {"signedData": 1}})", ""},
      {R"({"path": "x", "hash": "y", "created": "z"})", "other data in it"},
      {R"([{"path": "x", "hash": "y"}])", "other data in it"},
      {R"({"path": "x", "hash")", "other data in it"},
      {"\xEF\xBB\xBF" + collect::digest_of_package("00"), "other data in it"},
  };
  for (const auto& [text, lost] : cases) EXPECT_EQ(collect::lost_with_digest(text), lost) << text;
}

}  // namespace
}  // namespace absolve
