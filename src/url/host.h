#pragma once

#include <string_view>

namespace absolve::inline detail {

// Which hosts the URL standard can parse. What IDNA makes of characters beyond ASCII, and of labels that start with
// `xn--`, is not looked at: such a host is taken for one.

/// What is between `//` and the path: [user[:password]@]host[:port] (sections 4.4 and 3.5). `is_special`: the host
/// is a domain or an address, and may not be empty. Linear.
[[nodiscard]] bool is_authority(std::string_view authority, bool is_special);

/// A host alone (section 3.5). One that is special and empty is none. Linear.
[[nodiscard]] bool is_host(std::string_view host, bool is_special);

}  // namespace absolve::inline detail
