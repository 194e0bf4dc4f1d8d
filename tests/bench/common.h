#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../support/given.h"
#include "absolve/absolve.h"

namespace absolve::bench {

inline const std::string page_url = "http://example.com/a/b/c.html";

/// The pages of the folder given on the command line, and the references in them.
struct Corpus {
  std::vector<std::string> pages;
  std::vector<std::string> references;  // relative ones
  std::vector<std::string> absolute;
  std::size_t bytes = 0;
};

inline Corpus& corpus() {
  static Corpus the_corpus;
  return the_corpus;
}

inline void per_byte(benchmark::State& state) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(corpus().bytes));
}

/// An input that grows by repetition, with a number for each `#`.
struct Bomb {
  const char* name;
  const char* once;
  const char* repeated;
  const char* then;
};

inline std::string grown(const Bomb& bomb, std::size_t size) {
  std::string text = bomb.once;
  for (std::size_t i = 0; text.size() < size; ++i) {
    std::string_view pattern = bomb.repeated;
    if (const std::size_t number = pattern.find('#'); number != std::string_view::npos) {
      text.append(pattern.substr(0, number)).append(std::to_string(i));
      pattern.remove_prefix(number + 1);
    }
    text.append(pattern);
  }
  return text + bomb.then;
}

/// Doubling runs, which show whether the time is linear in the input.
inline void register_bomb(const std::string& family, const Bomb& bomb, const Given& given) {
  const auto run = [bomb, given](benchmark::State& state) {
    const std::string text = grown(bomb, static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) benchmark::DoNotOptimize(absolve::plan(text, given).output());
    state.SetComplexityN(state.range(0));
  };
  benchmark::RegisterBenchmark(("bomb/" + family + "/" + bomb.name).c_str(), run)
      ->RangeMultiplier(2)
      ->Range(1 << 18, 1 << 21)
      ->Unit(benchmark::kMillisecond)
      ->Complexity(benchmark::oN);
}

void register_message_bombs();
void register_feeds();
void register_lists();

}  // namespace absolve::bench
