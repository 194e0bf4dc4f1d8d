#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "absolve/input.h"
#include "absolve/url.h"

namespace absolve::http {

/// A header block that redirects to another URL. Offsets are bytes of the text, from 0.
///
///     HTTP/1.1 301 Moved Permanently    of the URL that was requested
///     Location: /b                      to
///
///                                       end
///     HTTP/1.1 200 OK                   next; of the URL that /b resolves to against the one before
struct Redirect {
  std::size_t end;   // of its block; a body may follow
  std::size_t next;  // of the next block: its beginning
  Candidate to;      // relative to the URL of its block
};

/// The redirects that led to the last header block of a saved response (RFC 9110, section 15.4), in order. If there are
/// more than limits::redirects, only one more than that. Linear.
[[nodiscard]] std::vector<Redirect> redirects_in(std::string_view text, Resolver resolver);

}  // namespace absolve::http
