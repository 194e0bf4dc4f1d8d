#include "url_attribute.h"

#include <sys/xattr.h>

#include "../../url/suitable.h"
#include "absolve/url.h"

namespace absolve::cli {
namespace {

/// `get` is ::getxattr or ::fgetxattr.
template <class File, class Get>
std::string url_by(File file, Get get) {
  constexpr const char* attribute = "user.xdg.origin.url";
  const ssize_t size = get(file, attribute, nullptr, 0);
  if (size <= 0 || size > static_cast<ssize_t>(max_base_size)) return "";
  std::string value(static_cast<std::size_t>(size), '\0');
  const ssize_t got = get(file, attribute, value.data(), value.size());
  value.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return value.substr(0, value.find('\0'));
}

}  // namespace

std::string url_in_attribute(int descriptor) { return url_by(descriptor, ::fgetxattr); }
std::string url_in_attribute(const char* path) { return url_by(path, ::getxattr); }

}  // namespace absolve::cli
