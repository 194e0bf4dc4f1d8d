// For a build without mimetic (ABSOLVE_MIMETIC). A test compares both (tests/switches_test.cc).

#include "../text/ascii.h"
#include "field_value.h"

namespace absolve::mime {

std::string value_of_field(const std::string& field) {
  const std::size_t colon = field.find(':');
  return colon == std::string::npos ? std::string() : std::string(trimmed(std::string_view(field).substr(colon + 1)));
}

}  // namespace absolve::mime
