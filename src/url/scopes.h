#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/options.h"

namespace absolve::inline detail {

/// A candidate and what it covers. Scopes form a tree: where one gives no base, the scope around it is used.
///
///     retrieval URL             http://a/b
///       └ Content-Base          http://c/d      innermost, so it is used
///           └ base element      mailto:x        gives none: ignored
struct Scope {
  static constexpr std::uint32_t none = UINT32_MAX;

  Candidate candidate;
  std::uint32_t around = none;      // the scope that encloses this one; `none` for the outermost
  std::uint32_t base_scope = none;  // the innermost scope that gives a base, from this one outwards, or `none`
  std::optional<Base> base;         // the base that this scope gives itself
  std::string reason = {};          // why it gives none, in words
  bool is_unknown = false;          // an entity is in its value, so the base can't be known; then it gives none
  bool has_scheme = false;          // it, or one around it, is a scheme alone (is_scheme_alone)
  bool ends_without_base = false;   // its candidate can't be a base, and nothing around it is used instead
  bool is_of_template = false;      // its base is only known once a template is filled in
  bool is_layer = true;  // a layer of section 3; false for a codebase, and for the same base in another spelling
  std::size_t explained_size = 0;  // about how many bytes it takes to show it and all scopes around it
};

/// What is shown of a scope.
[[nodiscard]] Layer layer_of(const Scope& scope, Layer::Status status) noexcept;

/// The scopes of an input. They are numbered from 0, each after the one around it. References and pointers that it
/// returns stay valid as long as it lives, even when scopes are added.
class Scopes {
 public:
  /// All bases in it resolve references as `resolver` says.
  explicit Scopes(Resolver resolver = Resolver::rfc1808) : resolver_(resolver) {}

  /// Adds the scope of a candidate inside of another scope, and returns its number. Candidates from some sources must
  /// be absolute; all others are resolved against the base around. Linear in the candidate.
  std::uint32_t add(Candidate candidate, std::uint32_t around = Scope::none);

  /// Adds a scope that is not a layer of its own: its base comes from the same source as the base around it.
  std::uint32_t add(Base base, std::uint32_t around);

  /// Adds the scope of a URL that is given for some references only: for images, or for those that begin with a slash
  /// (BaseFrom::image_url, root_url). No other scope takes its base from it, but layers() shows it beside the retrieval
  /// URL.
  std::uint32_t add_beside(Candidate candidate, std::uint32_t around);

  [[nodiscard]] Resolver resolver() const noexcept { return resolver_; }

  /// How many scopes there are.
  [[nodiscard]] std::uint32_t size() const noexcept {
    return first_ ? static_cast<std::uint32_t>(more_.size() + 1) : 0;
  }
  /// `scope` is a number below size().
  [[nodiscard]] const Scope& operator[](std::uint32_t scope) const& { return scope == 0 ? *first_ : *more_[scope - 1]; }
  const Scope& operator[](std::uint32_t scope) const&& = delete;

  /// The base in effect in a scope; nullptr if it is undefined, also if `scope` is Scope::none.
  [[nodiscard]] const Base* base(std::uint32_t scope) const& noexcept;
  const Base* base(std::uint32_t scope) const&& = delete;
  /// The same for one reference. If there is none, but a scheme alone, and the reference begins with two slashes and a
  /// host: a base that gives it this scheme.
  [[nodiscard]] const Base* base(std::uint32_t scope, std::string_view reference) const& noexcept;
  const Base* base(std::uint32_t scope, std::string_view reference) const&& = delete;
  /// The source of that base; BaseFrom::none if it is undefined.
  [[nodiscard]] BaseFrom from(std::uint32_t scope) const noexcept;

  /// Removes the offsets of all candidates, for a source that is not the input itself (it was decompressed). Linear.
  void forget_offsets() noexcept;

  /// The figure of section 3 as data: every candidate from a scope outwards, innermost first.
  [[nodiscard]] std::vector<Layer> layers(std::uint32_t scope) const&;
  std::vector<Layer> layers(std::uint32_t scope) const&& = delete;

 private:
  std::uint32_t put(Scope scope);

  Resolver resolver_;
  std::optional<Base> of_scheme_;             // for references that name their host; its own host is used for none
  std::vector<std::uint32_t> beside_;         // those of add_beside()
  std::optional<Scope> first_;                // number 0: most inputs have no other
  std::vector<std::unique_ptr<Scope>> more_;  // the others, each on the heap, so that it keeps its address
};

/// All candidates for bases of a plan, and what they cover.
[[nodiscard]] const Scopes& scopes_of(const Plan& plan) noexcept;

}  // namespace absolve::inline detail
