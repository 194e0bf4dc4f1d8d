#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace absolve::inline detail {

/// The password in the net_loc of an absolute URL: `user:password@host` (RFC 1738, section 3.1). "" if there is none,
/// or it is empty. Linear in the net_loc.
[[nodiscard]] constexpr std::string_view password_in(std::string_view url) noexcept {
  if (url.find('@') == std::string_view::npos) return {};  // as most often
  const std::size_t scheme = url.find(':');
  if (scheme == std::string_view::npos || !url.substr(scheme + 1).starts_with("//")) return {};
  const std::string_view rest = url.substr(scheme + 3);
  const std::string_view net_loc = rest.substr(0, rest.find_first_of("/\\?#"));
  const std::size_t at = net_loc.rfind('@');
  const std::size_t colon = net_loc.find(':');
  return at == std::string_view::npos || colon > at ? std::string_view() : net_loc.substr(colon + 1, at - colon - 1);
}

/// The URL for a message: without the password.
[[nodiscard]] inline std::string without_password(std::string url) {
  const std::string_view password = password_in(url);
  if (!password.empty()) url.replace(static_cast<std::size_t>(password.data() - url.data()), password.size(), "...");
  return url;
}

static_assert(password_in("ftp://u:p@q@h:21/d") == "p@q");
static_assert(password_in("http://u@h:80/a:b@c").empty());
static_assert(password_in("http://u:@h/").empty());

}  // namespace absolve::inline detail
