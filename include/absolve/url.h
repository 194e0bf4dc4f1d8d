#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absolve/basics.h"

namespace absolve {

/// The standards by which relative references can be resolved.
enum class Resolver : std::uint8_t {
  rfc1808,  // Relative Uniform Resource Locators, June 1995
  rfc3986,  // Uniform Resource Identifier: Generic Syntax, January 2005; section 5.2, strict
  whatwg,   // the URL standard, as browsers implement it
};

/// The name of a resolver: "rfc1808", "rfc3986", "whatwg".
[[nodiscard]] ABSOLVE_API std::string_view name_of(Resolver resolver) noexcept;

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
struct BaseParts;
}

/// A base URL, split once and used for any number of references. Copies share what was split.
///
///     auto base = absolve::Base::from("http://a/b/c/d;p?q");
///     if (base) std::cout << base->absolute("../g");   // http://a/b/g
///     else std::cerr << base.error().text;
class ABSOLVE_API Base {
 public:
  /// The base for `url`, or why it can't be one, in words: it has no scheme or no host, URLs of its scheme never have
  /// relative references (mailto, javascript, data, ...), it is malformed, or longer than 65,536 bytes, as url()
  /// returns it. References to it are resolved as `resolver` says. Linear.
  [[nodiscard]] static Expected<Base> from(std::string_view url, Resolver resolver = Resolver::rfc1808);
  Base(const Base&) = default;  // what was moved from stays as it was
  Base& operator=(const Base&) = default;

  /// The URL it was made from. With whatwg, as the URL standard reads it: without characters that are dropped, with
  /// slashes for backslashes, with exactly two slashes before the host, and with percent-escapes for blanks, control
  /// characters, and characters in the query that are not ASCII.
  [[nodiscard]] const std::string& url() const& noexcept;
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
  Base(detail::BaseParts parts, Resolver resolver);

  std::shared_ptr<const detail::BaseParts> parts_;
  Resolver resolver_;
};

}  // namespace absolve
