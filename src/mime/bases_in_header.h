#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/input.h"
#include "absolve/options.h"
#include "parts.h"

namespace absolve::mime {

/// The candidates for bases in the header of an entity, innermost first: Content-Base (RFC 2110, section 4.2), Base
/// (RFC 1808, section 3.1), an absolute Content-Location (RFC 2557, section 5). Of several fields of the same name the
/// first is used. `part` is the entity's number; offsets are bytes of the message.
[[nodiscard]] std::vector<Candidate> bases_in_header(std::string_view message, const Entity& entity,
                                                     const std::string& part);

/// The retrieval URL that browsers write into pages that they save as MHTML.
[[nodiscard]] std::optional<Candidate> snapshot_location(std::string_view message, const Entity& entity,
                                                         const std::string& part);

/// The retrieval URLs in the fields with the names in Options::url_headers, in the order of the names. For each name
/// that occurs, there is one: the first in its fields that can be a base, otherwise the first. Linear, for each name.
[[nodiscard]] std::vector<Candidate> named_locations(std::string_view message, const Entity& entity,
                                                     const std::string& part, const Options& options);

/// Whether a message says at which URL it is archived (RFC 5064), and the user has not named that field. Linear in its
/// header.
[[nodiscard]] bool has_unused_archive(std::string_view message, const Entity& entity, const Options& options);

}  // namespace absolve::mime
