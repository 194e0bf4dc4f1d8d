#include "document.h"

namespace absolve::json {

Finding find_in_document(std::string_view, const Request&) { return {}; }

}  // namespace absolve::json
