#include "in_place.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace absolve::cli {
namespace {

constexpr std::size_t copied_at_once = std::size_t{1} << 20;

/// Whether the name of a message in a Maildir says how large it is.
bool says_size(std::string_view name) noexcept {
  return name.find(",S=") != std::string_view::npos || name.find(",W=") != std::string_view::npos;
}

}  // namespace

InPlace::InPlace(Original original, std::string directory)
    : original_(std::move(original)), directory_(std::move(directory)) {}

void InPlace::add(const Plan& plan) {
  if (!new_ && plan.edits().empty()) {
    unchanged_ += plan.source().size();
    return;
  }
  if (!new_) begin();
  is_packed_ = plan.content_coding() != ContentCoding::identity;
  plan.for_each_piece([&](std::string_view piece) {
    size_.add(piece);
    writer_->write_lasting(piece);
  });
  writer_->let_go();  // before the plan and its source go
}

/// Copies what was left as it is.
void InPlace::begin() {
  new_.emplace(directory_);
  writer_.emplace(new_->descriptor());
  std::string buffer(std::min(copied_at_once, unchanged_), '\0');
  for (std::size_t at = 0; at < unchanged_;) {
    const ssize_t got =
        ::pread(original_.descriptor, buffer.data(), std::min(buffer.size(), unchanged_ - at), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot read");
    if (got == 0) throw FileError("changed while it was read; left as it is");
    writer_->write(std::string_view(buffer).substr(0, static_cast<std::size_t>(got)));
    at += static_cast<std::size_t>(got);
  }
}

bool InPlace::commit(const std::string& suffix) {
  if (!new_) return false;
  writer_->flush();
  replace(original_, *new_, suffix);
  return true;
}

bool InPlace::commit_message() {
  if (!new_) return false;
  // Mail servers that pack messages name the sizes that they have unpacked.
  const bool counts_unpacked = is_packed_ && says_size(original_.path);
  if (counts_unpacked) throw FileError("is packed, and the sizes in its name would be wrong; left as it is");
  writer_->flush();
  new_->take_after(original_.path, original_.status);
  new_->finish();
  require_unchanged(original_.path, original_.status);
  new_->take_times(original_.status);  // late: clear_leftovers goes by them
  const std::string name = renamed_message(original_.path, size_);
  if (!new_->appear(name)) throw FileError("left as it is, as there is a later version: " + name);
  sync_directory(directory_of(original_.path));
  // Gone already: another program has renamed or removed it; clear_superseded finds it.
  if (::unlink(original_.path.c_str()) != 0 && errno != ENOENT) fail("cannot remove the message as it was");
  return true;
}

}  // namespace absolve::cli
