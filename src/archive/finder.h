#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::warc {

/// Finds what is in a record of an archive: an HTTP response, or the content of a `resource` or a `conversion`, in the
/// scope of its WARC-Target-URI. Other records hold nothing; a record that is not as it should be is left unchanged,
/// with a note. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::warc
