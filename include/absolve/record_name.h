#pragma once

#include <string>
#include <string_view>

#include "absolve/export.h"

namespace absolve {

/// What the header of a record of an archive says of it.
struct RecordName {
  std::string id;          // its WARC-Record-ID, as it is written; "": it has none
  std::string target_uri;  // the URL it was retrieved from, without angle brackets
  std::string type = {};   // its WARC-Type, in lower case; "": it has none, as in ARC
  unsigned status = 0;     // of the response of HTTP in it, behind interim ones; 0: there is none
  bool is_arc = false;     // it is no WARC record
};

/// Reads that of a record. `record`: its text, or the beginning of that with the header of HTTP. Linear in these
/// headers.
[[nodiscard]] ABSOLVE_API RecordName record_name(std::string_view record);

}  // namespace absolve
