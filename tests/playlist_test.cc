#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "../src/playlist/finder.h"
#include "absolve/absolve.h"
#include "support/codings.h"
#include "support/exact.h"
#include "support/list.h"
#include "support/plain_request.h"
#include "support/promises.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve::playlist {
namespace {

namespace fs = std::filesystem;

const Given at_playlist = {{.url = "http://h/a/p.m3u8", .type = Type::playlist}};

TEST(Playlist, BecomesWhatTheTableSays) {
  for (const test::Row& row : test::read_table("playlist/playlists.tsv", 4)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    EXPECT_EQ(test::expect_promises(row.fields[1], at_playlist), row.fields[2]);
    EXPECT_EQ(test::list_of(plan(row.fields[1], at_playlist)), row.fields[3]);
  }
}

/// Wherever a playlist is cut, no byte behind it is read.
TEST(Playlist, CutPlaylistsEnd) {
  for (const test::Row& row : test::read_table("playlist/playlists.tsv", 4)) {
    for (std::size_t size = 0; size < row.fields[1].size(); ++size) {
      static_cast<void>(find(test::Exact(row.fields[1].substr(0, size)).view(), test::plain_request()));
    }
  }
}

/// A base can't end a quoted string, or bring in a variable.
TEST(Playlist, BasesAreEscaped) {
  const std::string source = "#EXT-X-KEY:URI=\"k\"\n#EXT-X-MAP:URI=m\n1.ts\n";
  for (const Resolver resolver : {Resolver::rfc1808, Resolver::rfc3986, Resolver::whatwg}) {
    const Given given = {{.url = "http://h/a\"b{$c},/", .type = Type::playlist}, {.resolver = resolver}};
    EXPECT_EQ(test::expect_promises(source, given),
              "#EXT-X-KEY:URI=\"http://h/a%22b%7B$c},/k\"\n#EXT-X-MAP:URI=m\nhttp://h/a%22b%7B$c},/1.ts\n");
  }
}

TEST(Playlist, NamesOfFilesAreToldOnce) {
  const Plan names = plan("#EXTM3U\na #1.mp3\nb?.mp3\nhttp://h/c?d\n", at_playlist);
  ASSERT_EQ(names.notes().size(), 1U);
  EXPECT_EQ(names.notes().front().code, NoteCode::name_or_url);
  EXPECT_EQ(names.notes().front().text.substr(0, 7), "2 lines");
  const Plan hls = plan("#EXT-X-VERSION:3\na?b\n", at_playlist);
  EXPECT_TRUE(hls.notes().empty()) << "HLS names URLs";
}

std::string random_playlist(test::Random& random) {
  std::string text;
  for (std::size_t i = random.below(30); i > 0; --i) {
    text += random.any({"#EXTM3U",
                        "#EXT-X-KEY:",
                        "#EXT-X-MAP:",
                        "#EXT-X-MEDIA:",
                        "#EXTINF:1,",
                        "#EXT-X-DATERANGE:",
                        "URI=",
                        "\"",
                        "X-ASSET-URI",
                        ",",
                        "=",
                        " ",
                        "\n",
                        "\n",
                        "\r\n",
                        "\r",
                        "\t",
                        "a.ts",
                        "../b c.m3u8",
                        "/d?e=f",
                        "//h/",
                        "http://h/",
                        "{$x}",
                        "#g",
                        "URI=\"k.bin\"",
                        "\xEF\xBB\xBF",
                        "\\",
                        "%20",
                        "\xE4",
                        "#EXT-X-RENDITION-REPORT:"});
  }
  return text;
}

TEST(Playlist, RandomOnesKeepThePromises) {
  for (unsigned seed = 0; seed < 3'000; ++seed) {
    test::Random random(seed);
    SCOPED_TRACE(seed);
    Given given = at_playlist;
    given.options.resolver = static_cast<Resolver>(seed % 3);
    if (seed % 5 == 0) given.input.url = "http://h/a b\"{$x},/";
    test::expect_promises(random_playlist(random), given);
  }
}

/// One in which each line is well-formed.
std::string made_playlist(test::Random& random) {
  const auto uri = [&] {
    return std::string(
        random.any({"a.ts", "b c/d,e.ts", "../f.m3u8?g=h#i", "//h.example/j", "/k?l=m n", "./o", "?p", "a/../q",
                    "http://h.example/r", "{$s}/t", "u{$v}.ts", "\xC3\xA9.mp4", "%20x%25", "data:,w", "skd://x"}));
  };
  const auto attribute = [&] {
    const std::string name(
        random.any({"URI", "X-ASSET-URI", "X-ASSET-LIST", "SERVER-URI", "NAME", "VALUE", "BYTERANGE"}));
    return name + "=\"" + uri() + (name == "NAME" ? ",URI=" : "") + "\"";
  };
  const std::string end(random.any({"\n", "\r\n"}));
  std::string text = std::string(random.any({"", "\xEF\xBB\xBF"})) + "#EXTM3U" + end;
  for (std::size_t i = random.below(20); i > 0; --i) {
    const std::string tag(
        random.any({"KEY", "SESSION-KEY", "MAP", "MEDIA", "I-FRAME-STREAM-INF", "SESSION-DATA", "PART", "PRELOAD-HINT",
                    "RENDITION-REPORT", "CONTENT-STEERING", "DATERANGE", "IMAGE-STREAM-INF", "STREAM-INF", "ASSET"}));
    if (random.one_in(3)) text += "#EXTINF:2," + uri() + end;
    const std::string tag_line = "#EXT-X-" + tag + ":A=1," + attribute() + std::string(random.any({"", ",B=2"}));
    text += (random.one_in(2) ? std::string(random.any({"", " ", "\t"})) + uri() : tag_line) + end;
  }
  return text;
}

/// Playlists of a folder: made ones, those of the table, and those of others where they are.
class Folders {
 public:
  Folders() {
    fs::create_directory(place_.path() + "/in");
    for (unsigned seed = 0; seed < 300; ++seed) {
      test::Random random(seed);
      std::ofstream(place_.path() + "/in/made" + std::to_string(seed) + ".m3u8", std::ios::binary)
          << made_playlist(random);
    }
    const std::string corpus = ABSOLVE_CORPUS "/playlists";
    if (!fs::exists(corpus)) return;
    for (const auto& entry : fs::directory_iterator(corpus)) {
      if (entry.path().extension() == ".m3u8") fs::copy(entry.path(), place_.path() + "/in");
    }
  }

  /// What a script writes that is called with both folders.
  [[nodiscard]] test::ShellResult compare(const std::string& programs, const std::string& command) const {
    return test::run_shell_with(
        programs,
        "absolve -q -r --resolver rfc3986 --url http://a.example/d/e/ --output-dir out in && " + command + " in out",
        place_.path());
  }

 private:
  test::TemporaryDirectory place_;
};

TEST(Playlist, NamesTheSameURLsAtAnyAddress) {
  const test::ShellResult result =
      Folders().compare("python3", "python3 '" + test::testdata("../tests/support/playlist_urls.py") + "'");
  if (result.status == test::missing) GTEST_SKIP() << "skipped: there is no " << result.out;
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(result.out.starts_with("compared ")) << result.out;
}

TEST(Playlist, ParsersOfNpmReadTheSame) {
  const test::ShellResult result =
      Folders().compare("node", "node '" + test::testdata("../tests/support/playlists_alike.js") + "'");
  if (result.status == test::missing) GTEST_SKIP() << "skipped: there is no " << result.out;
  if (result.out.starts_with("skipped")) GTEST_SKIP() << result.out;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out.find('{'), std::string::npos) << result.out;
  EXPECT_NE(result.out.find(": compared "), std::string::npos) << result.out;
}

/// Nothing in a DASH manifest is rewritten.
TEST(Playlist, DashIsLeft) {
  const std::string corpus = ABSOLVE_CORPUS "/playlists";
  if (!fs::exists(corpus)) GTEST_SKIP() << "skipped: there is no corpus at " << corpus;
  std::size_t left = 0;
  for (const auto& entry : fs::directory_iterator(corpus)) {
    if (entry.path().extension() != ".mpd") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    for (const char* name : {"a.mpd", "a.xml", ""}) {
      const Plan result = plan(text, Input{.name = name, .url = "http://h/a/b.mpd"});
      EXPECT_EQ(result.output(), text) << entry.path();
      EXPECT_EQ(std::ranges::count(result.notes(), NoteCode::unread_kind, &Note::code), 1) << entry.path();
    }
    ++left;
  }
  EXPECT_GT(left, 40U);
}

}  // namespace
}  // namespace absolve::playlist
