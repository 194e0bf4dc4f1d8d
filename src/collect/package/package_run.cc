#include "package_run.h"

namespace absolve::collect {

void PackageRun::add(const zip::Member& member, Rewritten& made) {
  result().changes = result().changes || made.changes;
  result().records += made.records;
  if (!made.missing.empty()) result().missing = member.name + ": " + made.missing;
  for (Note& note : made.notes) {
    note.member = member.name;
    result().notes.push_back(note);
  }
}

void PackageRun::end(const zip::Archive& old, const zip::NewArchive* made) {
  output_.show({.changes = result().changes, .is_copied = !result().changes});
  const auto write = [this](std::string_view bytes) {
    output_.write(bytes);
    output_.end_work();  // they are not held any longer
  };
  if (!writes_) return;
  if (result().changes) made->write(write);
  else if (settings_.more.archive.writes_always) zip::copy(old.file(), 0, old.file().size, write);
}

}  // namespace absolve::collect
