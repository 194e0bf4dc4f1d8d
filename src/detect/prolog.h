#pragma once

#include <string_view>

namespace absolve::inline detail {

/// The markup before the root element of a document (XML, section 2.8), and the name of that element.
///
///     <?xml version="1.0"?> <!-- a --> <!DOCTYPE svg [<!ENTITY b "c">]> <s:svg
///                                                |                        |
///                                                doctype                  root
struct Prolog {
  bool declared = false;          // it starts with an XML declaration
  std::string_view doctype = {};  // the name in it; "": there is no doctype
  std::string_view prefix = {};   // that of the root; "": it has none
  std::string_view root = {};     // the local name; "": no root was found
  std::string_view tag = {};      // that of the root, up to its first `>`
};

/// `text`: a text without a byte order mark, or its beginning. Linear.
[[nodiscard]] Prolog prolog_of(std::string_view text) noexcept;

/// Whether a document is a DASH manifest (ISO/IEC 23009-1). Its BaseURLs are alternatives, so it is not read.
[[nodiscard]] constexpr bool is_dash(const Prolog& prolog) noexcept { return prolog.root == "MPD"; }

}  // namespace absolve::inline detail
