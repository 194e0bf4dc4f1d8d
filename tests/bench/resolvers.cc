#ifdef ABSOLVE_HAVE_URIPARSER
#include <uriparser/Uri.h>
#endif

#include <string>
#include <vector>

#include "common.h"

namespace {

using namespace absolve;
using namespace absolve::bench;

void per_reference(benchmark::State& state, std::size_t references) {
  state.counters["per_reference"] = benchmark::Counter(
      static_cast<double>(references), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void resolve_all(benchmark::State& state, Resolver resolver, const std::vector<std::string>& references) {
  const auto base = Base::from(page_url, resolver);
  std::string scratch;
  for (auto _ : state) {
    for (const std::string& reference : references) benchmark::DoNotOptimize(base->resolve(reference, scratch));
  }
  per_reference(state, references.size());
}

/// The relative references of all pages, against one base.
void resolve_references(benchmark::State& state, Resolver resolver) {
  resolve_all(state, resolver, corpus().references);
}
BENCHMARK_CAPTURE(resolve_references, rfc1808, Resolver::rfc1808);
BENCHMARK_CAPTURE(resolve_references, rfc3986, Resolver::rfc3986);
BENCHMARK_CAPTURE(resolve_references, whatwg, Resolver::whatwg);

/// Those that are absolute already.
void pass_absolute(benchmark::State& state, Resolver resolver) { resolve_all(state, resolver, corpus().absolute); }
BENCHMARK_CAPTURE(pass_absolute, rfc1808, Resolver::rfc1808);
BENCHMARK_CAPTURE(pass_absolute, rfc3986, Resolver::rfc3986);
BENCHMARK_CAPTURE(pass_absolute, whatwg, Resolver::whatwg);

#ifdef ABSOLVE_HAVE_URIPARSER
void resolve_references_uriparser(benchmark::State& state) {
  UriUriA base;
  const char* error = nullptr;
  uriParseSingleUriA(&base, page_url.c_str(), &error);
  for (auto _ : state) {
    for (const std::string& reference : corpus().references) {
      UriUriA relative;
      if (uriParseSingleUriExA(&relative, reference.data(), reference.data() + reference.size(), &error) != URI_SUCCESS)
        continue;
      UriUriA absolute;
      uriAddBaseUriA(&absolute, &relative, &base);
      benchmark::DoNotOptimize(absolute);
      uriFreeUriMembersA(&absolute);
      uriFreeUriMembersA(&relative);
    }
  }
  uriFreeUriMembersA(&base);
  per_reference(state, corpus().references.size());
}
BENCHMARK(resolve_references_uriparser);
#endif

/// Doubling runs: linear in the reference.
void resolve_steps(benchmark::State& state, Resolver resolver, const char* step) {
  const auto base = Base::from(page_url, resolver);
  std::string reference;
  for (std::int64_t i = 0; i < state.range(0); ++i) reference += step;
  std::string scratch;
  for (auto _ : state) benchmark::DoNotOptimize(base->resolve(reference, scratch));
  state.SetComplexityN(state.range(0));
}

void doubling(benchmark::internal::Benchmark* one) {
  one->RangeMultiplier(2)->Range(1 << 12, 1 << 17)->Complexity(benchmark::oN);
}
BENCHMARK_CAPTURE(resolve_steps, rfc1808_up, Resolver::rfc1808, "../")->Apply(doubling);
BENCHMARK_CAPTURE(resolve_steps, rfc3986_up, Resolver::rfc3986, "../")->Apply(doubling);
BENCHMARK_CAPTURE(resolve_steps, whatwg_up, Resolver::whatwg, "../")->Apply(doubling);
BENCHMARK_CAPTURE(resolve_steps, rfc1808_down_and_up, Resolver::rfc1808, "a/../")->Apply(doubling);
BENCHMARK_CAPTURE(resolve_steps, rfc3986_down_and_up, Resolver::rfc3986, "a/../")->Apply(doubling);
BENCHMARK_CAPTURE(resolve_steps, whatwg_down_and_up, Resolver::whatwg, "a/../")->Apply(doubling);

}  // namespace
