#pragma once

#include <string_view>

namespace absolve::inline detail {

/// What is before the root element of a document in markup (XML, section 2.8), and the name of that.
///
///     <?xml version="1.0"?> <!-- a --> <!DOCTYPE svg [<!ENTITY b "c">]> <s:svg
///                                                |                        |
///                                                doctype                  root
struct Prolog {
  bool declared = false;          // it starts with an XML declaration
  std::string_view doctype = {};  // what it names; "": there is none
  std::string_view prefix = {};   // of the root; "": it has none
  std::string_view root = {};     // "": there is none so far
  std::string_view tag = {};      // of the root, as far as its first `>`
};

/// Of a text without a byte order mark, or of its beginning. Linear.
[[nodiscard]] Prolog prolog_of(std::string_view text) noexcept;

}  // namespace absolve::inline detail
