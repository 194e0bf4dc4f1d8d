#pragma once

#include <string_view>

#include "record.h"

namespace absolve::warc {

/// Whether the content of a record has changed since it was written, as its WARC-Block-Digest shows: that is neither of
/// its block nor, as some writers compute it, of its payload, and the WARC-Payload-Digest is not of its payload,
/// either. A digest with an unknown algorithm, or in an unknown notation, proves nothing; neither does a wrong
/// WARC-Payload-Digest alone, which some writers compute incorrectly. `text` is a whole record. Linear.
[[nodiscard]] bool is_damaged(std::string_view text, const Header& header);

}  // namespace absolve::warc
