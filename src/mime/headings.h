#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/base.h"
#include "absolve/options.h"
#include "parts.h"

namespace absolve::mime {

/// The bases that the headings of an entity offer, innermost first: Content-Base (RFC 2110, section 4.2), Base
/// (RFC 1808, section 3.1), an absolute Content-Location (RFC 2557, section 5). Of equal fields the first counts.
/// `part` is the entity's number; offsets are bytes of the message.
[[nodiscard]] std::vector<Candidate> headings(std::string_view message, const Entity& entity, const std::string& part);

/// The retrieval URL that browsers write into what they save as MHTML.
[[nodiscard]] std::optional<Candidate> snapshot_location(std::string_view message, const Entity& entity,
                                                         const std::string& part);

/// The retrieval URLs that the fields of these names hold, in the order of the names: one for each name that is
/// there, the first in its fields that can be a base, or else the first. Linear, for each name.
[[nodiscard]] std::vector<Candidate> named_locations(std::string_view message, const Entity& entity,
                                                     const std::string& part, const Options& options);

}  // namespace absolve::mime
