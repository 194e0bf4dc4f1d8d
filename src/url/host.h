#pragma once

#include <string_view>

namespace absolve::inline detail {

// Which hosts the URL standard can parse. The rules of IDNA for characters beyond ASCII, and for labels that start with
// `xn--`, are not checked: such a host is accepted.

/// The text between `//` and the path: [user[:password]@]host[:port] (sections 4.4 and 3.5). `is_special` means that
/// the host must be a domain or an address, and not empty. Linear.
[[nodiscard]] bool is_authority(std::string_view authority, bool is_special);

/// A host without user and port (section 3.5). If `is_special`, it must not be empty. Linear.
[[nodiscard]] bool is_host(std::string_view host, bool is_special);

}  // namespace absolve::inline detail
