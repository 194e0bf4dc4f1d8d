#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/export.h"
#include "absolve/url.h"

namespace absolve {

/// Where a base URL comes from, innermost first (RFC 1808 section 3).
enum class BaseFrom : unsigned char {
  base_element,  // 3.1: embedded in the content
  xml_base,      // the same in XML, by scope (XML Base)
  entry,         // the link of an entry of a feed, where that is asked for
  content_base,  // 3.1 and 3.2: headings of this entity or of one that encloses it
  base_header,
  content_location,
  // 3.3: the URL that the input was retrieved from,
  retrieval,        // as it is given, for all of the input or in a list beside a reference
  snapshot,         // in the Snapshot-Content-Location of what a browser saved as MHTML
  url_map,          // in a map of files to URLs
  url_prefix,       // by the folder that the file lies in
  url_header,       // in a header field of a message that the user named
  record,           // in the record of an archive that it is in: WARC-Target-URI, or the URL of ARC
  redirect,         // in the Location of a redirect that was saved before it
  mark_of_the_web,  // in a page that a browser saved: `saved from url=`
  singlefile,       // in a page that SingleFile saved
  savepagewe,       // in a page that Save Page WE saved
  webscrapbook,     // in a page that WebScrapBook saved
  monolith,         // in a page that monolith saved
  httrack,          // in a page that HTTrack saved, or in its log
  xattr,            // in the extended attribute user.xdg.origin.url of the file
  none,             // 3.4: undefined
};

/// The name in JSON: "base-element", "retrieval", ...
[[nodiscard]] ABSOLVE_API std::string_view name_of(BaseFrom from) noexcept;

/// A URL that may become the base: of a base element, a heading, given by the user, ...
struct Candidate {
  BaseFrom from = BaseFrom::none;
  std::string value;                  // as written, decoded; may be relative
  std::optional<std::size_t> offset;  // where it stands in the source, in bytes from 0; nullopt: not in it
  std::string part;                   // MIME part number of its heading; "" outside a message
  std::string disqualified;           // why it doesn't count whatever its value, in words; "" where it does
  bool is_unknown = false;            // an entity stands in it, and none is expanded
  bool ends_search = false;           // where it gives no base, none around it counts instead
};

/// What a candidate covers. Scopes form a tree: where one gives no base, the one around it counts.
///
///     retrieval URL             http://a/b
///       └ Content-Base          http://c/d      innermost, so it is used
///           └ base element      mailto:x        gives none: ignored
struct Scope {
  static constexpr std::uint32_t none = UINT32_MAX;

  Candidate candidate;
  std::uint32_t around = none;      // the scope that this one stands in; none: it is the outermost
  std::uint32_t base_scope = none;  // the innermost one that gives a base, from this one outwards; none: undefined
  std::optional<Base> base;         // what it gives itself
  std::string reason = {};          // why it gives none, in words
  bool is_unknown = false;          // what counts in it can't be known: an entity stands in that; it gives no base then
  bool ends_without_base = false;   // what counts in it can't be a base, and nothing around it counts instead
  bool is_layer = true;  // false: no layer of section 3 of its own: a codebase, or the same base in another spelling
  std::size_t explained_size = 0;  // about how many bytes a view of it and of all around it takes
};

/// What becomes of a candidate, seen from a scope inside of it.
struct Layer {
  enum class Status : unsigned char { used, overridden, ignored };

  const Scope* scope;
  Status status;
};

[[nodiscard]] ABSOLVE_API std::string_view name_of(Layer::Status status) noexcept;

/// The scopes of an input, each numbered from 0 and after the one around it. What it hands out stays where it is in
/// memory as long as it lives.
///
///     for (const absolve::Layer& layer : plan.scopes().layers(document.scope)) {
///       std::cout << name_of(layer.scope->candidate.from) << ' ' << name_of(layer.status) << '\n';
///     }
class ABSOLVE_API Scopes {
 public:
  /// All bases resolve as the resolver says.
  explicit Scopes(Resolver resolver = Resolver::rfc1808) : resolver_(resolver) {}

  /// Adds what a candidate offers inside of another scope, and returns its number. Some must be absolute
  /// (BaseSource::must_be_absolute); all others are resolved against the base around. Linear in the
  /// candidate.
  std::uint32_t add(Candidate candidate, std::uint32_t around = Scope::none);

  /// Adds a scope that is no layer: a base that comes from where the one around comes from.
  std::uint32_t add(Base base, std::uint32_t around);

  [[nodiscard]] Resolver resolver() const noexcept { return resolver_; }

  /// How many there are: they are numbered from 0.
  [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(scopes_.size()); }
  /// `scope`: a number below size().
  [[nodiscard]] const Scope& operator[](std::uint32_t scope) const& { return *scopes_[scope]; }
  const Scope& operator[](std::uint32_t scope) const&& = delete;

  /// The base that counts in a scope; nullptr: it is undefined, as where `scope` is none.
  [[nodiscard]] const Base* base(std::uint32_t scope) const& noexcept;
  const Base* base(std::uint32_t scope) const&& = delete;
  /// Where that comes from; BaseFrom::none: it is undefined.
  [[nodiscard]] BaseFrom from(std::uint32_t scope) const noexcept;

  /// For sources that are not the input itself: candidates have no offsets in that. Linear.
  void forget_offsets() noexcept;

  /// The figure of section 3 as data: every candidate from a scope outwards.
  [[nodiscard]] std::vector<Layer> layers(std::uint32_t scope) const&;
  std::vector<Layer> layers(std::uint32_t scope) const&& = delete;

 private:
  std::uint32_t put(Scope scope);

  Resolver resolver_;
  std::vector<std::unique_ptr<Scope>> scopes_;  // each stays where it is
};

}  // namespace absolve
