#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/export.h"
#include "absolve/url.h"

namespace absolve {

/// Where a base URL comes from, innermost first (RFC 1808 section 3).
enum class BaseFrom : unsigned char {
  base_element,  // 3.1: embedded in the content
  content_base,  // 3.1 and 3.2: headings of this entity or of one that encloses it
  base_header,
  content_location,
  snapshot,   // 3.3: the URL that the input was retrieved from, as a browser wrote it into what it saved,
  retrieval,  // or as it is given
  none,       // 3.4: undefined
};

/// The name in JSON: "base-element", "retrieval", ...
[[nodiscard]] ABSOLVE_API std::string_view name_of(BaseFrom from) noexcept;

/// A base URL that something offers: a base element, a heading, the user.
struct Candidate {
  BaseFrom from = BaseFrom::none;
  std::string value;                  // as written, decoded; may be relative
  std::optional<std::size_t> offset;  // where it stands in the source, in bytes from 0; nullopt: not in it
  std::string part;                   // MIME part number of its heading; "" outside a message
  std::string_view barred;            // why it doesn't count whatever its value, in words; "" where it does
};

/// What became of a candidate.
struct Layer {
  enum class Status : unsigned char { used, overridden, ignored };

  Candidate candidate;
  std::optional<std::string> url;  // its absolute form; nullopt: ignored, or relative with nothing below
  Status status = Status::ignored;
  std::string_view reason;  // why it is ignored, in words; "" otherwise
};

[[nodiscard]] ABSOLVE_API std::string_view name_of(Layer::Status status) noexcept;

/// The picture of section 3 as data: every candidate met, innermost first, and the base that counts.
struct Layers {
  std::vector<Layer> layers;
  std::optional<Base> base;  // nullopt: undefined
  BaseFrom from = BaseFrom::none;
};

/// Wraps the document whose own candidates are `own` (innermost first) in the layers `below` it. A base element and
/// a retrieval URL are resolved against what lies below, headings must be absolute; the innermost suitable one is used.
/// Candidates of one document's base elements exclude each other: the first that isn't barred is the only one looked
/// at, suitable or not, as the HTML standard has it. All are resolved by one generation.
[[nodiscard]] ABSOLVE_API Layers establish(std::vector<Candidate> own, const Layers& below = {},
                                           Generation generation = Generation::rfc1808);

}  // namespace absolve
