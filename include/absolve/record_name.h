#pragma once

#include <string>

namespace absolve {

/// What the header of an archive record says about it.
struct RecordName {
  std::string id;          // its WARC-Record-ID, as it is written; "" if it has none
  std::string target_uri;  // the URL it was retrieved from, without angle brackets
  std::string type = {};   // its WARC-Type, in lower case; "" if it has none, as in ARC
  unsigned status = 0;     // status code of the HTTP response in it, after interim (1xx) responses; 0 if there is none
  bool is_arc = false;     // it is a record of ARC, not WARC
};

}  // namespace absolve
