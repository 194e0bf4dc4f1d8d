#include "finder.h"

namespace absolve::http {

Finding find(std::string_view, const Request&) { return {}; }

}  // namespace absolve::http
