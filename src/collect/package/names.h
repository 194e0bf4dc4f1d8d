// Checks for packages that are made to do harm. Wacz, Book and the runs over them check the names of members, whether
// members overlap, and how large they become; description_in() reads members that describe others.

#pragma once

#include <cstdint>
#include <string>

#include "../../zip/archive.h"

namespace absolve::collect {

/// Throws BadInput if names of members lead out of the archive, are not all that they seem, or occur twice: on some
/// systems, unpacking it would write elsewhere, or over another member. n log n in the number of members.
void require_good_names(const zip::Archive& zip);

/// Counts what members become when they are decompressed.
class Expansion {
 public:
  /// Throws BadInput if they expand beyond what the growth of compressed data may be (text/growth.h). Then the member
  /// is not counted, so that those after it may be read.
  void add(const zip::Member& member);

 private:
  std::uint64_t compressed_ = 0;
  std::uint64_t expanded_ = 0;
};

/// The content of a member that describes others. Throws BadInput, with the name of the member.
[[nodiscard]] std::string description_in(const zip::Archive& zip, const zip::Member& member, std::uint64_t max_size);

/// Throws BadInput if members together are larger than the archive: then they overlap.
void require_apart(const zip::Archive& zip);

}  // namespace absolve::collect
