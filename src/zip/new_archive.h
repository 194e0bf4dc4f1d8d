#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absolve/rewriter.h"
#include "archive.h"
#include "content.h"

namespace absolve::zip {

/// A ZIP archive with changes. All else is as it was: the other members with their bytes and their places, the order of
/// the central directory, comments, and the bytes that belong to no member.
class NewArchive {
 public:
  /// `old` must outlive it. Throws BadInput if members overlap: then a change of one would be one of another.
  explicit NewArchive(const Archive& old);

  /// Gives a member other content. `time` is that of the change; nullopt if its time stays.
  void replace(std::size_t member, NewContent content, std::optional<DosTime> time);
  /// Stores a member instead of compressing it.
  void store(std::size_t member);
  void remove(std::size_t member) { changes_[member].kind = Kind::remove; }
  /// Adds a member after all others.
  void add(std::string name, NewContent content, DosTime time) {
    added_.push_back({std::move(name), std::move(content), time});
  }

  /// Writes the archive, from its first byte to its last. Throws BadInput if the old archive can't be read, and what
  /// `write` throws. Linear; memory for the central directory.
  void write(const WriteFunction& write) const;

 private:
  class Writer;

  enum class Kind : std::uint8_t { keep, replace, remove };
  struct Change {
    Kind kind = Kind::keep;
    NewContent content = {};
    std::optional<DosTime> time = {};
  };
  struct Added {
    std::string name;
    NewContent content;
    DosTime time;
  };
  /// A member in the file, from its local header to the next member, or to the central directory.
  struct Place {
    std::size_t member;
    std::uint64_t data;  // where its data begins
    std::uint64_t end;
  };

  const Archive& old_;
  std::vector<Change> changes_;  // one for each member
  std::vector<Added> added_;
  std::vector<Place> places_;  // in their order in the file
};

}  // namespace absolve::zip
