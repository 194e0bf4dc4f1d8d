#include "finder.h"

namespace absolve::javascript {

Finding find(std::string_view, const Request&) { return {}; }

}  // namespace absolve::javascript
