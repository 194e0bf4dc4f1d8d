#include "generation.h"

#include <algorithm>
#include <array>
#include <utility>

#include "browsers.h"
#include "schemes.h"

namespace absolve {
namespace {

/// By generation.
constexpr std::array<const GenerationRow*, 3> rows = {&rfc1808, &rfc3986, &whatwg};

constexpr std::array<std::string_view, rows.size()> names = {"rfc1808", "rfc3986", "whatwg"};

}  // namespace

inline namespace detail {

const GenerationRow& row_of(Generation generation) noexcept { return *rows[static_cast<std::size_t>(generation)]; }

bool is_absolute(Generation generation, std::string_view reference, Controls controls) {
  const GenerationRow& row = row_of(generation);
  if (row.is_absolute(reference)) return true;
  return controls == Controls::dropped && row.is_absolute(as_browsers_read(reference));
}

bool can_parse(Generation generation, std::string_view url) { return row_of(generation).can_parse(url); }

bool reads_as_browsers(Generation generation) noexcept { return row_of(generation).reads_as_browsers; }

bool hides_meaning(const Base& base, std::string_view reference) {
  if (reads_as_browsers(base.generation())) return false;
  return as_browsers_read(base.absolute(reference)) != base.absolute(as_browsers_read(reference));
}

bool misreads_backslash(Generation generation, std::string_view reference, std::size_t backslash) noexcept {
  return !reads_as_browsers(generation) && backslash < before_query(reference).size();
}

std::size_t misread_slashes(const Base& base, std::string_view reference) noexcept {
  constexpr std::size_t before_host = 2;
  if (!reference.starts_with("///") || reads_as_browsers(base.generation())) return 0;
  if (!is_any_of(scheme_of(base.url()), schemes_with_host)) return 0;
  return std::min(reference.find_first_not_of('/'), reference.size()) - before_host;
}

std::string as_base_value(Generation generation, std::string_view url, const FindBackslash& find_backslash) {
  if (reads_as_browsers(generation)) return std::string(url);  // which it cleans itself, wherever that is read
  std::string result = as_browsers_read(url);
  const auto misread = [&] { return before_query(result); };
  for (std::size_t at; (at = find_backslash(misread())) != std::string_view::npos;) result[at] = '/';
  return result;
}

}  // namespace detail

std::string_view name_of(Generation generation) noexcept { return names[static_cast<std::size_t>(generation)]; }

std::span<const std::string_view> generation_names() noexcept { return names; }

std::optional<Generation> generation_named(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(names, name);
  return found == names.end() ? std::nullopt : std::optional(static_cast<Generation>(found - names.begin()));
}

Unsuitable unsuitable_as_base(std::string_view url, Generation generation) {
  return row_of(generation).unsuitable(url);
}

Base::Base(BaseParts parts, Generation generation) : parts_(std::move(parts)), generation_(generation) {}

std::optional<Base> Base::from(std::string_view url, Generation generation) {
  if (unsuitable_as_base(url, generation) != Unsuitable::no) return std::nullopt;
  return Base(row_of(generation).prepare(url), generation);
}

Resolution Base::resolve(std::string_view reference, std::string& scratch) const& {
  return row_of(generation_).resolve(parts_, reference, scratch);
}

std::string Base::absolute(std::string_view reference) const {
  std::string scratch;
  const Resolution resolution = resolve(reference, scratch);
  return std::string(resolution.head).append(reference.substr(resolution.offset));
}

}  // namespace absolve
