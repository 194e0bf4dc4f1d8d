#pragma once

#include <string>

#include "absolve/url.h"

namespace absolve::cli {

/// Why a URL can't be given with --url, and what was probably meant; "": it can.
[[nodiscard]] std::string error_in_url(const std::string& url, Resolver resolver);

/// The notice about a URL whose scheme is similar to a usual one, such as htp: ; "": there is none.
[[nodiscard]] std::string notice_of_scheme(const std::string& url);

/// Why a FILE argument can't be one, and what was probably meant; "": it must be tried. A Maildir is not a FILE.
[[nodiscard]] std::string why_no_file(const std::string& name);

}  // namespace absolve::cli
