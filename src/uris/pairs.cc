#include "pairs.h"

namespace absolve::uris {

Finding find_in_pairs(std::string_view, const Request&) { return {}; }

}  // namespace absolve::uris
