#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "absolve/expected.h"
#include "absolve/export.h"

namespace absolve {

/// A text that may be destroyed at the end of the expression that it is in: a temporary std::string, std::pmr::string
/// or the like, const or not, and a pointer that a call returned, such as that of c_str(); but not a std::string_view
/// or a literal. Functions whose results point into their argument are deleted for such a text, so that a dangling
/// result doesn't compile.
template <class Text>
concept TemporaryText = !std::is_lvalue_reference_v<Text> && std::is_convertible_v<Text, std::string_view> &&
                        !std::ranges::enable_borrowed_range<std::remove_cvref_t<Text>>;

/// The components of a URL, absolute or relative (RFC 1808 section 2.4).
///
///     http://a.example/b/c;type=a?query#fragment
///     ^--^   ^-------^^--^ ^----^ ^---^ ^------^
///     scheme net_loc path  params query fragment
///
/// A component whose delimiter is missing is absent (nullopt); one whose delimiter is there with nothing after it is
/// present and empty. The path includes the slash at its start. Every view points into the string that was split.
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

/// The parts of a temporary would dangle.
template <TemporaryText Text>
UrlParts split(Text&& url) = delete;

/// The scheme that a reference starts with, or an empty view (section 2.4.2). Linear in the scheme.
[[nodiscard]] ABSOLVE_API std::string_view scheme_of(std::string_view reference) noexcept;

/// The scheme of a temporary would dangle.
template <TemporaryText Text>
std::string_view scheme_of(Text&& reference) = delete;

/// The standards by which relative references can be resolved.
enum class Resolver : std::uint8_t {
  rfc1808,  // Relative Uniform Resource Locators, June 1995
  rfc3986,  // Uniform Resource Identifier: Generic Syntax, January 2005; section 5.2, strict
  whatwg,   // the URL standard, as browsers implement it
};

/// The name of a resolver: "rfc1808", "rfc3986", "whatwg".
[[nodiscard]] ABSOLVE_API std::string_view name_of(Resolver resolver) noexcept;

/// The names of all resolvers, the default first; and the resolver with such a name, if there is one.
[[nodiscard]] ABSOLVE_API std::span<const std::string_view> resolver_names() noexcept;
[[nodiscard]] ABSOLVE_API std::optional<Resolver> resolver_named(std::string_view name) noexcept;

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
[[nodiscard]] ABSOLVE_API Unsuitable unsuitable_as_base(std::string_view url, Resolver resolver = Resolver::rfc1808);

/// Whether a URL is a scheme alone, of URLs that have a host: `https:`. It can't be a base. As the retrieval URL of an
/// input, it is put before references and base elements that begin with two slashes and a host, where there is no base.
/// Linear.
[[nodiscard]] ABSOLVE_API bool is_scheme_alone(std::string_view url);

/// The reason in one sentence, for people: "mailto: URLs are never hierarchical" and the like.
[[nodiscard]] ABSOLVE_API std::string_view describe(Unsuitable why) noexcept;

/// The result of resolving one reference: its absolute form is `head`, followed by the reference from `offset` (bytes)
/// on. So the end of a reference is never changed. If nothing of the reference can be used as it is, `head` is the
/// whole absolute form, and `offset` is the size of the reference.
///
///     base       http://a/b/c/d
///     reference  ../g?x           offset 3
///     absolute   http://a/b/g?x   head "http://a/b/"
struct Resolution {
  enum class Outcome : unsigned char {
    resolved,
    absolute,  // the reference has a scheme (section 4, step 2b) and, under whatwg, the `//` that this scheme needs;
               // the head is empty
    refused,   // parsed again, the result would have other components: `.//g` against `f:/a`; the head is empty
    failed,    // the URL standard can't parse the reference: `//[` against `http://a/`; the head is empty
  };

  Outcome outcome;
  std::string_view head;
  std::size_t offset;
};

inline namespace detail {
struct ResolverRow;
}

/// A base URL, split once and used for any number of references.
///
///     auto base = absolve::Base::from("http://a/b/c/d;p?q");
///     if (base) std::cout << base->absolute("../g");   // http://a/b/g
///     else std::cerr << base.error().text;
class ABSOLVE_API Base {
 public:
  /// The base for `url`, or, if unsuitable_as_base has a reason against it, that reason in words. References to it are
  /// resolved as `resolver` says.
  [[nodiscard]] static Expected<Base> from(std::string_view url, Resolver resolver = Resolver::rfc1808);

  /// The URL it was made from. With whatwg, as the URL standard reads it: without characters that are dropped, with
  /// slashes for backslashes, with exactly two slashes before the host, and with percent-escapes for blanks, control
  /// characters, and characters in the query that are not ASCII.
  [[nodiscard]] const std::string& url() const& noexcept { return parts_.url; }
  const std::string& url() const&& = delete;

  /// How references to it are resolved.
  [[nodiscard]] Resolver resolver() const noexcept { return resolver_; }

  /// Resolves a reference (RFC 1808 section 4). The head points into this base, which must outlive it (an optional that
  /// is a temporary doesn't), or into `scratch`, which is used only if no part of the base is the head as it is:
  /// seldom, as for `g/../h`. Linear in the reference. The resolvers of the RFCs allocate nothing but what `scratch`
  /// needs; whatwg may allocate if a reference holds white space, control characters, backslashes or an escaped host.
  [[nodiscard]] Resolution resolve(std::string_view reference, std::string& scratch) const&;
  Resolution resolve(std::string_view reference, std::string& scratch) const&& = delete;

  /// The absolute form as one string; a reference that is already absolute, refused or failed is returned unchanged.
  [[nodiscard]] std::string absolute(std::string_view reference) const;

 private:
  friend struct detail::ResolverRow;

  /// The URL and what is computed once from it for resolving references. Offsets are in bytes of `url`.
  ///
  ///     http://a/b/c/d;p?q#f          url
  ///          |  |     | | |
  ///          |  |     | | query_end
  ///          |  |     | params_end
  ///          |  |     path_end
  ///          |  net_loc_end
  ///          scheme_end
  ///     http://a/b/c/                 directory, free of dot segments
  ///              floor                `..` removes nothing before it
  struct Parts {
    std::string url;
    std::size_t scheme_end = 0;
    std::size_t net_loc_end = 0;
    std::size_t path_end = 0;
    std::size_t params_end = 0;
    std::size_t query_end = 0;
    std::string directory;
    std::size_t floor = 0;
    std::uint8_t kind = 0;  // the kind of scheme, for resolvers that distinguish several
  };

  Base(Parts parts, Resolver resolver);

  Parts parts_;
  Resolver resolver_;
};

}  // namespace absolve
