#pragma once

#include <string_view>

#include "record.h"

namespace absolve::warc {

/// Whether the block of a record is another than it was when it was written, as a WARC-Block-Digest shows. One by an
/// algorithm that nobody knows, or written as none is, proves nothing; and no more does a WARC-Payload-Digest, which
/// writers have got wrong. `text`: a record, whole. Linear.
[[nodiscard]] bool is_damaged(std::string_view text, const Header& header);

}  // namespace absolve::warc
