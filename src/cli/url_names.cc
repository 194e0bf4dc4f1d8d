#include "url_names.h"

#include "percent.h"
#include "settings.h"

namespace absolve::cli {

std::string url_path(std::string_view path) { return percent_encoded(path, "!$&'()*+,;=:@"); }

std::string folder_url(std::string_view option, const std::string& url) {
  if (url.find_first_of("?#") != std::string::npos) {
    throw UsageError(std::string(option) + ": '" + url + "' has a query or a fragment, which no path can follow");
  }
  return url + (url.ends_with('/') ? "" : "/");
}

}  // namespace absolve::cli
