#include "zips.h"

#include <gtest/gtest.h>

#include <vector>

namespace absolve::test {
namespace {

constexpr std::size_t max_text = std::size_t{1} << 20;

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
