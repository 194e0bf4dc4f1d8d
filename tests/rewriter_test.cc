// Inputs that come bit by bit, of which each unit is planned, shown and written (absolve/rewriter.h).

#include "absolve/rewriter.h"
#include "../src/detect/types.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "../src/codec/compression/compression.h"
#include "../src/collect/lines.h"
#include "absolve/absolve.h"
#include "support/archives.h"
#include "support/corpus.h"
#include "support/given.h"
#include "support/in_pieces.h"
#include "support/repeated.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve::test {
namespace {

using namespace std::string_view_literals;

/// In gzip.
std::string packed(std::string_view text) {
  codec::Compressor compressor(codec::Coding::gzip, "");
  std::string result;
  const auto take = [&](std::string_view bytes) { result += bytes; };
  compressor.write(text, take);
  compressor.finish(take);
  return result;
}

std::string base64(std::string_view text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  for (; !text.empty(); text.remove_prefix(std::min<std::size_t>(text.size(), 3))) {
    std::string three(text.substr(0, 3));
    three.resize(3, '\0');
    unsigned bits = 0;
    for (const char c : three) bits = bits << 8U | static_cast<unsigned char>(c);
    for (unsigned at = 18; at <= 18; at -= 6) result += digits[bits >> at & 63U];
    if (text.size() < 3) result.replace(result.size() - (3 - text.size()), 3 - text.size(), 3 - text.size(), '=');
  }
  return result;
}

std::string message(unsigned number, std::size_t links) {
  const std::string name = std::to_string(number);
  return "From a@b Sat Jan  3 01:05:34 1996\nSubject: m" + name + "\nContent-Type: text/html\n" +
         (number % 7 == 0 ? "Content-Base: http://b/" + name + "/\n" : "") + "\n" +
         repeated("<a href=x" + name + ">\n", links) + "\n";
}

std::string response(std::string_view type, std::string_view body) {
  return warc_record("WARC-Type: response\r\nWARC-Record-ID: <urn:x>\r\nWARC-Target-URI: http://h/a/\r\n",
                     std::string("HTTP/1.1 200 OK\r\nContent-Type: ").append(type).append("\r\n\r\n").append(body));
}

/// An input of a kind of collection that is long enough for several threads.
struct Sample {
  std::string name;
  Given given;
  std::string text;
};

std::vector<Sample> samples(unsigned units = test::fewer(900)) {
  std::string mailbox, documents, references, table = "url,body\n", archive;
  for (unsigned i = 0; i < units; ++i) {
    const std::string number = std::to_string(i);
    const auto links = static_cast<std::size_t>(i % 50);
    mailbox += message(i, links);
    documents += i % 11 == 0 ? "no JSON\n"
                 : i % 5 == 0
                     ? "{\"reference\":\"../" + number + "\"}\n"
                     : "{\"url\":\"http://h/" + number + "/\",\"body\":\"" + repeated("<a href=x>", links) + "\"}\n";
    references += repeated(i % 13 == 0 ? "%\n" : "../x" + number + "\n", 40);
    table += "http://h/" + number + ",\"" + repeated("<a href=x>\n", links) + "\"\n";
    archive += response(i % 3 == 0 ? "image/png" : "text/html", repeated("<a href=x>", links));
  }
  archive += response("image/png", repeated("<a href=x>", test::many(1'200'000))) + response("text/html", "<a href=y>");
  const std::string page = repeated("<p>text</p><a href=../x>", test::many(80'000));
  const auto given = [](Type type) { return Given{{.name = "sample", .url = "http://u/a/b", .type = type}}; };
  std::vector<Sample> samples = {{"page", given(Type::html), page},         {"mailbox", given(Type::mbox), mailbox},
                                 {"stream", given(Type::jsonl), documents}, {"list", given(Type::uris), references},
                                 {"table", given(Type::csv), table},        {"archive", given(Type::warc), archive}};
  for (const std::size_t i : {2U, 3U, 4U, 5U}) {
    samples.push_back({samples[i].name + " in gzip", samples[i].given, packed(samples[i].text)});
  }
  return samples;
}

RewriterOptions in_threads(std::size_t threads, ArchiveEmit emit) {
  return {.threads = threads, .archive = {.emit = emit, .date = "2026-01-02T03:04:05Z"}};
}

/// However an input comes, and whoever plans it, it becomes the same.
TEST(Rewriter, GivesTheSameHoweverItIsFed) {
  for (const Sample& sample : samples()) {
    for (const ArchiveEmit emit : {ArchiveEmit::response, ArchiveEmit::conversion}) {
      if (emit == ArchiveEmit::conversion && sample.given.input.type != Type::warc) continue;
      SCOPED_TRACE(sample.name);
      const std::string whole = rewritten(sample.text, sample.given, SIZE_MAX, in_threads(1, emit));
      EXPECT_NE(whole, sample.text);
      for (const std::size_t threads : {1U, 3U}) {
        for (const std::size_t at_once : {std::size_t{61}, std::size_t{4096}, SIZE_MAX}) {
          EXPECT_TRUE(rewritten(sample.text, sample.given, at_once, in_threads(threads, emit)) == whole)
              << threads << " " << at_once;
        }
        std::string output;
        Rewriter(sample.given.options, in_threads(threads, emit))
            .run(
                sample.text, [&](std::string_view bytes) { output += bytes; }, sample.given.input);
        EXPECT_TRUE(output == whole) << "in memory";
      }
    }
  }
}

/// Byte by byte, too; of what is not of units, the whole is planned.
TEST(Rewriter, TakesSingleBytes) {
  for (Sample sample : samples()) {
    sample.text = sample.text.substr(0, 3000);
    if (sample.name.ends_with("gzip")) continue;
    EXPECT_EQ(rewritten(sample.text, sample.given, 1, in_threads(1, ArchiveEmit::response)),
              rewritten(sample.text, sample.given, SIZE_MAX, in_threads(1, ArchiveEmit::response)))
        << sample.name;
  }
}

/// The first entry decides of a list that is written bit by bit, so NULs that end entries are no part of a mark.
TEST(Rewriter, FindsNoMarkInEntriesThatEndWithNul) {
  constexpr auto beginnings = std::to_array<std::string_view>(
      {{"\0\0\xFE\xFF\0\0\0x", 8}, {"\xFF\xFE\0\0x\0\0\0", 8}, {"<\0?\0x\0", 6}, {"\0<\0?\0x", 6}});
  for (const Type type : {Type::uris, Type::pairs, Type::jsonl}) {
    SCOPED_TRACE(type_names()[static_cast<std::size_t>(type)]);
    for (const std::string_view beginning : beginnings) {
      const Given given{{.url = "http://u/", .type = type, .null_separated = true}};
      const std::string list = std::string(beginning) + std::string("x\0{\"reference\":\"y\"}\0", 21);
      const std::string whole = rewritten(list, given, SIZE_MAX);
      EXPECT_EQ(rewritten(list, given, 1), whole);
      EXPECT_NE(whole == list, type != Type::jsonl || !beginning.starts_with('\xFF'));  // the last entry is ASCII
    }
  }
}

/// What is written for a mailbox, a list or a stream is what its units become, one after the other.
TEST(Rewriter, ShowsEachUnitInItsPlace) {
  for (const Sample& sample : samples()) {
    if (sample.given.input.type == Type::warc || sample.name.ends_with("gzip")) continue;
    std::size_t at = 0;
    std::size_t units = 0;
    bool changes = false;
    Rewriter rewriter(sample.given.options, {.threads = 2});
    const auto show = [&](const Unit& unit) {
      ++units;
      changes = changes || unit.changes;
      if (unit.place.line == 0) {
        EXPECT_GE(unit.place.bytes, at);
      }
      at = unit.place.bytes + unit.text.size();
      EXPECT_EQ(unit.text, std::string_view(sample.text).substr(unit.place.bytes, unit.text.size()));
      EXPECT_EQ(unit.place.lines,
                static_cast<std::size_t>(std::count(
                    sample.text.begin(), sample.text.begin() + static_cast<std::ptrdiff_t>(unit.place.bytes), '\n')));
    };
    const Rewritten result = rewriter.run(bit_by_bit(sample.text, 5000), nullptr, sample.given.input, {.unit = show});
    EXPECT_EQ(result.changes, changes);
    EXPECT_TRUE(changes);
    EXPECT_GT(units, sample.name == "page" ? 0U : 1U) << sample.name;
  }
}

/// Before it waits, everything that was read is answered and flushed.
TEST(Rewriter, AnswersBeforeItWaits) {
  for (const std::size_t threads : {1U, 3U}) {
    std::vector<std::string> to_read;
    for (int i = 0; i < 3000; ++i) to_read.push_back(repeated("../" + std::to_string(i) + "\n", 50));
    std::size_t lines = 0;
    std::size_t flushed = 0;
    std::size_t next = 0;
    bool has_waited = false;
    Rewriter rewriter({}, {.threads = threads});
    rewriter.run(
        [&](std::span<char> space) -> std::size_t {
          if (next == to_read.size()) return 0;
          if (!std::exchange(has_waited, !has_waited)) return would_wait;
          EXPECT_EQ(flushed, next + 1);
          EXPECT_EQ(lines, 50 * next);
          std::copy(to_read[next].begin(), to_read[next].end(), space.begin());
          return to_read[next++].size();
        },
        [&](std::string_view bytes) { lines += collect::lines_in(bytes); }, {.url = "http://h/a/b", .type = Type::uris},
        {.flush = [&] { ++flushed; }});
    EXPECT_EQ(flushed, to_read.size());
  }
}

TEST(Rewriter, RefusesWhatCannotBe) {
  EXPECT_THROW(rewrite([](std::span<char>) { return would_wait; }, nullptr, {}, {}), std::invalid_argument);
  for (const char* date : {"2026-02-30T00:00:00Z", "2026-01-02T24:00:00Z", "2026-01-02", "foo"}) {
    EXPECT_THROW(Rewriter({}, {.archive = {.date = date}}), std::invalid_argument) << date;
  }
  const Rewriter good({}, {.archive = {.date = "2024-02-29T23:59:59Z"}});
}

/// What any of the functions throws ends the run, after everything before it was written.
TEST(Rewriter, LetsExceptionsPass) {
  const Sample sample = samples(900)[1];
  const std::string whole = rewritten(sample.text, sample.given);
  for (const std::size_t threads : {1U, 3U}) {
    std::string output;
    const auto write = [&](std::string_view bytes) { output += bytes; };
    const auto failing = [read = bit_by_bit(sample.text, 100'000), left = 3](std::span<char> space) mutable {
      if (left-- == 0) throw std::runtime_error("gone");
      return read(space);
    };
    Rewriter rewriter(sample.given.options, {.threads = threads});
    EXPECT_THROW(rewriter.run(failing, write, sample.given.input), std::runtime_error);
    EXPECT_TRUE(whole.starts_with(output));
    EXPECT_GT(output.size(), 200'000U) << "the messages that came";
    const auto full = [](std::string_view) { throw std::runtime_error("full"); };
    EXPECT_THROW(rewriter.run(sample.text, full, sample.given.input), std::runtime_error);
    const auto observe = [](const Unit& unit) {
      if (unit.place.messages == 500) throw std::runtime_error("enough");
    };
    EXPECT_THROW(rewriter.run(sample.text, write, sample.given.input, {.unit = observe}), std::runtime_error);
    Options options;
    std::atomic<int> links = 0;
    options.on_link = [&](const LinkQuestion&) -> LinkAnswer {
      if (++links == 1000) throw std::runtime_error("no");
      return LinkAnswer::as_planned();
    };
    EXPECT_THROW(Rewriter(options, {.threads = threads}).run(sample.text, write, sample.given.input),
                 std::runtime_error);
  }
}

/// The thread that calls is the only one that reads, writes and observes.
TEST(Rewriter, CallsInOneThread) {
  const auto here = std::this_thread::get_id();
  const Sample sample = samples()[1];
  const auto read = [inner = bit_by_bit(sample.text, 9000), here](std::span<char> space) mutable {
    EXPECT_EQ(std::this_thread::get_id(), here);
    return inner(space);
  };
  Rewriter(sample.given.options, {.threads = 3})
      .run(read, [&](std::string_view) { EXPECT_EQ(std::this_thread::get_id(), here); }, sample.given.input,
           {.unit = [&](const Unit&) { EXPECT_EQ(std::this_thread::get_id(), here); }});
}

/// A call of stop() ends it, also in a record that is copied.
TEST(Rewriter, Stops) {
  for (const std::size_t threads : {1U, 3U}) {
    Rewriter rewriter({}, in_threads(threads, ArchiveEmit::response));
    std::size_t written = 0;
    const std::string beginning =
        "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: image/png\r\nContent-Length: 99999999999\r\n\r\n";
    std::size_t given = 0;
    const auto endless = [&](std::span<char> space) {
      const std::string_view text = given == 0 ? std::string_view(beginning) : std::string_view();
      given += space.size();
      std::fill(space.begin(), space.end(), 'x');
      std::copy(text.begin(), text.end(), space.begin());
      return space.size();
    };
    const auto write = [&](std::string_view bytes) {
      written += bytes.size();
      if (written > 10'000'000) std::thread([&] { rewriter.stop(); }).join();
    };
    EXPECT_THROW(rewriter.run(endless, write, {.type = Type::warc}), RunStopped);
    EXPECT_LT(written, 12'000'000U);
    EXPECT_THROW(rewriter.run("<a href=x>"sv, write, {.type = Type::html}), RunStopped);
  }
}

/// The middle of an archive doesn't tell that it is one, but the range does.
TEST(Rewriter, ReadsARangeOfAnArchive) {
  const std::string record = packed(
      "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/\r\nContent-Type: text/html\r\nContent-Length: "
      "10\r\n\r\n<a href=x>\r\n\r\n");
  const std::string archive = record + record + record;
  RewriterOptions more = in_threads(1, ArchiveEmit::response);
  more.archive.range = {record.size() / 2, record.size() + 1};
  std::size_t links = 0;
  const Observer observer{
      .unit = [&](const Unit& unit) { links += unit.plan == nullptr ? 0 : unit.plan->links().size(); }};
  const std::string_view part = std::string_view(archive).substr(more.archive.range.begin);
  Rewriter({}, more).run(part, nullptr, {.name = "c.warc.gz"}, observer);
  EXPECT_EQ(links, 1U);
  EXPECT_THROW(Rewriter({}, more).run(part, nullptr, {.name = "c.html.gz", .type = Type::html}), BadInput);
}

/// It ends the planning of a unit, too, in all threads.
TEST(Rewriter, StopsInAUnit) {
  constexpr std::size_t enough = 150'000;
  const std::string message = "From a Sat Jan  3 01:05:34 1996\nContent-Type: text/html\n\n";
  const std::string text = repeated(message + "\n", 20'000) + message + repeated("<a href=x>", 300'000);
  for (const std::size_t threads : {1U, 3U}) {
    std::atomic<std::size_t> steps = 0;
    Rewriter* running = nullptr;
    Options options;
    options.on_step = [&] {
      if (++steps == enough) running->stop();
    };
    Rewriter rewriter(options, {.threads = threads});
    running = &rewriter;
    EXPECT_THROW(rewriter.run(text, nullptr, {.type = Type::mbox}), RunStopped);
    EXPECT_LE(steps, enough + threads);
  }
}

/// A line that is too long is told and left, however it comes; those around it are answered.
TEST(Rewriter, PassesOverWhatIsTooLong) {
  constexpr std::size_t most = 2'000'000;
  for (const std::size_t size : {std::size_t{10}, std::size_t{5000}, std::size_t{3'000'000}}) {
    for (const std::string_view end : {"\n/b\n"sv, "\n"sv, ""sv}) {
      const std::string text = "/a\n/" + repeated("x", size) + std::string(end);
      std::string output;
      std::vector<std::string> told;
      const Observer observer{.unit = [&](const Unit& unit) {
        if (!unit.left.empty()) told.push_back(std::to_string(unit.place.line) + ": " + std::string(unit.left));
      }};
      const WriteFunction write = [&](std::string_view bytes) { output += bytes; };
      const std::atomic<bool> never = false;
      const Options options;
      collect::Output to(write, observer, never);
      collect::Lines lines(Container::lines, {.url = "http://h/", .type = Type::uris}, options, false, most);
      ReadFunction read = bit_by_bit(text, 100'000);
      while (!lines.is_over()) {
        if (const auto work = lines.next(1)) {
          work->plan();
          work->put(to);
          continue;
        }
        if (lines.is_over()) break;
        const std::size_t got = read(lines.bytes().space(200'000));
        lines.bytes().add(got);
        if (got == 0) lines.end();
      }
      const bool is_too_long = size > most;
      EXPECT_TRUE(output == "http://h/a\n" + std::string(is_too_long ? "" : "http://h") + "/" + repeated("x", size) +
                                (end == "\n/b\n" ? "\nhttp://h/b\n" : std::string(end)))
          << size << end;
      EXPECT_EQ(told.size(), is_too_long ? 1U : 0U);
      if (is_too_long) {
        EXPECT_EQ(told[0], "2: it is longer than 256 MiB; left unchanged") << end;
      }
    }
  }
}

/// What can't be written anew, or not be read, is refused before anything is written.
TEST(Rewriter, RefusesWhatItCantRewrite) {
  const auto refused = [](std::string_view text, const Input& input, RewriterOptions more) -> std::string {
    try {
      static_cast<void>(rewritten(text, {input, {}}, SIZE_MAX, std::move(more)));
    } catch (const BadInput& error) {
      return error.what();
    }
    return "done";
  };
  const std::string arc = "filedesc://x.arc 0.0.0.0 20260102030405 text/plain 5\n1 0 a\n\n";
  EXPECT_EQ(refused(arc, {.type = Type::warc}, in_threads(1, ArchiveEmit::response)),
            "is an ARC archive, which can only be read: --warc-emit=conversion writes new records for what changes");
  EXPECT_EQ(refused(arc, {.type = Type::warc}, in_threads(1, ArchiveEmit::conversion)), "done");
  RewriterOptions zstd = in_threads(1, ArchiveEmit::response);
  zstd.output_name = "x.warc.zst";
  EXPECT_EQ(refused(response("text/html", "x"), {.type = Type::warc}, zstd),
            "can't be written with zstd compression, which is only supported for reading");
  EXPECT_EQ(refused("a,b\n1,2\n", {.type = Type::csv}, {}).substr(0, 14), "its header has");
  EXPECT_EQ(refused(packed("/a\n/b\n").substr(0, 15), {.name = "x.uris.gz", .type = Type::uris}, {}),
            "its compressed data (gzip) is truncated");
  EXPECT_EQ(refused("", {.type = Type::wacz}, {}),
            "is a web archive collection (WACZ), which can't be read as a stream");
}

/// Revisits find their originals in the inputs before, too, unless these failed.
TEST(Rewriter, RemembersOriginals) {
  const std::string digest = "WARC-Payload-Digest: sha1:AAAA\r\n";
  const std::string original = warc_record("WARC-Type: response\r\nWARC-Target-URI: http://h/\r\n" + digest,
                                           "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=x>");
  const std::string revisit = warc_record(
      "WARC-Type: revisit\r\nWARC-Target-URI: http://h/\r\n"
      "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n" +
          digest,
      "");
  const auto left = [&](bool is_written) {
    Rewriter rewriter({}, in_threads(1, ArchiveEmit::response));
    const auto write = [&](std::string_view) {
      if (!is_written) throw std::runtime_error("full");
    };
    try {
      rewriter.run(original, write, {.type = Type::warc});
    } catch (const std::runtime_error&) {
    }
    std::string why;
    rewriter.run(revisit, [](std::string_view) {}, {.type = Type::warc},
                 {.unit = [&](const Unit& unit) { why = unit.left; }});
    return why;
  };
  EXPECT_EQ(left(true), "");
  EXPECT_NE(left(false), "");
}

TEST(Rewrite, TellsWhetherAnythingChanges) {
  const auto changes = [](std::string_view text) {
    std::string output;
    const bool result = rewrite(bit_by_bit(text, 3), [&](std::string_view bytes) { output += bytes; },
                                {.name = "page.html", .url = "http://a/b"}, {.resolver = Resolver::whatwg});
    EXPECT_EQ(result, output != text);
    return result;
  };
  EXPECT_TRUE(changes("<a href=x>"));
  EXPECT_FALSE(changes("<a href=http://h/>"));
  EXPECT_FALSE(changes(""));
}

class RewriterOverCorpora : public OverCorpora {};

/// The library writes what the program writes: each file alone, and all of them as a mailbox, a stream and an archive.
TEST_P(RewriterOverCorpora, WritesWhatTheProgramWrites) {
  std::vector<std::string> inputs;
  std::string mailbox, stream, archive;
  for (const Files& files : {pages_of(GetParam()), feeds_of(GetParam()), messages_of(GetParam())}) {
    for (const auto& [name, bytes] : files) {
      inputs.push_back(bytes);
      if (bytes.size() > 100'000) continue;
      archive += response("text/html", bytes);
      stream += "{\"url\":\"http://h/" + std::to_string(inputs.size()) + "\",\"body_b64\":\"" + base64(bytes) + "\"}\n";
      mailbox += "From a@b Sat Jan  3 01:05:34 1996\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n" +
                 base64(bytes) + "\n\n";
    }
  }
  inputs.insert(inputs.end(), {mailbox, stream, archive, packed(stream), packed(archive)});
  const TemporaryDirectory place;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    std::ofstream(place.path() + "/" + std::to_string(i), std::ios::binary) << inputs[i];
  }
  const ShellResult result = run_shell(
      "for file in *; do absolve -q -u http://u/a/b --warc-emit=response --date 2026-01-02T03:04:05Z < $file > "
      "$file.out\n"
      "done",
      place.path());
  std::size_t changed = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    RewriterOptions more = in_threads(1 + i % 2, ArchiveEmit::response);
    more.archive.said = "--url=http://u/a/b";
    const Given given{{.name = "-", .url = "http://u/a/b"}, {.headers = false}};
    const std::string expected = read_file(place.path() + "/" + std::to_string(i) + ".out");
    EXPECT_TRUE(rewritten(inputs[i], given, 4096, std::move(more)) == expected) << i << " " << inputs[i].substr(0, 100);
    changed += expected != inputs[i] ? 1 : 0;
  }
  EXPECT_GT(changed, 5U);
}

INSTANTIATE_TEST_SUITE_P(Corpora, RewriterOverCorpora, each_corpus());

}  // namespace
}  // namespace absolve::test
