#include "../url/resolver.h"
#include "../url/suitable.h"
#include "handles.h"

using absolve::c::guarded;
using absolve::c::view_of;

namespace {

std::optional<absolve::Resolver> resolver_by(const char* resolver) noexcept {
  return resolver == nullptr ? absolve::Resolver::rfc1808 : absolve::resolver_named(resolver);
}

}  // namespace

absolve_status absolve_base_new(absolve_base** base, const char* url, size_t size, const char* resolver) {
  if (base == nullptr) return ABSOLVE_WRONG_ARGUMENT;
  *base = nullptr;
  if (!absolve::c::is_text(url, size)) return ABSOLVE_WRONG_ARGUMENT;
  const auto known = resolver_by(resolver);
  if (!known) return ABSOLVE_WRONG_OPTION;
  return guarded([&] {
    auto made = absolve::Base::from(view_of(url, size), *known);
    if (!made) return ABSOLVE_WRONG_BASE;
    *base = new absolve_base{*std::move(made)};
    return ABSOLVE_OK;
  });
}

void absolve_base_free(absolve_base* base) { delete base; }

const char* absolve_base_error(const char* url, size_t size, const char* resolver) {
  if (!absolve::c::is_text(url, size)) return absolve_describe(ABSOLVE_WRONG_ARGUMENT);
  const auto known = resolver_by(resolver);
  if (!known) return "unknown resolver";
  absolve::Unsuitable why = absolve::Unsuitable::no;
  const absolve_status status =
      guarded([&] { return why = absolve::unsuitable_as_base(view_of(url, size), *known), ABSOLVE_OK; });
  if (status != ABSOLVE_OK) return absolve_describe(status);
  return why == absolve::Unsuitable::no ? nullptr : describe(why).data();
}

absolve_status absolve_base_absolute(const absolve_base* base, const char* reference, size_t size, char** url,
                                     size_t* url_size) {
  if (!absolve::c::clear(url, url_size) || base == nullptr || !absolve::c::is_text(reference, size)) {
    return ABSOLVE_WRONG_ARGUMENT;
  }
  return guarded([&] {
    using Outcome = absolve::Resolution::Outcome;
    std::string scratch;
    const std::string_view text = view_of(reference, size);
    const absolve::Resolution resolved = base->base.resolve(text, scratch);
    if (resolved.outcome == Outcome::refused || resolved.outcome == Outcome::failed) return ABSOLVE_NO_URL;
    return absolve::c::give(resolved.head, text.substr(resolved.offset), url, url_size);
  });
}
