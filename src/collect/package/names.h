#pragma once

#include <cstdint>

#include "../../zip/archive.h"

namespace absolve::collect {

/// Throws BadInput if names of members lead out of the archive, are not all that they seem, or occur twice: on some
/// systems, unpacking it would write elsewhere, or over another member. n log n in the number of members.
void require_good_names(const zip::Archive& zip);

/// Counts what members become when they are decompressed. Throws BadInput once they expand beyond what the growth of
/// compressed data may be (text/growth.h).
class Expansion {
 public:
  void add(const zip::Member& member);

 private:
  std::uint64_t compressed_ = 0;
  std::uint64_t expanded_ = 0;
};

/// Throws BadInput if members together are larger than the archive: then they overlap.
void require_apart(const zip::Archive& zip);

}  // namespace absolve::collect
