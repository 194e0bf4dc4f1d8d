#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "../../src/url/resolver.h"
#include "../../src/url/suitable.h"
#include "absolve/url.h"

namespace {

using namespace absolve;

void expect(bool condition) {
  if (!condition) std::abort();
}

/// What holds of any base and reference: what a base becomes is one, and an absolute form stands by itself.
void expect_promises(std::string_view url, std::string_view reference, Resolver resolver) {
  const auto base = Base::from(url, resolver);
  expect(base.has_value() == (unsuitable_as_base(url, resolver) == Unsuitable::no));
  if (!base) return;
  expect(unsuitable_as_base(base->url(), resolver) == Unsuitable::no);
  std::string scratch;
  const Resolution resolution = base->resolve(reference, scratch);
  if (resolution.outcome != Resolution::Outcome::resolved) return expect(resolution.head.empty());
  expect(resolution.offset <= reference.size());
  const std::string absolute = std::string(resolution.head).append(reference.substr(resolution.offset));
  expect(absolute == base->absolute(reference));
  std::string other;
  expect(base->resolve(absolute, other).outcome == Resolution::Outcome::absolute);
}

}  // namespace

/// A base, a line end, and a reference, by each resolver.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return 0;
  for (const std::string_view name : resolver_names()) {
    expect_promises(text.substr(0, end), text.substr(end + 1), *resolver_named(name));
  }
  return 0;
}
