#include "browsers.h"
#include "generation.h"
#include "suitable.h"

namespace absolve::inline detail {
namespace {

BaseParts prepare(std::string_view url) {
  BaseParts base;
  base.url = url;
  return base;
}

Resolution resolve(const BaseParts&, std::string_view, std::string&) { return {Resolution::Outcome::refused, {}, 0}; }

}  // namespace

constinit const GenerationRow rfc3986 = {
    .is_absolute = [](std::string_view reference, const Base*) noexcept { return !scheme_of(reference).empty(); },
    .can_parse = [](std::string_view) noexcept { return true; },
    .unsuitable = unsuitable_by_rfc,
    .prepare = prepare,
    .resolve = resolve,
    .as_readers_see = as_browsers_read,
    .misread_with_backslash = before_query,
    .reads_backslashes = false,
};

}  // namespace absolve::inline detail
