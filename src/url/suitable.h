#pragma once

#include <cstddef>
#include <string_view>

#include "absolve/url.h"

namespace absolve::inline detail {

/// Why a URL can't serve as a base (sections 2.3 and 3).
enum class Unsuitable : unsigned char {
  no,                  // it can
  empty,               // it is empty
  relative,            // it has no scheme
  never_hierarchical,  // URLs of its scheme never have relative references: mailto, news, telnet, javascript, data, ...
  opaque,              // what follows the scheme doesn't start with a slash
  no_host,             // an http, https, ftp, ws or wss URL without a network location
  bad_net_loc,         // the network location is invalid: an impossible character, bracket, address or port
  control_character,   // a byte below 0x20, or 0x7F
  backslash,           // a backslash before the query, which has no meaning in the RFCs, but is a slash for browsers
  too_long,            // more than max_base_size bytes, as Base::url() returns it: they would precede every reference
};

inline constexpr std::size_t max_base_size = 65'536;

/// Whether a URL can be a base, or why not. Linear.
[[nodiscard]] Unsuitable unsuitable_as_base(std::string_view url, Resolver resolver = Resolver::rfc1808);

/// Whether a URL is a scheme alone, of URLs that have a host: `https:`. It can't be a base. As the retrieval URL of an
/// input, it is put before references and base elements that begin with two slashes and a host, where there is no base.
/// Linear.
[[nodiscard]] bool is_scheme_alone(std::string_view url);

/// The reason in one sentence, for people: "mailto: URLs are never hierarchical" and the like.
[[nodiscard]] std::string_view describe(Unsuitable why) noexcept;

/// Whether a URL can be a base by the RFCs on relative URLs, or why not. Linear; allocates nothing.
[[nodiscard]] Unsuitable unsuitable_by_rfc(std::string_view url) noexcept;

// What RFC 1808 advises against in section 5.3.

/// Whether a reference is taken as absolute but may be meant as a path: `Talk:Main`, `notes:2.html`. It has a scheme
/// that normally requires a network location, but none follows. Linear in the scheme.
[[nodiscard]] bool may_be_meant_as_path(std::string_view reference) noexcept;

/// Whether a URL names a directory of an ftp server by `;type=d`, without a slash at the end of its path: then
/// references to it are resolved against the directory above. Linear.
[[nodiscard]] bool names_directory_by_type(std::string_view url) noexcept;

}  // namespace absolve::inline detail
