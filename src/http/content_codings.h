#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "../codec/codec.h"

namespace absolve::http {

/// Whether a body is really chunked (RFC 9112, section 7.1), whatever its header says: judged by the first chunk, which
/// may be cut off, and what follows it. Constant.
[[nodiscard]] bool is_chunked(std::string_view body) noexcept;

/// How a body is encoded.
///
///     Content-Encoding: gzip         codings: chunked, gzip
///     Transfer-Encoding: chunked
struct BodyCodings {
  std::vector<codec::Coding> codings;  // the outermost first
  std::string unread = {};             // why the text inside of them can't be read, in words; "" if it can
};

/// Appends the names in a list of codings, the body of a field: in lower case, without parameters. Linear.
void append_names(std::vector<std::string>& names, std::string_view list);

/// Detects how a body is encoded. `names` are the codings in its header, the outermost first, in lower case. None is
/// trusted unless the bytes look like it: most programs that save a body decompress it, but leave the header unchanged.
/// A coding without a signature (brotli, deflate) is accepted if the body starts like nothing that is text, or can be
/// decompressed completely. Linear in the names; otherwise constant.
[[nodiscard]] BodyCodings codings_of(std::string_view body, const std::vector<std::string>& names);

/// The decoded beginning of a body: decodes its first `size` bytes, and returns at most so many. Linear in `size`.
[[nodiscard]] std::string beginning_of(std::string_view body, const std::vector<codec::Coding>& codings,
                                       std::size_t size);

}  // namespace absolve::http
