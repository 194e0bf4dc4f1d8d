// Recognizes what users often get wrong on the command line, and says what they probably meant. Called where the
// command line is parsed, where the list of jobs is made, and where the files of --url-map are read.

#pragma once

#include <string>
#include <string_view>

#include "absolve/url.h"

namespace absolve::cli {

/// Why a URL can't be given with --url, and what was probably meant; "" if it can.
[[nodiscard]] std::string error_in_url(const std::string& url, Resolver resolver);

/// The notice about a URL whose scheme is similar to a usual one, such as htp: ; "" if there is none.
[[nodiscard]] std::string notice_of_scheme(const std::string& url);

/// The notice about a suffix of -i that consists of letters of options, as in -ir and -ij4; "" if there is none.
[[nodiscard]] std::string notice_of_suffix(const std::string& suffix);

/// The notice about the value of an option that is in typographic quotation marks; "" if it isn't.
[[nodiscard]] std::string notice_of_quotes(const std::string& value);

/// Whether a word begins with a typographic dash in place of a hyphen.
[[nodiscard]] bool begins_with_dash(std::string_view word);

/// A hint, to be put after an error, that a word has typographic quotation marks or dashes; "" if it has none.
[[nodiscard]] std::string hint_on_typography(const std::string& word);

/// Why a FILE argument can't be one, and what was probably meant; "" if it must be tried. A Maildir is not a FILE.
/// `guesses` says whether something that doesn't exist may have been meant as something else.
[[nodiscard]] std::string why_no_file(const std::string& name, bool guesses);

}  // namespace absolve::cli
