#pragma once

#include <string_view>

#include "record.h"

namespace absolve::warc {

/// Whether the block of a record has changed since it was written, as its WARC-Block-Digest shows. A digest with an
/// unknown algorithm, or in an unknown notation, proves nothing; neither does a WARC-Payload-Digest, which some writers
/// compute incorrectly. `text`: a whole record. Linear.
[[nodiscard]] bool is_damaged(std::string_view text, const Header& header);

}  // namespace absolve::warc
