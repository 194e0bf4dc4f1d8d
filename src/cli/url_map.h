#pragma once

#include <string>
#include <vector>

#include "absolve/options.h"

namespace absolve::cli {

/// --url-map: which files were retrieved from which URLs.
class UrlMap {};

}  // namespace absolve::cli
