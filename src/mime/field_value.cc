#include "field_value.h"

#include <mimetic/rfc822/field.h>

#include "../text/ascii.h"

namespace absolve::mime {

std::string value_of_field(const std::string& field) { return std::string(trimmed(mimetic::Field(field).value())); }

}  // namespace absolve::mime
