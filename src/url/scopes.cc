#include <array>
#include <utility>

#include "../text/base_source.h"
#include "../text/placeholders.h"
#include "resolver.h"
#include "scopes.h"
#include "split.h"
#include "suitable.h"

namespace absolve {
namespace {

using Status = Layer::Status;

constexpr std::string_view not_absolute = "it is relative, but a header field must give an absolute URL";

constexpr std::string_view without_hierarchy =
    "nothing can be resolved against it, and as in browsers no other base is used instead";

constexpr std::string_view scheme_only = "scheme only: it is put before what begins with //";

constexpr std::string_view not_expanded = "it contains an entity that is not expanded";

/// Browsers use a base element even if its URL is not hierarchical, and then relative references can't be resolved; a
/// base element that they can't parse is skipped (HTML standard, section 4.2.3).
constexpr bool ends_search(BaseFrom from, Unsuitable why, Resolver resolver) noexcept {
  const bool browsers_take_it = why == Unsuitable::opaque || why == Unsuitable::too_long;
  return from == BaseFrom::base_element && browsers_take_it && resolver == Resolver::whatwg;
}

/// Whether a URL comes from outside the input: the user gave it, or a program that retrieved the input recorded it.
constexpr bool is_given(const Candidate& candidate) noexcept {
  const bool is_in_log = candidate.from == BaseFrom::httrack && !candidate.offset;
  return source_of(candidate).is_given || is_in_log;
}

/// Whether the value of a scope holds a template's placeholder, or that of a base around which it is resolved against,
/// or that it skips. A URL that the user gives is taken as it is.
bool is_of_template(const Scope& scope, const Scope* around, Resolver resolver) {
  const std::string_view value = scope.candidate.value;
  const bool counts =
      scope.base ? !(scope.is_layer && is_given(scope.candidate)) : scope.candidate.disqualified.empty();
  // The written value is checked, too: `%x%` is no longer recognized as a placeholder in `http://h/%x%`.
  if (counts && (has_placeholder(value) || (scope.base && has_placeholder(scope.base->url())))) return true;
  const bool depends_on_around = !scope.base || (scope.is_layer && !is_absolute(resolver, value, Controls::kept));
  return depends_on_around && around != nullptr && around->is_of_template;
}

}  // namespace

std::string_view name_of(BaseFrom from) noexcept { return source_of(from).name; }

std::string_view name_of(Layer::Status status) noexcept {
  constexpr std::array<std::string_view, 3> names = {"used", "overridden", "ignored"};
  return names[static_cast<std::size_t>(status)];
}

Layer detail::layer_of(const Scope& scope, Layer::Status status) noexcept {
  return {&scope.candidate, scope.base ? &*scope.base : nullptr, scope.reason, status};
}

std::uint32_t Scopes::add(Candidate candidate, std::uint32_t around) {
  Scope scope;
  scope.around = around;
  scope.is_unknown = candidate.is_unknown && candidate.disqualified.empty();
  if (!candidate.disqualified.empty()) {
    scope.reason = candidate.disqualified;
    scope.ends_without_base = candidate.ends_search;
  } else if (candidate.is_unknown) {
    scope.reason = not_expanded;
  } else if (candidate.from == BaseFrom::retrieval && is_scheme_alone(candidate.value)) {
    scope.reason = scheme_only;
    scope.has_scheme = true;
    of_scheme_ = base_of_scheme(candidate.value, resolver_);
  } else {
    const BaseSource& source = source_of(candidate);
    const Base* const outer = source.must_be_absolute ? nullptr : base(around, candidate.value);
    const std::string resolved = outer == nullptr ? std::string() : outer->absolute(candidate.value);
    const std::string_view url = outer == nullptr ? candidate.value : resolved;
    if (auto made = Base::from(url, resolver_)) {
      scope.base = *std::move(made);
    } else {
      const Unsuitable why = unsuitable_as_base(url, resolver_);
      const bool ends_here = ends_search(candidate.from, why, resolver_);
      scope.reason = why == Unsuitable::relative && source.layer == BaseLayer::entity ? not_absolute
                     : why == Unsuitable::opaque && ends_here                         ? without_hierarchy
                                                                                      : describe(why);
      scope.ends_without_base = candidate.ends_search || ends_here;
    }
  }
  scope.candidate = std::move(candidate);
  return put(std::move(scope));
}

std::uint32_t Scopes::add_beside(Candidate candidate, std::uint32_t around) {
  return beside_.emplace_back(add(std::move(candidate), around));
}

std::uint32_t Scopes::add(Base base, std::uint32_t around) {
  Scope scope;
  scope.candidate.from = from(around);
  scope.around = around;
  scope.base = std::move(base);
  scope.is_layer = false;
  return put(std::move(scope));
}

std::uint32_t Scopes::put(Scope scope) {
  const std::uint32_t number = size();
  const Scope* const around = scope.around == Scope::none ? nullptr : &(*this)[scope.around];
  if (!scope.base && !scope.is_unknown && !scope.ends_without_base && around != nullptr) {
    scope.is_unknown = around->is_unknown;
    scope.ends_without_base = around->ends_without_base;
  }
  if (around != nullptr && !scope.is_unknown && !scope.ends_without_base) {
    scope.has_scheme = scope.has_scheme || around->has_scheme;
  }
  const bool ends_here = around == nullptr || scope.is_unknown || scope.ends_without_base;
  const std::uint32_t outer = ends_here ? Scope::none : around->base_scope;
  scope.base_scope = scope.base ? number : outer;
  scope.is_of_template = is_of_template(scope, around, resolver_);
  scope.explained_size = sizeof scope + scope.candidate.value.size() + (scope.base ? scope.base->url().size() : 0);
  if (around != nullptr) scope.explained_size += around->explained_size;
  if (number == 0) first_ = std::move(scope);
  else more_.push_back(std::make_unique<Scope>(std::move(scope)));
  return number;
}

const Base* Scopes::base(std::uint32_t scope) const& noexcept {
  if (scope == Scope::none || (*this)[scope].base_scope == Scope::none) return nullptr;
  return &*(*this)[(*this)[scope].base_scope].base;
}

const Base* Scopes::base(std::uint32_t scope, std::string_view reference) const& noexcept {
  const Base* const found = base(scope);
  const bool needs_scheme = found == nullptr && scope != Scope::none && (*this)[scope].has_scheme;
  return needs_scheme && names_host(resolver_, scheme_of(of_scheme_->url()), reference) ? &*of_scheme_ : found;
}

BaseFrom Scopes::from(std::uint32_t scope) const noexcept {
  if (scope == Scope::none || (*this)[scope].base_scope == Scope::none) return BaseFrom::none;
  return (*this)[(*this)[scope].base_scope].candidate.from;
}

void Scopes::forget_offsets() noexcept {
  if (first_) first_->candidate.offset.reset();
  for (const auto& scope : more_) scope->candidate.offset.reset();
}

std::vector<Layer> Scopes::layers(std::uint32_t scope) const& {
  std::vector<Layer> result;
  bool used = false;
  bool shows_beside = false;
  const auto status_of = [&](const Scope& one) {
    return !one.base ? Status::ignored : used ? Status::overridden : Status::used;
  };
  const auto show_beside = [&] {
    if (std::exchange(shows_beside, true)) return;
    for (const std::uint32_t beside : beside_) {
      const Scope& one = (*this)[beside];
      result.push_back(layer_of(one, status_of(one)));
    }
  };
  for (; scope != Scope::none; scope = (*this)[scope].around) {
    const Scope& one = (*this)[scope];
    if (!one.is_layer) continue;
    if (is_from_outside(one.candidate)) show_beside();
    const Status status = status_of(one);
    used = used || one.base || one.is_unknown || one.ends_without_base;
    result.push_back(layer_of(one, status));
  }
  show_beside();
  return result;
}

}  // namespace absolve
