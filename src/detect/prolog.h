#pragma once

#include <string_view>

#include "../find/file_names.h"
#include "../text/ascii.h"

namespace absolve::inline detail {

/// The markup before the root element of a document (XML, section 2.8), and the name of that element.
///
///     <?xml version="1.0"?> <!-- a --> <!DOCTYPE svg [<!ENTITY b "c">]> <s:svg
///                                                |                        |
///                                                doctype                  root
struct Prolog {
  bool declared = false;          // it starts with an XML declaration
  std::string_view doctype = {};  // the name in it; "" if there is no doctype
  bool is_identified = false;     // the doctype has an external identifier or an internal subset
  std::string_view prefix = {};   // that of the root; "" if it has none
  std::string_view root = {};     // the local name; "" if no root was found
  std::string_view tag = {};      // that of the root, up to its first `>`
};

/// `text` is a text without a byte order mark, or its beginning. Linear.
[[nodiscard]] Prolog prolog_of(std::string_view text) noexcept;

/// Whether a text starts as nearly all pages do, so that it is detected as a page whatever follows. Constant time.
[[nodiscard]] bool is_page_whatever_follows(std::string_view beginning) noexcept;

/// What a document is, if it is a manifest of a video that is not read; "" if it is none, or says that it is a page.
/// The base URLs in DASH (ISO/IEC 23009-1) are alternatives; those in Smooth Streaming are relative by definition.
[[nodiscard]] constexpr std::string_view manifest_of_video(const Prolog& prolog) noexcept {
  if (is_name(prolog.doctype, "html")) return {};
  if (prolog.root == "SmoothStreamingMedia") return "a Smooth Streaming manifest";
  return prolog.root == "MPD" ? dash_manifest : std::string_view();
}

}  // namespace absolve::inline detail
