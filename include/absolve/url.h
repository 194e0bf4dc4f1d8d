#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absolve/expected.h"
#include "absolve/export.h"
#include "absolve/temporary.h"

namespace absolve {

/// The components of a URL, absolute or relative (RFC 1808 section 2.4).
///
///     http://a.example/b/c;type=a?query#fragment
///     ^--^   ^-------^^--^ ^----^ ^---^ ^------^
///     scheme net_loc path  params query fragment
///
/// A component whose delimiter is missing is absent (nullopt); one whose delimiter stands there with
/// nothing after it is present and empty. The path keeps the slash that precedes it. Every view points
/// into the string that was split.
struct UrlParts {
  std::optional<std::string_view> scheme;
  std::optional<std::string_view> net_loc;
  std::string_view path;
  std::optional<std::string_view> params;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;

  friend bool operator==(const UrlParts&, const UrlParts&) = default;
};

/// Splits a URL in the order of section 2.4: fragment, scheme, net_loc, query, params, path. Every string
/// has an answer. Linear; allocates nothing.
///
///     absolve::split("http://a/b?q").query     // "q"
///     absolve::split("http://a/b").query       // nullopt
[[nodiscard]] ABSOLVE_API UrlParts split(std::string_view url) noexcept;

/// A temporary would leave the parts dangling.
template <TemporaryText Text>
UrlParts split(Text&& url) = delete;

/// The scheme a reference starts with, or an empty view (section 2.4.2). Linear in the scheme.
[[nodiscard]] ABSOLVE_API std::string_view scheme_of(std::string_view reference) noexcept;

/// A temporary would leave the scheme dangling.
template <TemporaryText Text>
std::string_view scheme_of(Text&& reference) = delete;

/// The resolvers of the standard on relative URLs; how references are resolved is what they differ in.
enum class Resolver : std::uint8_t {
  rfc1808,  // Relative Uniform Resource Locators, June 1995
  rfc3986,  // Uniform Resource Identifier: Generic Syntax, January 2005; section 5.2, strict
  whatwg,   // the URL standard, as browsers have it
};

/// The name of a resolver: "rfc1808", "rfc3986", "whatwg".
[[nodiscard]] ABSOLVE_API std::string_view name_of(Resolver resolver) noexcept;

/// The names of all, the default first, and what one stands for; nullopt: it is none of them.
[[nodiscard]] ABSOLVE_API std::span<const std::string_view> resolver_names() noexcept;
[[nodiscard]] ABSOLVE_API std::optional<Resolver> resolver_named(std::string_view name) noexcept;

/// Why a URL can't serve as a base (sections 2.3 and 3).
enum class Unsuitable : unsigned char {
  no,                  // it can
  empty,               // there is nothing
  relative,            // it has no scheme
  never_hierarchical,  // its scheme never has relative references: mailto, news, telnet, javascript, data, ...
  opaque,              // what follows the scheme doesn't start with a slash
  no_host,             // an http, https, ftp, ws or wss URL without a network location
  bad_net_loc,         // the network location is none: a character, a bracket, an address or a port that can't be
  control_character,   // a byte below 0x20, or 0x7F
  backslash,           // a backslash before the query, which the RFCs don't know and browsers read as a slash
  too_long,            // more than max_base_size bytes, as Base::url() has it, which would come before every reference
};

inline constexpr std::size_t max_base_size = 65'536;

/// Judges a URL as a base. Linear.
[[nodiscard]] ABSOLVE_API Unsuitable unsuitable_as_base(std::string_view url, Resolver resolver = Resolver::rfc1808);

/// One sentence for people: "mailto: URLs are never hierarchical" and the like.
[[nodiscard]] ABSOLVE_API std::string_view describe(Unsuitable why) noexcept;

/// What the resolver says of one reference: its absolute form is `head`, followed by the reference from
/// `offset` (bytes) on. The tail of a reference is thus never touched. Where nothing of the reference can stay, the
/// head is the whole text, and the offset is the size of the reference.
///
///     base       http://a/b/c/d
///     reference  ../g?x           offset 3
///     absolute   http://a/b/g?x   head "http://a/b/"
struct Resolution {
  enum class Outcome : unsigned char {
    resolved,
    absolute,  // the reference has a scheme (section 4, step 2b), and under whatwg `//` where the scheme asks for it;
               // the head is empty
    refused,   // the result, parsed again, would have other components: `.//g` against `f:/a`; the head is empty
    failed,    // the URL standard can't parse the reference: `//[` against `http://a/`; the head is empty
  };

  Outcome outcome;
  std::string_view head;
  std::size_t offset;
};

/// A base URL, split once and used for any number of references.
///
///     auto base = absolve::Base::from("http://a/b/c/d;p?q");
///     if (base) std::cout << base->absolute("../g");   // http://a/b/g
///     else std::cerr << base.error().text;
class ABSOLVE_API Base {
 public:
  /// The URL and what the references to it need of it, which a resolver works out once: no part of the interface.
  /// Offsets are bytes of `url`.
  ///
  ///     http://a/b/c/d;p?q#f          url
  ///          |  |     | | |
  ///          |  |     | | query_end
  ///          |  |     | params_end
  ///          |  |     path_end
  ///          |  net_loc_end
  ///          scheme_end
  ///     http://a/b/c/                 directory, free of dot segments
  ///              floor                `..` takes nothing away before it
  struct Parts {
    std::string url;
    std::size_t scheme_end = 0;
    std::size_t net_loc_end = 0;
    std::size_t path_end = 0;
    std::size_t params_end = 0;
    std::size_t query_end = 0;
    std::string directory;
    std::size_t floor = 0;
    std::uint8_t kind = 0;  // where a resolver tells several kinds of schemes apart
  };

  /// The base that `url` gives, or, where unsuitable_as_base has a reason against it, that in words. References to it
  /// are resolved as the resolver says.
  [[nodiscard]] static Expected<Base> from(std::string_view url, Resolver resolver = Resolver::rfc1808);

  /// The URL it was made from. whatwg: as the URL standard reads it, without what is dropped, with the slashes that it
  /// has for backslashes, or for too few or too many before the host, and with escapes for blanks, controls, and what
  /// is no ASCII in the query.
  [[nodiscard]] const std::string& url() const& noexcept { return parts_.url; }
  const std::string& url() const&& = delete;

  /// By which references to it are resolved.
  [[nodiscard]] Resolver resolver() const noexcept { return resolver_; }

  /// Resolves a reference (RFC 1808 section 4). The head points into this base, which must outlive it (as one
  /// in an optional that is a temporary doesn't), or into `scratch`, which is written where no part of the base is the
  /// head as it stands: seldom, as for `g/../h`. Linear in the reference. The RFCs allocate nothing besides what
  /// `scratch` needs; whatwg may where a reference holds white space, controls, backslashes or an escaped host.
  [[nodiscard]] Resolution resolve(std::string_view reference, std::string& scratch) const&;
  Resolution resolve(std::string_view reference, std::string& scratch) const&& = delete;

  /// The absolute form as one string; a reference that is absolute already, refused or failed comes back as it is.
  [[nodiscard]] std::string absolute(std::string_view reference) const;

 private:
  Base(Parts parts, Resolver resolver);

  Parts parts_;
  Resolver resolver_;
};

}  // namespace absolve
