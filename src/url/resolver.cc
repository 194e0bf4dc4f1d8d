#include "resolver.h"

#include <algorithm>
#include <array>
#include <utility>

#include "../text/byte_sets.h"
#include "browsers.h"
#include "schemes.h"
#include "split.h"

namespace absolve {
namespace {

/// By resolver.
constexpr std::array<const ResolverRow*, 3> rows = {&rfc1808, &rfc3986, &whatwg};

constexpr std::array<std::string_view, rows.size()> names = {"rfc1808", "rfc3986", "whatwg"};

}  // namespace

inline namespace detail {

const ResolverRow& row_of(Resolver resolver) noexcept { return *rows[static_cast<std::size_t>(resolver)]; }

bool is_absolute(Resolver resolver, std::string_view reference, Controls controls) {
  const ResolverRow& row = row_of(resolver);
  if (row.is_absolute(reference)) return true;
  return controls == Controls::dropped && row.is_absolute(as_browsers_read(reference));
}

bool can_parse(Resolver resolver, std::string_view url) { return row_of(resolver).can_parse(url); }

bool reads_as_browsers(Resolver resolver) noexcept { return row_of(resolver).reads_as_browsers; }

bool hides_meaning(const Base& base, std::string_view reference) {
  if (reads_as_browsers(base.resolver())) return false;
  return as_browsers_read(base.absolute(reference)) != base.absolute(as_browsers_read(reference));
}

bool misreads_backslash(Resolver resolver, std::string_view reference) noexcept {
  if (reads_as_browsers(resolver) || has_none_of<Bytes<'\\'>>(reference)) return false;  // nearly all
  return before_query(reference).find('\\') != std::string_view::npos;
}

std::size_t misread_slashes(const Base& base, std::string_view reference) noexcept {
  constexpr std::size_t before_host = 2;
  if (!reference.starts_with("///") || reads_as_browsers(base.resolver())) return 0;
  if (!is_any_of(scheme_of(base.url()), schemes_with_host)) return 0;
  return std::min(reference.find_first_not_of('/'), reference.size()) - before_host;
}

bool names_host(Resolver resolver, std::string_view scheme, std::string_view reference) noexcept {
  // Browsers take any number of slashes of either kind, where the scheme is special.
  const bool is_special =
      reads_as_browsers(resolver) && (is_any_of(scheme, schemes_with_host) || is_name(scheme, "file"));
  const std::size_t host = std::min(reference.find_first_not_of(is_special ? "/\\" : "/"), reference.size());
  return (host == 2 || (is_special && host > 2)) && host < reference.size() && reference[host] != '?' &&
         reference[host] != '#';
}

Base base_of_scheme(std::string_view scheme, Resolver resolver) {
  return *Base::from(std::string(scheme).append("//host/"), resolver);
}

std::string as_base_value(Resolver resolver, std::string_view url) {
  if (reads_as_browsers(resolver)) return std::string(url);  // that resolver cleans it itself, whenever it reads it
  std::string result = as_browsers_read(url);
  const std::string_view scheme = scheme_of(result);
  if (!scheme.empty() && !is_any_of(scheme, schemes_with_host) && !is_name(scheme, "file")) return result;
  std::replace(result.begin(), result.begin() + static_cast<std::ptrdiff_t>(before_query(result).size()), '\\', '/');
  return result;
}

std::span<const std::string_view> resolver_names() noexcept { return names; }

std::optional<Resolver> resolver_named(std::string_view name) noexcept {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? std::nullopt : std::optional(static_cast<Resolver>(found - names.begin()));
}

Unsuitable unsuitable_as_base(std::string_view url, Resolver resolver) { return row_of(resolver).unsuitable(url); }

bool is_scheme_alone(std::string_view url) {
  const std::size_t size = scheme_of(url).size();
  return size > 0 && size + 1 == url.size() && unsuitable_as_base(std::string(url).append("//host/")) == Unsuitable::no;
}

}  // namespace detail

std::string_view name_of(Resolver resolver) noexcept { return names[static_cast<std::size_t>(resolver)]; }

Base::Base(BaseParts parts, Resolver resolver)
    : parts_(std::make_shared<const BaseParts>(std::move(parts))), resolver_(resolver) {}

Expected<Base> Base::from(std::string_view url, Resolver resolver) {
  const Unsuitable why = unsuitable_as_base(url, resolver);
  if (why != Unsuitable::no) return Error{std::string(describe(why))};
  return Base(row_of(resolver).prepare(url), resolver);
}

const std::string& Base::url() const& noexcept { return parts_->url; }

Resolution Base::resolve(std::string_view reference, std::string& scratch) const& {
  return row_of(resolver_).resolve(*parts_, reference, scratch);
}

std::string Base::absolute(std::string_view reference) const {
  std::string scratch;
  const Resolution resolution = resolve(reference, scratch);
  return std::string(resolution.head).append(reference.substr(resolution.offset));
}

}  // namespace absolve
