#pragma once

#include <string>

namespace absolve::mime {

/// The value of a field, `Name: value`, which is in one line: what comes after the colon, without blanks around it.
[[nodiscard]] std::string value_of_field(const std::string& field);

}  // namespace absolve::mime
