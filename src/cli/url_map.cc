#include "url_map.h"

namespace absolve::cli {}  // namespace absolve::cli
