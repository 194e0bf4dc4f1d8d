#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>

#include "../src/cli/report/report.h"
#include "../src/cli/report/report_html.h"
#include "../src/cli/report/summary.h"
#include "../src/cli/system/layout.h"
#include "../src/cli/system/messages.h"
#include "../src/cli/told/progress.h"
#include "support/json.h"
#include "support/repeated.h"
#include "support/reports.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve::cli {
namespace {

namespace fs = std::filesystem;

// --report

class Reports : public testing::Test {
 protected:
  [[nodiscard]] std::string lines_of(const std::vector<test::ReportedOutcome>& all) const {
    Report report(file_);
    for (const test::ReportedOutcome& told : all) {
      for (const RecordOutcome& record : told.records) report.add_record(told.job, record);
      report.add(told.job, told.outcome);
    }
    EXPECT_FALSE(fs::exists(file_)) << "it appears at the end";
    report.commit();
    return test::read_file(file_);
  }

  [[nodiscard]] std::string page_of(const std::vector<test::ReportedOutcome>& all, bool is_dry = false) const {
    test::write_html_report(file_, all, 0, is_dry);
    return test::read_file(file_);
  }

  /// The JSON in a page.
  static std::string data_of(const std::string& page) {
    const std::string begin = "<script type=\"application/json\" id=\"files\">";
    const std::size_t at = page.find(begin) + begin.size();
    return page.substr(at, page.find("</script>", at) - at);
  }

  test::TemporaryDirectory place_;
  std::string file_ = place_.path() + "/report";
};

TEST_F(Reports, HaveALineForEachFileInOrder) {
  const std::vector<test::ReportedOutcome> usual = test::usual_outcomes();
  EXPECT_EQ(
      lines_of({usual[0], usual[3], usual[4], usual[6], usual[7]}),
      R"({"file":"site/blog/index.html","status":"changed","exit":0,"output":null,"type":"text/html","base":"http://example.org/blog/","base_from":"base-element","documents":1,"links":4,"rewritten":2,"absolute":1,"kept":1,"relative":0,"reasons":{"fragment":1},"notes":[],"error":null}
{"file":"site/draft.html","status":"unchanged","exit":0,"output":null,"type":"text/html","base":null,"base_from":"none","documents":1,"links":1,"rewritten":0,"absolute":0,"kept":1,"relative":1,"reasons":{"no-base":1},"notes":["1 reference was left, as the base is undefined; og:url says http://example.org/draft"],"error":null}
{"file":"mail/newsletter.eml","status":"changed","exit":3,"output":null,"type":"message/rfc822","base":"http://lists.example/","base_from":"content-base","documents":2,"links":2,"rewritten":1,"absolute":1,"kept":0,"relative":0,"reasons":{},"notes":["part 2: in a transfer encoding that is not read: x-uuencode"],"error":null}
{"file":"site/photo.jpg","status":"skipped","exit":0,"output":null,"type":null,"base":null,"base_from":"none","documents":0,"links":0,"rewritten":0,"absolute":0,"kept":0,"relative":0,"reasons":{},"notes":[],"error":"is no text that absolve reads"}
{"file":"site/locked.html","status":"failed","exit":2,"output":null,"type":null,"base":null,"base_from":"none","documents":0,"links":0,"rewritten":0,"absolute":0,"kept":0,"relative":0,"reasons":{},"notes":[],"error":"cannot open: Permission denied"}
)");
}

TEST_F(Reports, TellTheBytesOfNamesThatAreNoUtf8) {
  const std::string line = lines_of({{{
                                          .path = "a/caf\xE9 %.html",
                                      },
                                      {.output = "out/a/caf\xE9 %.html"}}});
  EXPECT_NE(line.find("\"file\":\"a/caf\xEF\xBF\xBD %.html\",\"file_bytes\":\"a/caf%E9%20%25.html\""),
            std::string::npos)
      << line;
  EXPECT_NE(line.find("\"output\":\"out/a/caf\xEF\xBF\xBD %.html\",\"output_bytes\":\"out/a/caf%E9%20%25.html\""),
            std::string::npos)
      << line;
}

TEST_F(Reports, HaveALineForEachRecordBeforeItsArchive) {
  const std::string lines = lines_of({test::archive_outcome(1)});
  EXPECT_EQ(
      lines,
      R"({"file":"crawl.warc.gz","status":"unchanged","exit":0,"record":"<urn:x:1>","record_number":1,"url":"http://h.example/1","record_type":null,"http_status":200,"type":"text/html","base":null,"base_from":"none","documents":1,"links":1,"rewritten":0,"absolute":0,"kept":1,"relative":0,"reasons":{"placeholder":1},"notes":[],"error":null}
{"file":"crawl.warc.gz","status":"changed","exit":0,"output":null,"type":"text/html","base":null,"base_from":"none","documents":1,"links":1,"rewritten":0,"absolute":0,"kept":1,"relative":0,"reasons":{"placeholder":1},"notes":[],"error":null}
)");
}

/// Of more records than a browser should hold those that come late are counted.
TEST_F(Reports, AsAPageHoldSomeOfManyRecords) {
  const test::ReportedOutcome archive = test::archive_outcome(60'000);
  const std::string page = page_of({archive, archive});
  std::size_t records = 0;
  for (std::size_t at = 0; (at = page.find("\"record\":", at)) != std::string::npos; ++at) ++records;
  EXPECT_LT(page.size(), HtmlReport::max_record_bytes + (std::size_t{1} << 20));
  EXPECT_GT(records, 20'000U);
  EXPECT_LT(records, 60'000U);
  EXPECT_NE(page.find("\"records_left_out\":" + std::to_string(60'000 - records) + "}"), std::string::npos);
  EXPECT_NE(page.find("\"records_left_out\":60000}"), std::string::npos);
}

TEST_F(Reports, OfNothingAreEmpty) { EXPECT_EQ(lines_of({}), ""); }

/// What was written is what Python reads.
TEST_F(Reports, AreJsonWhateverIsToldInThem) {
  const std::vector<test::ReportedOutcome> hostile = test::hostile_outcomes();
  const std::string lines = lines_of(hostile);
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(lines, '\n')), hostile.size());
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) EXPECT_TRUE(test::is_json(line)) << line;
  if (test::run_shell("command -v python3", "/").status != 0) GTEST_SKIP() << "skipped: missing is python3";
  std::size_t at = 0;
  for (const test::ReportedOutcome& told : hostile)
    std::ofstream(place_.path() + "/" + std::to_string(at++)) << told.job.path;
  const test::ShellResult result = test::run_shell(
      "exec python3 - << 'END'\n"
      "import json, urllib.parse\n"
      "for number, line in enumerate(open('report', encoding='utf-8', newline='\\n')):\n"
      "    told = json.loads(line)\n"
      "    expected = open(str(number), 'rb').read()\n"
      "    bytes = urllib.parse.unquote_to_bytes(told['file_bytes']) if 'file_bytes' in told else "
      "told['file'].encode()\n"
      "    assert bytes == expected, (number, bytes, expected)\n"
      "END\n",
      place_.path());
  EXPECT_EQ(result.status, 0) << result.err;
}

TEST(LinkCounts, OfElementsAreBounded) {
  Outcome outcome;
  for (int number = 0; number < 10'000; ++number) {
    outcome.count("x-" + std::to_string(number), Action::keep, Reason::no_base);
  }
  outcome.count(test::repeated("x", 1'000), Action::rewrite, Reason::none);
  EXPECT_EQ(outcome.elements.by_name().size(), LinkCountsByElement::max_names + 1);
  std::size_t links = 0;
  for (const auto& [name, counts] : outcome.elements.by_name()) {
    links += counts.links;
    EXPECT_EQ(counts.links, counts.rewritten + counts.absolute + counts.kept) << name;
  }
  EXPECT_EQ(links, 10'001U);
  EXPECT_EQ(outcome.elements.by_name().at(std::string(LinkCountsByElement::others)).rewritten, 1U);
  EXPECT_EQ(outcome.counts.links, 10'001U);
  EXPECT_EQ(outcome.kept.at(Reason::no_base), 10'000U);
}

// --report-html

TEST_F(Reports, AsAPageHaveNoMarksLeft) {
  const std::string page = page_of(test::usual_outcomes());
  EXPECT_EQ(page.find("{{"), std::string::npos);
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
  EXPECT_NE(page.find("<p class=\"summary\">16 links in 8 files, done in 12.3 s</p>"), std::string::npos);
}

/// The headline is the work that is left.
TEST_F(Reports, AsAPageBeginWithTheWork) {
  using Kind = Outcome::Kind;
  const auto with = [](Outcome outcome, std::size_t rewritten, std::size_t no_base, std::size_t others) {
    outcome.relative = no_base + others;
    for (std::size_t i = 0; i < rewritten; ++i) outcome.count("a", Action::rewrite, Reason::none);
    for (std::size_t i = 0; i < no_base; ++i) outcome.count("a", Action::keep, Reason::no_base);
    for (std::size_t i = 0; i < others; ++i) outcome.count("a", Action::keep, Reason::syntax);
    return test::ReportedOutcome{{.path = "x"}, outcome};
  };
  const test::ReportedOutcome done = with({.kind = Kind::changed}, 3, 0, 0);
  const test::ReportedOutcome baseless = with({}, 1, 2, 0);
  const test::ReportedOutcome failed = with({.kind = Kind::failed}, 0, 0, 0);
  const test::ReportedOutcome unread = with({.status = Status::left_unread}, 1, 0, 0);
  test::ReportedOutcome kept = with({}, 1, 0, 2);
  kept.outcome.relative = 0;
  test::ReportedOutcome alone = with({}, 0, 0, 2);
  alone.outcome.relative = 0;
  const std::vector<std::pair<std::vector<test::ReportedOutcome>, std::string>> all = {
      {{}, "There are no links in 0 files"},
      {{done}, "Nothing is left to do: 3 links are absolute"},
      {{done, kept}, "Nothing is left to do: 4 links are absolute, 2 links stay for a reason"},
      {{done, unread}, "Something could not be read in 1 of 2 files"},
      {{done, unread, failed}, "1 of 3 files failed"},
      {{with({}, 0, 0, 0), alone}, "Nothing is left to do: 2 links stay for a reason"},
      {{done, failed, baseless},
       "1 of 3 files failed; 2 links in 1 file stay relative: no base is known (--url, --url-map)"},
      {{baseless, with({}, 0, 1'100, 1)},
       "1,103 links in 2 files stay relative: for 1,102 of them no base is known (--url, --url-map)"},
      {{with({}, 0, 0, 1)}, "1 link in 1 file stays relative"},
  };
  const auto headline_of = [&](const std::vector<test::ReportedOutcome>& outcomes, bool is_dry) {
    const std::string page = page_of(outcomes, is_dry);
    const std::size_t begin = page.find("<h1>") + 4;
    return page.substr(begin, page.find("</h1>") - begin);
  };
  for (const auto& [outcomes, headline] : all) EXPECT_EQ(headline_of(outcomes, false), headline);
  EXPECT_EQ(headline_of({done, kept}, true), "4 links would become absolute, 2 links stay for a reason");
  EXPECT_EQ(headline_of({alone}, true), "Nothing is left to do: 2 links stay for a reason");
}

/// The policy of the page lets it use these two texts and nothing else.
TEST_F(Reports, AsAPageAllowTheirOwnStyleAndScriptAlone) {
  const std::string page = page_of({});
  for (const std::string name : {"style", "script"}) {
    const std::size_t begin = page.rfind("<" + name + ">") + name.size() + 2;
    std::ofstream(place_.path() + "/" + name, std::ios::binary)
        << page.substr(begin, page.find("</" + name + ">", begin) - begin);
    const test::ShellResult hash =
        test::run_shell_with("openssl base64", "openssl dgst -sha256 -binary < " + name + " | base64", place_.path());
    if (hash.status == test::missing) GTEST_SKIP() << "skipped: missing is " << hash.out;
    const std::string policy = name + "-src 'sha256-" + hash.out.substr(0, hash.out.find('\n')) + "'";
    EXPECT_NE(page.find(policy), std::string::npos) << "src/cli/report/report_page.html must say " << policy;
  }
  EXPECT_NE(page.find("content=\"default-src 'none'; "), std::string::npos);
}

TEST_F(Reports, AsAPageHoldTheirDataAsJson) {
  const std::vector<test::ReportedOutcome> usual = test::usual_outcomes();
  const std::string lines = lines_of(usual);
  const std::string data = data_of(page_of(usual));
  EXPECT_TRUE(test::is_json(data)) << data;
  EXPECT_TRUE(test::is_json(data_of(page_of({}))));
  // A line each, which starts like that of --report.
  std::istringstream expected(lines);
  std::istringstream actual(data);
  std::string there;
  std::getline(actual, there);
  for (std::string line; std::getline(expected, line);) {
    ASSERT_TRUE(std::getline(actual, there));
    EXPECT_TRUE(there.starts_with(test::replaced(line.substr(0, line.size() - 1), "&", "\\u0026"))) << there;
  }
  EXPECT_NE(data.find(R"("examples":[{"line":12,"place":"a href","before":"../about.html",)"
                      R"("after":"http://example.org/about.html","action":"rewrite"},)"),
            std::string::npos)
      << data;
}

TEST_F(Reports, AsAPageAreNeverReadAsMarkup) {
  const std::string page = page_of(test::hostile_outcomes());
  const std::string data = data_of(page);
  EXPECT_TRUE(test::is_json(data));
  for (const char* const text : {"<", ">", "&", "\xE2\x80\xA8", "\xE2\x80\xA9"}) {
    EXPECT_EQ(data.find(text), std::string::npos) << text;
  }
  EXPECT_NE(data.find("\\u003c/script\\u003e"), std::string::npos);
  const std::string markup = test::replaced(page, data, "");
  EXPECT_EQ(markup.find("<img"), std::string::npos);
  EXPECT_NE(markup.find("&lt;img"), std::string::npos);
  const std::regex script("<script");
  EXPECT_EQ(std::distance(std::sregex_iterator(markup.begin(), markup.end(), script), {}), 2);
}

TEST_F(Reports, AsAPageCutWhatIsLong) {
  const std::string name = "xx" + test::repeated("\xE6\x97\xA5", 30'000);  // of three bytes, which 4096 cuts
  test::ReportedOutcome told{{.path = name}, {.notes = std::vector<std::string>(100, "a note")}};
  told.outcome.examples.assign(50, {1, "a href", name, name, Action::rewrite});
  told.outcome.counts.links = 50;
  const std::string data = data_of(page_of({told}));
  EXPECT_LT(data.size(), 200'000U);
  EXPECT_NE(data.find("\xE6\x97\xA5\xE2\x80\xA6 (85,908 bytes more)"), std::string::npos);
  EXPECT_EQ(data.find("\xEF\xBF\xBD"), std::string::npos) << "a character was cut";
  EXPECT_NE(data.find("\"notes_left_out\":80"), std::string::npos);
}

TEST_F(Reports, AsAPageStayWithinWhatABrowserHolds) {
  test::ReportedOutcome told{{.path = "a"}, {.notes = std::vector<std::string>(8, std::string(4'000, 'z'))}};
  told.outcome.examples.assign(20, {1, "a", std::string(4'000, 'x'), std::string(4'000, 'y'), Action::rewrite});
  const std::string page = page_of(std::vector<test::ReportedOutcome>(600, told));
  constexpr std::size_t max = HtmlReport::max_example_bytes + HtmlReport::max_note_bytes;
  EXPECT_GT(page.size(), max);
  EXPECT_LT(page.size(), max + 1'000'000);
  const std::string data = data_of(page);
  EXPECT_TRUE(
      data.ends_with("\"notes\":[],\"error\":null,\"examples\":[],\"notes_left_out\":8,\"records_left_out\":0}\n]"))
      << data.substr(data.size() - 200);
}

TEST_F(Reports, SayWhereThereIsNoRoom) {
  Report report("/dev/full");
  report.add({.path = "a"}, {});
  EXPECT_THROW(report.commit(), FileError);
  HtmlReport page("/dev/full");
  page.add({.path = "a"}, {});
  EXPECT_THROW(page.commit({}, 0), FileError);
  EXPECT_THROW(Report(place_.path() + "/none/report"), FileError);
}

// --progress

TEST(Progress, HasALine) {
  std::setlocale(LC_CTYPE, "C.UTF-8");
  for (const test::Row& row : test::read_table("reports/progress.tsv", 7)) {
    const auto number = [&](std::size_t field) { return std::stoul(row.fields[field]); };
    const Totals totals{.files = number(0), .failed = number(2)};
    EXPECT_EQ(progress_line(totals, number(1), std::stod(row.fields[3]), row.fields[4], number(5)), row.fields[6])
        << row.where;
  }
}

TEST(Progress, FitsWhateverThePath) {
  std::setlocale(LC_CTYPE, "C.UTF-8");
  for (const test::ReportedOutcome& told : test::hostile_outcomes()) {
    for (std::size_t columns = 1; columns < 200; ++columns) {
      const std::string line = progress_line({.files = 3, .failed = 1}, 9, 7, told.job.path, columns);
      EXPECT_LT(width_of(line), columns) << line;
      EXPECT_EQ(printable(line), line);
    }
  }
}

TEST(Progress, IsSummedUp) {
  const Totals totals{50'000, 42'000, 7'000, 900, 100, {1'469'950, 900'000, 569'950, 0}};
  EXPECT_EQ(summary_of(totals, 12.34),
            "50000 files, 42000 changed, 7000 unchanged, 900 skipped, 100 failed, 1469950 links, 12.3 s");
  EXPECT_EQ(summary_of({}, 0), "0 files, 0 changed, 0 unchanged, 0 skipped, 0 failed, 0 links, 0.0 s");
  EXPECT_EQ(seconds_text(-1), "0.0");
  EXPECT_EQ(seconds_text(0.05), "0.1");
  EXPECT_EQ(seconds_text(3'600), "3600.0");
  EXPECT_EQ(seconds_text(1e300), "1000000000.0");
}

/// A machine without /dev/pts has no pseudo-terminals.
bool has_terminals() {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal >= 0) ::close(terminal);
  return terminal >= 0;
}

constexpr const char* no_terminals = "skipped: there are no pseudo-terminals";

/// Standard error is a terminal, or a pipe, for as long as it lives.
class StandardError {
 public:
  explicit StandardError(bool is_terminal) : saved_(::dup(STDERR_FILENO)) {
    int written = -1;
    if (is_terminal) {
      reads_ = ::posix_openpt(O_RDWR | O_NOCTTY);
      ::grantpt(reads_);
      ::unlockpt(reads_);
      written = ::open(::ptsname(reads_), O_RDWR | O_NOCTTY);
      resize(60);
    } else {
      int ends[2] = {-1, -1};
      EXPECT_EQ(::pipe(ends), 0);
      reads_ = ends[0];
      written = ends[1];
    }
    ::fcntl(reads_, F_SETFL, O_NONBLOCK);
    ::dup2(written, STDERR_FILENO);
    ::close(written);
  }
  ~StandardError() {
    ::dup2(saved_, STDERR_FILENO);
    ::close(saved_);
    ::close(reads_);
  }
  StandardError(const StandardError&) = delete;
  StandardError& operator=(const StandardError&) = delete;

  void resize(unsigned short columns) const {
    const winsize window{24, columns, 0, 0};
    ::ioctl(reads_, TIOCSWINSZ, &window);
  }

  /// What was written since.
  [[nodiscard]] std::string read() const {
    std::string text(4'096, '\0');
    const ssize_t size = ::read(reads_, text.data(), text.size());
    text.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    return text;
  }

 private:
  int saved_;
  int reads_ = -1;
};

/// A value of the environment; nullptr: none.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    const char* const before = ::getenv(name);
    if (before != nullptr) before_ = before;
    value == nullptr ? ::unsetenv(name) : ::setenv(name, value, 1);
  }
  ~Environment() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

class ProgressOn : public testing::Test {
 protected:
  void wait(int milliseconds) { time_ += std::chrono::milliseconds(milliseconds); }
  [[nodiscard]] std::function<Progress::Clock::time_point()> clock() {
    return [this] { return time_; };
  }
  /// What a line says first, drawn where it may be.
  [[nodiscard]] std::string drawn(When when, bool on_terminal) {
    const StandardError standard_error(on_terminal);
    Progress progress(when, 4, clock());
    wait(150);
    progress.show({.files = 1}, "a");
    return standard_error.read();
  }

  Environment term_{"TERM", "xterm"};
  Environment columns_{"COLUMNS", nullptr};
  Progress::Clock::time_point time_{};
};

TEST_F(ProgressOn, ATerminalIsDrawnAndTakenAway) {
  if (!has_terminals()) GTEST_SKIP() << no_terminals;
  const StandardError standard_error(true);
  {
    Progress progress(When::automatic, 40, clock());
    progress.show({.files = 1}, "a");
    EXPECT_EQ(standard_error.read(), "") << "what is over at once needs no line";
    wait(100);
    progress.show({.files = 2}, "b");
    EXPECT_EQ(standard_error.read(), "\r[--------------] 2 of 40 files  b\x1B[K");
    wait(99);
    progress.show({.files = 3}, "c");
    EXPECT_EQ(standard_error.read(), "") << "not more often than ten times a second";
    wait(1);
    standard_error.resize(20);
    progress.show({.files = 4}, "d");
    EXPECT_EQ(standard_error.read(), "\r4 of 40 files\x1B[K");
    progress.hide();
    EXPECT_EQ(standard_error.read(), "\r\x1B[K");
    progress.hide();
    EXPECT_EQ(standard_error.read(), "") << "it is away";
    wait(100);
    progress.show({.files = 5}, "e");
    EXPECT_NE(standard_error.read(), "");
  }
  EXPECT_EQ(standard_error.read(), "\r\x1B[K") << "it goes at the end";
}

TEST_F(ProgressOn, WhatIsNoTerminalIsDrawnWhereItIsAskedFor) {
  if (!has_terminals()) GTEST_SKIP() << no_terminals;
  const std::string line = "\r[###-----------] 1 of 4 files  a\x1B[K";
  EXPECT_EQ(drawn(When::automatic, true), line);
  EXPECT_EQ(drawn(When::automatic, false), "");
  EXPECT_EQ(drawn(When::always, false), line);
  EXPECT_EQ(drawn(When::never, true), "");
  for (const char* const value : {"dumb", static_cast<const char*>(nullptr)}) {
    const Environment term("TERM", value);
    EXPECT_EQ(drawn(When::automatic, true), "");
    EXPECT_EQ(drawn(When::always, true), line);
  }
}

TEST(Messages, EscapeWhatTurnsTheTextAfterIt) {
  EXPECT_EQ(printable("\xE2\x80\xAE|\xE2\x81\xA9"), "\\xE2\\x80\\xAE|\\xE2\\x81\\xA9");
  EXPECT_EQ(printable("\xE2\x80\xAA|\xE2\x81\xA6"), "\\xE2\\x80\\xAA|\\xE2\\x81\\xA6");
  EXPECT_EQ(printable("\u2028|\u2029|\U000E0000|\U000E007F"),
            "\\xE2\\x80\\xA8|\\xE2\\x80\\xA9|\\xF3\\xA0\\x80\\x80|\\xF3\\xA0\\x81\\xBF");
  // U+200F, U+2027, U+202F, U+2065 and U+E0080 turn nothing; Hebrew is a script like others.
  const std::string plain = "\u200F|\u2027|\u202F|\u2065|\u05E9\u05DC\u05D5\u05DD|\U000E0080";
  EXPECT_EQ(printable(plain), plain);
}

}  // namespace
}  // namespace absolve::cli
