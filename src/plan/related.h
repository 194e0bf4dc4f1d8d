#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absolve/url.h"

namespace absolve::inline detail {

/// The parts of a multipart/related that references may lead to by their Content-Location (RFC 2557, section 8).
class Related {
 public:
  struct Part {
    std::string location;  // its Content-Location
    bool relative;         // then references to it must be left unchanged, or they would no longer match
  };

  /// `base` is what a relative Content-Location is resolved against; nullptr if it is undefined. `made_absolute` is the
  /// header field is rewritten, too. Of several parts with the same location the first is used.
  void add(const std::string& location, const Base* base, bool made_absolute);

 private:
  friend const Part* find_part(const std::vector<const Related*>& around, std::string_view reference, const Base* base);

  std::unordered_map<std::string, Part> by_spelling_;  // relative locations
  std::unordered_map<std::string, Part> by_url_;       // by the URL in common_spelling()
};

/// The part that a reference leads to, fragments ignored: by the spelling of the part's Content-Location, or resolved
/// against `base`. `around` has the groups around it, the innermost first. nullptr if there is none. Linear in the
/// reference and the base.
[[nodiscard]] const Related::Part* find_part(const std::vector<const Related*>& around, std::string_view reference,
                                             const Base* base);

}  // namespace absolve::inline detail
