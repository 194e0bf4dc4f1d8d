#include "zips.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "../../src/zip/headers.h"

namespace absolve::test {
namespace {

constexpr std::size_t max_text = std::size_t{1} << 20;

constexpr std::string_view book_package =
    R"(<package xmlns="http://www.idpf.org/2007/opf"><manifest><item href="text/ch1.xhtml"/>)"
    R"(<item href="toc" media-type="application/x-dtbncx+xml"/><item href="nowhere/x.xhtml"/></manifest></package>)";

/// The text of a member, or why there is none.
std::string text_of(const zip::Archive& zip, const zip::Member& member) {
  try {
    return zip.text_of(member, max_text);
  } catch (const BadInput& error) {
    return error.what();
  }
}

/// What becomes of the member with an index: each of the changes in turn.
void change(zip::NewArchive& made, std::size_t i, const zip::Member& member, std::string& text) {
  const std::string other = "another";
  switch (i % 4) {
    case 0: break;
    case 1: made.replace(i, zip::content_of(text = other, zip::Method::deflated), zip::DosTime{}); break;
    case 2: made.replace(i, zip::content_of(text = other, zip::Method::stored), std::nullopt); break;
    default:
      if (member.is_readable() && member.size < max_text && text != other) made.store(i);
  }
}

}  // namespace

std::string written(const zip::NewArchive& made) {
  std::string bytes;
  made.write([&](std::string_view more) { bytes += more; });
  return bytes;
}

const std::string_view book_container =
    R"(<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>)"
    R"(<rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>)";

std::string book(const Members& members, const std::string& first) {
  const std::string nothing = zip::end_records({0, 0, 0}, false) + std::string(2, '\0');
  const zip::Archive empty(zip::in_memory(nothing));
  zip::NewArchive made(empty);
  constexpr zip::DosTime time{};
  made.add(first, zip::content_of("application/epub+zip", zip::Method::stored), time);
  const auto add = [&](const std::string& name, std::string text) {
    made.add(name, zip::content_of(std::move(text), zip::Method::deflated), time);
  };
  const auto add_usual = [&](const char* name, std::string_view text) {
    if (std::ranges::find(members, name, &Members::value_type::first) == members.end()) add(name, std::string(text));
  };
  add_usual("META-INF/container.xml", book_container);
  add_usual("OEBPS/package.opf", book_package);
  for (const auto& [name, text] : members) add(name, text);
  return written(made);
}

void expect_nothing_lost_in_zip(std::string_view bytes) {
  const zip::Archive old(zip::in_memory(bytes));
  const std::vector<zip::Member>& members = old.members();
  std::vector<std::string> texts;
  for (const zip::Member& member : members) texts.push_back(text_of(old, member));
  zip::NewArchive made(old);
  for (std::size_t i = 0; i < members.size(); ++i) change(made, i, members[i], texts[i]);
  made.add("added by nobody else", zip::content_of("text", zip::Method::deflated), zip::DosTime{});
  if (!members.empty()) made.remove(0);

  const std::string rewritten = written(made);
  const zip::Archive again(zip::in_memory(rewritten));
  const std::size_t removed = members.empty() ? 0 : 1;
  ASSERT_EQ(again.members().size(), members.size() + 1 - removed);
  for (std::size_t i = removed; i < texts.size(); ++i) {
    EXPECT_EQ(again.members()[i - removed].name, members[i].name);
    EXPECT_EQ(text_of(again, again.members()[i - removed]), texts[i]);
  }
  EXPECT_EQ(text_of(again, again.members().back()), "text");
}

}  // namespace absolve::test
