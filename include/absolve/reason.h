#pragma once

#include <cstdint>
#include <string_view>

#include "absolve/export.h"

namespace absolve {

/// What is done with a reference.
enum class Action : std::uint8_t { rewrite, absolute, keep };

/// Why a reference is kept.
enum class Reason : std::uint8_t {
  none,
  no_base,         // the base is undefined
  fragment,        // only a fragment, which points into the document itself
  empty_no_fetch,  // it is empty, and names nothing; resolved, it would fetch the document as an image, a script, ...
  empty_document,  // it is empty, and refers to the document's own URL, which is unknown
  gains_net_loc,   // the resolver refused it: parsed again, the result would have other components
  hidden_characters,    // tabs, line ends or control characters in it, which browsers drop, change its meaning
  backslash,            // it contains a backslash, which has no meaning in the RFCs, but is a slash for browsers
  slashes,              // three or more slashes at its start: a path in the RFCs, but two and a host for browsers
  charset,              // the absolute form can't be written in the charset of the input
  charset_declaration,  // longer, it would push the charset declaration out of the bytes in which readers look for it
  base_removed,         // it is the href of a base element that is removed
  related_part,         // it leads to a part of the same message, by the relative Content-Location of that part
  header,               // the absolute form can't be written in a header field
  value,                // the absolute form can't be written in the value around it: a candidate of srcset
  location,             // a Content-Location that the message needs unchanged
  syntax,               // it, or what it holds, is in a syntax that is not read
  script,               // it is in a script, which may do anything with it
  entity,               // it contains an entity that the document declares, and entities are not expanded
  only,                 // Options::only leaves it unchanged
  except,               // Options::except does
  skip,                 // Options::skip does
  placeholder,          // it, its list or its base contains a template placeholder, whose value is unknown
  unparsable,           // the URL standard can't parse it, so it leads nowhere
  local_copy,           // it leads to a copy that was saved along with the input, or to a member of the same book
  ignored_base,         // an xml:base that browsers don't regard as a base, so nothing depends on it
  conditional,          // it is in a conditional comment, which is rewritten only on request
  function,             // Options::on_link keeps it
  answer,               // the answer of Options::on_link can't be written there
  custom_property,  // it is in a custom property of CSS that no style of the document uses: the sheet that does gives
                    // the base
  pattern,          // it is a pattern for URLs: href_matches in speculation rules
  comment,          // it is in a comment that tools read
  identity,         // it is the identity of an entry in a feed, which programs compare as it is written
  missing_member,   // it is for a picture, a style sheet or the like that a book lacks, and may not fetch from the web
  relative_only,    // it stands where only a relative reference is allowed: EXT-X-RENDITION-REPORT of HLS
};

[[nodiscard]] ABSOLVE_API std::string_view name_of(Action action) noexcept;   // "rewrite", ...
[[nodiscard]] ABSOLVE_API std::string_view name_of(Reason reason) noexcept;   // "no-base", ...
[[nodiscard]] ABSOLVE_API std::string_view describe(Reason reason) noexcept;  // in words

}  // namespace absolve
