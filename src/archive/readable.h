#pragma once

#include <string_view>

#include "record.h"

namespace absolve::warc {

/// Whether a finder may read the content of a record, as far as its beginning shows; otherwise it is only copied, and
/// need not be held in memory. `reads_json` means that so is JSON of any kind (find/formats.h). Linear in the
/// beginning.
[[nodiscard]] bool may_be_read(std::string_view beginning, const Header& header, bool reads_json);

/// Why a part of a longer record is left, if a finder might have read the longer one; "" if this is not the case.
[[nodiscard]] std::string_view why_part_is_left(std::string_view beginning, const Header& header, bool reads_json);

/// The same for the record that a revisit refers to, as far as the revisit's own HTTP header shows. Linear in that.
[[nodiscard]] bool may_original_be_read(std::string_view revisit, const Header& header, bool reads_json);

}  // namespace absolve::warc
