#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../find/finding.h"
#include "related.h"
#include "absolve/base.h"
#include "absolve/edit.h"
#include "draft.h"
#include "format.h"

namespace absolve::inline detail {

/// A document, and where it stands.
struct Place {
  Format format;
  std::string_view type;                    // media type
  std::string_view bytes;                   // without its transfer encoding
  std::optional<std::size_t> offset = {};   // where they stand in the source
  std::optional<std::size_t> note_at = {};  // where notes on it point to, when they don't stand in the source
  std::string part = {};
  std::size_t message = 0;
  std::string charset = {};                        // as declared; "": the document tells
  const Layers* below = nullptr;                   // the layers around it
  std::vector<const Related*> related = {};  // what it stands in, the innermost first
  bool keep_locations = false;                     // leave Content-Location as it is
  bool keep_base_elements = false;                 // whatever the options say
  bool stays_ascii = false;                        // it stands in mail without a transfer encoding
};

/// A document's part of a plan.
struct PlannedDocument {
  std::vector<Edit> edits;  // of its bytes
  Finding finding;
  bool transcoded = false;  // then the finding's offsets are not those of its bytes
  bool leftover = false;    // references in it stay relative that a base could change
};

/// Plans one document: bytes -> text -> finding -> layers -> links and edits. `found`: its references, where it was
/// read already.
[[nodiscard]] PlannedDocument plan_document(Draft& draft, const Place& place, Finding found = {});

}  // namespace absolve::inline detail
