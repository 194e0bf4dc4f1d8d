#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "absolve/url.h"

namespace absolve::mime {

/// The parts around an HTML part that references may mean by their Content-Location (RFC 2557, section 8).
class Related {
 public:
  /// A part in the same multipart/related.
  struct Part {
    std::string location;  // its Content-Location
    bool relative;         // then references to it must stay as they are, or they would match no longer
  };

  /// `base` is what a relative Content-Location is resolved against; nullptr: it is undefined. `made_absolute`: the
  /// header is rewritten too. Of parts with the same location the first counts.
  void add(const std::string& location, const Base* base, bool made_absolute);

  [[nodiscard]] bool empty() const noexcept { return by_spelling_.empty() && by_url_.empty(); }

  /// The part that a reference names by the spelling of its Content-Location, fragment aside; nullptr: none.
  [[nodiscard]] const Part* spelled(std::string_view reference) const;
  /// The part that an absolute URL leads to, fragment aside; nullptr: none.
  [[nodiscard]] const Part* at(std::string_view url) const;

 private:
  std::unordered_map<std::string, Part> by_spelling_;  // relative ones
  std::unordered_map<std::string, Part> by_url_;       // by what two spellings of a URL have in common
};

}  // namespace absolve::mime
