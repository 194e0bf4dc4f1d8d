#include "bases_in_header.h"

#include <algorithm>
#include <array>
#include <utility>

#include "../text/ascii.h"
#include "../url/split.h"
#include "../url/suitable.h"
#include "absolve/url.h"
#include "locations.h"

namespace absolve::mime {
namespace {

constexpr std::string_view matches_only = "a relative Content-Location names a part and is not a base";
constexpr std::string_view matches_only_cid = "a cid: URL names a part and is not a base";  // Chromium writes such

Candidate candidate(std::string_view message, const Field& field, BaseFrom from, const std::string& part) {
  if (field.end - field.begin > limits::field)
    return {from, "", field.begin, part, std::string(describe(Unsuitable::too_long))};
  Candidate result{from, url_of(body_of(message, field)), field.begin, part, {}};
  const std::string_view scheme = scheme_of(result.value);
  if (from != BaseFrom::content_location) return result;
  if (scheme.empty()) result.disqualified = matches_only;
  else if (is_name(scheme, "cid")) result.disqualified = matches_only_cid;
  return result;
}

}  // namespace

std::vector<Candidate> bases_in_header(std::string_view message, const Entity& entity, const std::string& part) {
  constexpr auto order = std::to_array<std::pair<Meaning, BaseFrom>>({
      {Meaning::content_base, BaseFrom::content_base},
      {Meaning::base, BaseFrom::base_header},
      {Meaning::content_location, BaseFrom::content_location},
  });
  std::vector<Candidate> result;
  for (const auto& [meaning, from] : order) {
    const Field* const field = find(entity.fields, meaning);
    if (field != nullptr) result.push_back(candidate(message, *field, from, part));
  }
  return result;
}

std::optional<Candidate> snapshot_location(std::string_view message, const Entity& entity, const std::string& part) {
  const Field* const field = find(entity.fields, Meaning::snapshot_location);
  if (field == nullptr) return std::nullopt;
  return candidate(message, *field, BaseFrom::snapshot, part);
}

std::vector<Candidate> named_locations(std::string_view message, const Entity& entity, const std::string& part,
                                       const Options& options) {
  std::vector<Candidate> result;
  for (const std::string& name : options.url_headers) {
    std::optional<Candidate> found;
    bool is_usable = false;
    const auto offer = [&](const Field& field, std::string url, std::string_view disqualified) {
      if (is_usable) return;
      is_usable = disqualified.empty() && unsuitable_as_base(url, options.resolver) == Unsuitable::no;
      if (is_usable || !found)
        found = {BaseFrom::url_header, std::move(url), field.begin, part, std::string(disqualified)};
    };
    for (const Field& field : find_named(message, entity.header, entity.body, name)) {
      if (is_too_long(field)) offer(field, "", describe(Unsuitable::too_long));
      else
        for (std::string& url : urls_of(body_of(message, field))) offer(field, std::move(url), "");
    }
    if (found) result.push_back(std::move(*found));
  }
  return result;
}

bool has_unused_archive(std::string_view message, const Entity& entity, const Options& options) {
  constexpr std::string_view name = "Archived-At";
  const auto is_named = [&](const std::string& one) { return equal_ignoring_case(one, name); };
  if (std::ranges::any_of(options.url_headers, is_named)) return false;
  const auto is_base = [&](const std::string& url) {
    return unsuitable_as_base(url, options.resolver) == Unsuitable::no;
  };
  return std::ranges::any_of(find_named(message, entity.header, entity.body, name), [&](const Field& one) {
    return std::ranges::any_of(urls_of(body_of(message, one)), is_base);
  });
}

}  // namespace absolve::mime
