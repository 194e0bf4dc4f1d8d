#include "wacz.h"

#include <algorithm>
#include <string>
#include <utility>

#include "../../archive/names.h"
#include "names.h"

namespace absolve::collect {
namespace {

constexpr std::string_view folder_of_archives = "archive/";

}  // namespace

Wacz::Wacz(FileBytes file) : zip_(std::move(file)) {
  require_good_names(zip_);
  require_apart(zip_);
  find_archives();
}

std::optional<std::size_t> Wacz::find(std::string_view name) const {
  const auto found = std::ranges::find(members(), name, &zip::Member::name);
  if (found == members().end()) return std::nullopt;
  return static_cast<std::size_t>(found - members().begin());
}

void Wacz::find_archives() {
  Expansion expansion;
  for (std::size_t i = 0; i < members().size(); ++i) {
    const zip::Member& member = members()[i];
    if (!member.name.starts_with(folder_of_archives) || !stem_of_archive(member.name)) continue;
    const auto fail = [&](std::string_view why) { throw BadInput("its " + member.name + " " + std::string(why)); };
    if (member.is_encrypted) fail("is encrypted");
    if (!member.is_readable()) fail("is compressed by a method that is not read");
    try {
      expansion.add(member);
    } catch (const BadInput& error) {
      fail(error.what());
    }
    archives_.push_back(i);
  }
  if (archives_.empty()) throw BadInput("it has no WARC file in archive/");
}

std::string_view name_in_index(const zip::Member& archive) noexcept {
  return std::string_view(archive.name).substr(folder_of_archives.size());
}

Note no_archive(const zip::Member& member) {
  Note note{
      NoteCode::unread_kind, Note::Severity::failure, "is not a web archive despite its name; left unchanged", {}};
  note.member = member.name;
  return note;
}

bool is_index(std::string_view name) noexcept {
  constexpr std::string_view folder = "indexes/";
  if (!name.starts_with(folder)) return false;
  if (name.ends_with(".gz")) name.remove_suffix(3);
  return name.ends_with(".cdx") || name.ends_with(".cdxj") || name.ends_with(".idx");
}

}  // namespace absolve::collect
