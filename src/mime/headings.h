#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/base.h"
#include "entities.h"

namespace absolve::mime {

/// The bases that the headings of an entity offer, innermost first: Content-Base (RFC 2110, section 4.2), Base
/// (RFC 1808, section 3.1), an absolute Content-Location (RFC 2557, section 5). Of equal fields the first counts.
/// `part` is the entity's number; offsets are bytes of the message.
[[nodiscard]] std::vector<Candidate> headings(std::string_view message, const Entity& entity, const std::string& part);

/// The retrieval URL that browsers write into what they save as MHTML.
[[nodiscard]] std::optional<Candidate> snapshot_location(std::string_view message, const Entity& entity,
                                                         const std::string& part);

}  // namespace absolve::mime
