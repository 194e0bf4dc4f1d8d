#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/archive_test.h"
#include "support/zips.h"

namespace absolve {
namespace {

using test::book;
using test::Members;

std::string page(const std::string& body, const std::string& head = "") {
  return "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head>" + head + "</head><body>" + body + "</body></html>";
}

struct Told {
  std::map<std::string, std::string> texts;         // of members, afterwards
  std::map<std::string, std::string> reasons = {};  // by reference
  std::string notes = {};
  std::string bytes = {};
  bool changes = false;
};

Told rewritten(const std::string& bytes, Input input, const Options& options = {}) {
  Told told;
  const Observer observer{.unit =
                              [&](const Unit& unit) {
                                if (unit.plan == nullptr) return;
                                for (const Link& link : unit.plan->links()) {
                                  told.reasons[std::string(link.reference)] = name_of(link.reason);
                                }
                              },
                          .end_member =
                              [&](const Rewritten& made) {
                                for (const Note& note : made.notes) told.notes += note.text + "\n";
                              }};
  const auto write = [&](std::string_view more) { told.bytes += more; };
  input.name = "x.epub";
  const Rewritten result = Rewriter(options).run(zip::in_memory(bytes), {}, write, input, observer);
  told.changes = result.changes;
  for (const Note& note : result.notes) {
    if (note.member.empty()) told.notes += note.text + "\n";
  }
  const zip::Archive zip(zip::in_memory(told.bytes));
  for (const zip::Member& member : zip.members()) {
    try {
      told.texts[member.name] = zip.text_of(member, std::size_t{1} << 24);
    } catch (const BadInput&) {
      // It is encrypted, or broken.
    }
  }
  return told;
}

const Members others = {{"OEBPS/text/ch2.xhtml", page("")},
                        {"OEBPS/text/b c.xhtml", page("")},
                        {"OEBPS/style.css", "p { background: url(img/a.png), url(img/b.png) }"},
                        {"OEBPS/img/a.png", "\x89PNG"},
                        {"OEBPS/text/", ""},
                        {"OEBPS/toc", "<ncx><content src='x'/></ncx>"},
                        {"cover.xhtml", page("<a href='out'>")}};

std::string book_with(const std::string& ch1, Members more = {}) {
  Members members = {{"OEBPS/text/ch1.xhtml", ch1}};
  members.insert(members.end(), others.begin(), others.end());
  members.insert(members.end(), more.begin(), more.end());
  return book(members);
}

/// The value of the attribute that holds the reference.
std::string reference_in(const std::string& tag) {
  const std::size_t begin = tag.find("url(") != std::string::npos ? tag.find("url(") + 4 : tag.find('"') + 1;
  return tag.substr(begin, tag.find_first_of("\")", begin) - begin);
}

std::string with_reference(std::string tag, const std::string& reference) {
  const std::string old = reference_in(tag);
  const std::size_t size = tag.find(" 2x") == std::string::npos ? old.size() : old.size() - 3;
  return tag.replace(tag.find(old), size, reference);
}

TEST(Books, KeepWhatIsThereAndLeadOutOfTheRest) {
  const std::vector<test::Row> rows = test::read_table("books/references.tsv", 4);
  std::string body;
  for (const test::Row& row : rows) body += row.fields[0] + "\n";
  const std::string old = book_with(page(body));
  for (const bool resolves : {false, true}) {
    std::string expected;
    for (const test::Row& row : rows) {
      const bool differs = resolves && row.fields[3] != "same";
      const std::string& reference = row.fields[differs ? 3 : 1];
      expected += (reference == "same" ? row.fields[0] : with_reference(row.fields[0], reference)) + "\n";
    }
    Options options;
    if (resolves) options.local_links = LocalLinks::resolve;
    const Told told = rewritten(old, {.url = "http://h/s"}, options);
    EXPECT_EQ(told.texts.at("OEBPS/text/ch1.xhtml"), page(expected));
    EXPECT_EQ(told.texts.at("cover.xhtml"), page("<a href='http://h/out'>"));
    EXPECT_EQ(told.texts.at("OEBPS/toc"), "<ncx><content src='x'/></ncx>");
    EXPECT_EQ(told.texts.at("OEBPS/style.css"),
              resolves ? "p { background: url(img/a.png), url(http://h/s/img/b.png) }" : others[2].second);
    for (const test::Row& row : rows) {
      if (resolves || row.fields[2].empty()) continue;
      std::string reference = reference_in(row.fields[0]);
      reference = reference.substr(0, reference.find(" 2x"));
      EXPECT_EQ(told.reasons.at(reference), row.fields[2]) << row.where;
    }
    const Told again = rewritten(told.bytes, {.url = "http://h/s"}, options);
    EXPECT_FALSE(again.changes);
    EXPECT_TRUE(again.bytes == told.bytes) << "twice is not once";
  }
}

/// Structure is never rewritten: what it names and the book lacks is told, of the manifest, the guide and the NCX.
TEST(Books, TellWhatTheirStructureNamesAndTheyLack) {
  EXPECT_EQ(rewritten(book_with(page("")), {}).notes,
            "its structure (package document, table of contents, SMIL) names 2 members that it lacks, such as "
            "OEBPS/nowhere/x.xhtml\n");
  const std::string all_there =
      book({{"OEBPS/text/ch1.xhtml", page("")},
            {"OEBPS/nowhere/x.xhtml", page("")},
            {"OEBPS/toc", "<ncx><content src='text/ch1.xhtml#a'/><content src='http://a/'/></ncx>"}});
  EXPECT_EQ(rewritten(all_there, {}).notes, "");
  const std::string one = book({{"OEBPS/text/ch1.xhtml", page("")}, {"OEBPS/toc", ""}});
  EXPECT_EQ(rewritten(one, {}).notes,
            "its structure (package document, table of contents, SMIL) names 1 member that it lacks: "
            "OEBPS/nowhere/x.xhtml\n");
}

/// The book of a package document and further members, without a table of contents.
std::string book_of_package(const std::string& manifest, Members members) {
  members.push_back({"OEBPS/text/ch1.xhtml", page("<a href='out'>")});
  members.push_back({"OEBPS/package.opf", "<package><item href='text/ch1.xhtml'/>" + manifest + "</package>"});
  return book(members);
}

/// What is read of structure only to tell what is missing keeps no page from being rewritten.
TEST(Books, ReadStructureThatIsOddAsFarAsItGoes) {
  const std::string toc = R"(<item href="toc" media-type="application/x-dtbncx+xml"/>)";
  const std::string overlay = R"(<item href="a.smil" media-type="application/smil+xml"/>)";
  const std::string lacks = "its structure (package document, table of contents, SMIL) names 1 member that it lacks: ";
  const std::vector<std::tuple<std::string, Members, std::string>> all = {
      {toc, {{"OEBPS/toc", "\xFF\xFE<"}}, ""},
      {toc, {{"OEBPS/toc", std::string(std::size_t{17} << 20, ' ')}}, ""},
      {toc,
       {{"OEBPS/toc", "<content src='gone'/>"}, {"META-INF/encryption.xml", "<CipherReference URI='OEBPS/toc'/>"}},
       ""},
      {toc, {{"OEBPS/toc", "<audio src='gone.mp3'/>"}}, lacks + "OEBPS/gone.mp3\n"},
      {overlay,
       {{"OEBPS/a.smil", "<text src='text/ch1.xhtml#x'/><audio src='gone.mp3'/>"}},
       lacks + "OEBPS/gone.mp3\n"},
      {"<link href='record.xml'/><link href='http://a/'/>", {}, lacks + "OEBPS/record.xml\n"},
      {"<item href='//cdn.example/x.css'/><item href=' text/ch1.xhtml\n'/>", {}, ""},
  };
  for (const auto& [manifest, members, notes] : all) {
    const Told told = rewritten(book_of_package(manifest, members), {.url = "http://h/s/"});
    EXPECT_EQ(told.notes, notes) << manifest;
    EXPECT_EQ(told.texts.at("OEBPS/text/ch1.xhtml"), page("<a href='http://h/s/text/out'>")) << manifest;
  }
}

/// A manifest may name one table of contents any number of times: it is read once.
TEST(Books, ReadEachMemberOfStructureOnce) {
  const std::string toc = R"(<item href="toc" media-type="application/x-dtbncx+xml"/>)";
  const auto reads = [&](std::size_t items) {
    std::string manifest;
    for (std::size_t i = 0; i < items; ++i) manifest += toc;
    const std::string bytes = book_of_package(manifest, {{"OEBPS/toc", "<ncx><content src='text/ch1.xhtml'/></ncx>"}});
    FileBytes file = zip::in_memory(bytes);
    std::size_t count = 0;
    file.read_at = [&count, read_at = file.read_at](std::uint64_t offset, std::span<char> room) {
      ++count;
      return read_at(offset, room);
    };
    Rewriter().run(file, {}, [](std::string_view) {}, {.name = "x.epub", .url = "http://h/s/"}, {});
    return count;
  };
  EXPECT_EQ(reads(50), reads(1));
}

/// A rendering of another kind, which container.xml may name, is none that is read.
TEST(Books, MayHaveRenderingsOfOtherKinds) {
  std::string both(test::book_container);
  both.insert(both.find("<rootfile "), R"(<rootfile full-path="book.pdf" media-type="application/pdf"/>)");
  const std::string bytes = book_with(page("<a href='out'>"), {{"META-INF/container.xml", both}});
  EXPECT_EQ(rewritten(bytes, {.url = "http://h/s/"}).texts.at("OEBPS/text/ch1.xhtml"),
            page("<a href='http://h/s/text/out'>"));
}

/// What is there counts before any base inside, and a base inside before the book's.
TEST(Books, HaveBasesInThem) {
  const std::string body = "<a href='ch2.xhtml'><a href='out'>";
  for (const auto& [url, expected] :
       std::vector<std::pair<std::string, std::string>>{{"", "http://b/out"}, {"http://h/s/", "http://b/out"}}) {
    const Told told = rewritten(book_with(page(body, "<base href='http://b/'/>")), {.url = url});
    EXPECT_EQ(told.texts.at("OEBPS/text/ch1.xhtml"),
              page("<a href='ch2.xhtml'><a href='" + expected + "'>", "<base href='http://b/'/>"));
  }
  for (const std::string base : {"<base href='./'/>", "<base href='../'/>", "<base href=''/>"}) {
    const Told told = rewritten(book_with(page(body, base)), {.url = "http://h/s/"});
    const std::string out = base.find("..") != std::string::npos ? "http://h/s/out" : "http://h/s/text/out";
    EXPECT_EQ(told.texts.at("OEBPS/text/ch1.xhtml"), page("<a href='ch2.xhtml'><a href='" + out + "'>", base));
  }
  const Told none = rewritten(book_with(page(body)), {});
  EXPECT_FALSE(none.changes);
  EXPECT_EQ(none.reasons.at("out"), "no-base");
}

TEST(Books, TakeTheUrlOfAFolder) {
  const std::string old = book_with(page("<a href='out'>"));
  const auto url_with = [&](const std::string& url) {
    const std::string text = rewritten(old, {.url = url}).texts.at("OEBPS/text/ch1.xhtml");
    return text.substr(text.find("href='") + 6, text.find("'>", text.find("href='")) - text.find("href='") - 6);
  };
  EXPECT_EQ(url_with("http://h/s"), "http://h/s/text/out");
  EXPECT_EQ(url_with("http://h/s/"), "http://h/s/text/out");
  for (const std::string url : {"http://h/x.epub", "http://h/s/?q", "http://h/s/#f"}) EXPECT_EQ(url_with(url), "out");
  EXPECT_NE(rewritten(old, {.url = "http://h/x.epub"}).notes.find("is that of the book itself"), std::string::npos);
  EXPECT_NE(rewritten(old, {.url = "http://h/?q"}).notes.find("has a query"), std::string::npos);
}

/// A map that names members says more than the folder does.
TEST(Books, TakeUrlsOfMembers) {
  Input input{.url = "http://h/s"};
  input.members_retrieved_from = [](std::string_view member) {
    std::vector<Candidate> urls;
    if (!member.ends_with("ch1.xhtml")) return urls;
    urls.emplace_back().from = BaseFrom::url_map;
    urls.back().value = "http://m/1/";
    return urls;
  };
  const Told told = rewritten(book_with(page("<a href='out'>")), input);
  EXPECT_EQ(told.texts.at("OEBPS/text/ch1.xhtml"), page("<a href='http://m/1/out'>"));
  EXPECT_EQ(told.texts.at("cover.xhtml"), page("<a href='http://h/out'>"));
}

TEST(Books, LeaveWhatIsEncryptedOrSigned) {
  const Members encrypted = {
      {"META-INF/encryption.xml",
       "<encryption><enc:CipherReference xmlns:enc='e' URI='OEBPS/text/ch1.xhtml'/></encryption>"}};
  const Told told = rewritten(book_with(page("<a href='out'>"), encrypted), {.url = "http://h/"});
  EXPECT_EQ(told.texts.at("OEBPS/text/ch1.xhtml"), page("<a href='out'>"));
  EXPECT_NE(told.notes.find("is encrypted; left unchanged\n"), std::string::npos) << told.notes;

  const std::string with_signatures = book_with(page("<a href='out'>"), {{"META-INF/signatures.xml", "<signatures/>"}});
  const Told changed = rewritten(with_signatures, {.url = "http://h/"});
  EXPECT_NE(changed.notes.find("signatures.xml no longer holds"), std::string::npos);
  const Told skipped = rewritten(with_signatures, {.url = "http://h/"}, {.signatures = Signed::skip});
  EXPECT_FALSE(skipped.changes);
  EXPECT_TRUE(skipped.bytes == with_signatures);
  EXPECT_NE(skipped.notes.find("signed; left unchanged"), std::string::npos);
}

/// A member that is broken stays; all others are read.
TEST(Books, LeaveWhatIsBroken) {
  std::string old = book_with(page("<a href='out'>"));
  const std::size_t name = old.rfind("OEBPS/text/ch1.xhtml");  // in the central directory
  old[name - 46 + 16] ^= 1;                                    // its checksum
  const Told told = rewritten(old, {.url = "http://h/"});
  EXPECT_TRUE(told.notes.starts_with("cannot read it: its checksum (CRC-32) is wrong; left unchanged\n")) << told.notes;
  EXPECT_EQ(told.texts.at("cover.xhtml"), page("<a href='http://h/out'>"));
  const Told none =
      rewritten(book_with(page(""), {{"mail.eml", "Content-Type: text/html\n\n<a href=out>"}}), {.url = "http://h/"});
  EXPECT_EQ(none.texts.at("mail.eml"), "Content-Type: text/html\n\n<a href=out>") << "no part of a book";
}

/// A bomb stays; what is behind it is read.
TEST(Books, LeaveBombs) {
  const std::string bomb(std::size_t{80} << 20, ' ');
  const std::string old = book_with(page(""), {{"bomb.xhtml", bomb}, {"last.xhtml", page("<a href='out'>")}});
  const Told told = rewritten(old, {.url = "http://h/"});
  EXPECT_EQ(told.texts.at("last.xhtml"), page("<a href='http://h/out'>"));
  EXPECT_TRUE(told.notes.starts_with("expands beyond 64 MiB plus 100 times its size; left unchanged\nits structure"))
      << told.notes;
}

/// Nobody can say what the type of a member is.
TEST(Books, GetNoHintAtTypes) {
  for (const bool is_in_book : {false, true}) {
    const Plan plan = absolve::plan("<dtbook><a href='x'/></dtbook>", {.type = Type::xml, .is_in_book = is_in_book});
    ASSERT_FALSE(plan.notes().empty());
    EXPECT_EQ(plan.notes()[0].text.ends_with("(--type html reads it as a page)"), !is_in_book);
  }
}

TEST(Books, AreRefusedWithTheirReason) {
  const auto refused = [](const std::string& bytes) -> std::string {
    try {
      static_cast<void>(rewritten(bytes, {.url = "http://h/"}));
    } catch (const BadInput& error) {
      return error.what();
    }
    return "done";
  };
  const std::string good = book_with(page(""));
  EXPECT_EQ(refused(good), "done");
  EXPECT_EQ(refused(good.substr(0, good.size() - 30)), "its central directory can't be read: it has no end record");
  EXPECT_EQ(refused(book({}, "mimetypo")), "its first member is not 'mimetype' with the text application/epub+zip");
  EXPECT_EQ(refused(book({{"../x", ""}})), "its member '../x' has a name that leads out of the archive");
  EXPECT_EQ(refused(book({{"x", ""}, {"x", "y"}})), "it has two members 'x'");
  EXPECT_EQ(refused(book({{"META-INF/encryption.xml", "\xFF\xFE<"}})),
            "its member META-INF/encryption.xml is in UTF-16, which is not read there");
  std::string more = good;
  more[more.rfind("PK\5\6") + 10] ^= 1;
  EXPECT_EQ(refused(more),
            "its central directory can't be read: it does not hold as many members as its end record says");
  std::string overlapping = book_with(page("<a href='out'>"));
  const std::size_t picture = overlapping.rfind("OEBPS/img/a.png");  // in the central directory
  overlapping[picture - 46 + 20] = 60;                               // its compressed size
  EXPECT_EQ(refused(overlapping), "its members overlap, or reach beyond its end");
  std::string no_package = good;
  for (std::size_t at = 0; (at = no_package.find("OEBPS/package.opf", at)) != std::string::npos; ++at) {
    no_package.replace(at, 5, "OEBPX");
  }
  EXPECT_EQ(refused(no_package), "its META-INF/container.xml names OEBPS/package.opf, which it lacks");
}

/// Books as they are made: where nothing changes, no byte does; and what changes is read again.
TEST(Books, OfOthersStayWholeWithoutABase) {
  const std::filesystem::path books = test::testdata("../../shared/corpus/epub");
  if (!std::filesystem::exists(books)) GTEST_SKIP() << "skipped: there is no corpus of books";
  std::size_t count = 0;
  std::size_t changed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(books)) {
    if (entry.path().extension() != ".epub") continue;
    SCOPED_TRACE(entry.path().filename());
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const Told told = rewritten(bytes, {});
    EXPECT_TRUE(told.bytes == bytes);
    const Told with_url = rewritten(bytes, {.url = "http://h/s/"});
    changed += with_url.changes ? 1 : 0;
    const Told again = rewritten(with_url.bytes, {.url = "http://h/s/"});
    EXPECT_FALSE(again.changes);
    EXPECT_EQ(with_url.texts.size(), told.texts.size());
    ++count;
  }
  EXPECT_GT(count, 20U);
  EXPECT_GT(changed, 0U);
}

}  // namespace
}  // namespace absolve
