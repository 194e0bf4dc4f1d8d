#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::warc {

/// Finds what a record of an archive holds: a response of HTTP, or what a `resource` or a `conversion` is, under the
/// scope of its WARC-Target-URI. What is no such record holds nothing; what is not as it should be is left, with a
/// note. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::warc
