#pragma once

#include <optional>
#include <string>

#include "absolve/plan.h"

namespace absolve::test {

/// What is made of the plan of a record (Type::warc): a record of a full copy, and a conversion. Expects of both that
/// they are read as one whole record, say how long they are, hold what the plan says, and have no line in their headers
/// that the record has not; and of a conversion, that nothing in it is to be rewritten. Returns the text of the copy;
/// nullopt: there is none that has the edits of the plan, as the record is one of ARC.
[[nodiscard]] std::optional<std::string> expect_new_records(const Plan& plan);

}  // namespace absolve::test
