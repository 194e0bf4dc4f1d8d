#pragma once

#include <string_view>

#include "record.h"

namespace absolve::warc {

/// Whether a finder may read the content of a record, as far as its beginning shows; otherwise it is only copied, and
/// need not be held in memory. `reads_json`: so is JSON of any kind (find/formats.h). Linear in the beginning.
[[nodiscard]] bool may_be_read(std::string_view beginning, const Header& header, bool reads_json);

/// The same for the longer record that a part is of: links stay in it. False: the record is no part.
[[nodiscard]] bool may_whole_be_read(std::string_view beginning, const Header& header, bool reads_json);

/// The same for the record that a revisit refers to, as far as the revisit's own HTTP header shows. Linear in that.
[[nodiscard]] bool may_original_be_read(std::string_view revisit, const Header& header, bool reads_json);

}  // namespace absolve::warc
