#pragma once

#include <string>

#include "absolve/url.h"

namespace absolve::cli {

/// Why a URL can't be given with --url, with what may have been meant; "": it can.
[[nodiscard]] std::string error_in_url(const std::string& url, Resolver resolver);

/// What to say of a URL whose scheme is nearly one that pages come by, as htp: is; "": nothing.
[[nodiscard]] std::string notice_of_scheme(const std::string& url);

/// Why a FILE can't be one, with what may have been meant; "": that has to be tried. A Maildir is none.
[[nodiscard]] std::string why_no_file(const std::string& name);

}  // namespace absolve::cli
