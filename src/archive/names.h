#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "../text/ascii.h"

namespace absolve::inline detail {

/// The name of an archive without its extensions, in any case: `a` for `a.warc`, `a.ARC.gz`; nullopt if it is not the
/// name of an archive.
[[nodiscard]] inline std::optional<std::string_view> stem_of_archive(std::string_view name) {
  const std::string lower = lower_case(name);
  std::string_view rest = lower;
  for (const std::string_view packing : {".gz", ".zst"}) {
    if (rest.ends_with(packing)) rest.remove_suffix(packing.size());
  }
  for (const std::string_view ending : {".warc", ".arc"}) {
    if (rest.ends_with(ending)) return name.substr(0, rest.size() - ending.size());
  }
  return std::nullopt;
}

}  // namespace absolve::inline detail
