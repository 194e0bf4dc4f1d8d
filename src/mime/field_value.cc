#include "field_value.h"

#include <mimetic/rfc822/field.h>

#include "../text/ascii.h"

namespace absolve::mime {

std::string value_of_field(const std::string& field) {
  std::string value = mimetic::Field(field).value();
  value.assign(trimmed(value));
  return value;
}

}  // namespace absolve::mime
