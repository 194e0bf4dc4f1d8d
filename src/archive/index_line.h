#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "archive.h"
#include "exchanges.h"

namespace absolve::inline detail {

/// A line of an index (CDXJ), without its end: it says where a capture is in a file of records, in bytes from 0.
/// `file` is the name of that file, without the folders that readers of the index know. `more` has further members.
///
///     com,example)/ 20260102030405 {"url": "http://example.com/", "mime": "text/html", "status": "200",
///     "digest": "3I42...", "length": "578", "offset": "403941", "filename": "x.warc.gz"}         in one line
[[nodiscard]] std::string index_line(const Capture& capture, std::uint64_t length, std::uint64_t offset,
                                     std::string_view file, std::string_view more = {});

/// The members of a line about the request that the capture answers.
///
///     , "requestBody": "a=b", "method": "POST"
[[nodiscard]] std::string members_of(const CapturedRequest& request);

/// Gives a line the key and the members of the request that its capture answers.
void add_request(std::string& line, const CapturedRequest& request);

}  // namespace absolve::inline detail
