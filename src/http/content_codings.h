#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "../codec/codec.h"

namespace absolve::http {

/// Whether a body is really in chunks (RFC 9112, section 7.1), whatever its header says: the first chunk, which may be
/// cut, and what comes after it. Constant.
[[nodiscard]] bool is_chunked(std::string_view body) noexcept;

/// What a body is compressed with.
///
///     Content-Encoding: gzip         codings: chunked, gzip
///     Transfer-Encoding: chunked
struct BodyCodings {
  std::vector<codec::Coding> codings;  // the outermost first
  std::string unread = {};             // why what is behind them can't be read, in words; "": it can
};

/// Detects what a body is compressed with. `names`: what its header says, the outermost first, in lower case. None is
/// trusted before the bytes look like it: most programs that save a body decompress it, and leave the header as it was.
/// Where a coding has no mark (brotli, deflate), it counts where the body starts like no text, or can be decompressed
/// to its end. Linear in the names; else constant.
[[nodiscard]] BodyCodings codings_of(std::string_view body, const std::vector<std::string>& names);

/// The beginning of a body without its codings: what `size` bytes of it hold, and at most so many.
/// Linear in `size`.
[[nodiscard]] std::string beginning_of(std::string_view body, const std::vector<codec::Coding>& codings,
                                       std::size_t size);

}  // namespace absolve::http
