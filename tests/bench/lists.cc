// Lists of references for batches: how fast they are planned and answered.

#include <benchmark/benchmark.h>

#include <string>
#include <string_view>

#include "../support/given.h"
#include "common.h"

namespace absolve::bench {
namespace {

constexpr int entry_count = 50'000;
constexpr int many_entries = 1'000'000;

struct List {
  const char* name;
  Given given;
  std::string (*entry)(const std::string& base, const std::string& reference);
  int bases;  // that are named in turn
  int entries = entry_count;
};

std::string pair(const std::string& base, const std::string& reference) { return base + "\t" + reference + "\n"; }

std::string alone(const std::string&, const std::string& reference) { return reference + "\n"; }

std::string object(const std::string& base, const std::string& reference) {
  return R"({"id":17,"base":")" + base + R"(","reference":")" + reference + R"(","title":"An entry"})" + "\n";
}

std::string answered(const std::string& base, const std::string& reference) {
  return R"({"base":")" + base + R"(","absolve":{"url":"http://old.example/"},"reference":")" + reference + "\"}\n";
}

std::string broken(const std::string& base, const std::string&) { return "\"" + base + "\x01\n"; }

const List lists[] = {
    {"uris", {{.url = page_url, .type = Type::uris}}, alone, 1},
    {"uris_json", {{.url = page_url, .type = Type::uris}, {.json_answers = true}}, alone, 1},
    {"pairs", {{.type = Type::pairs}}, pair, 1000},
    {"pairs_many", {{.type = Type::pairs}}, pair, 1000, many_entries},
    {"pairs_many_whatwg", {{.type = Type::pairs}, {.resolver = Resolver::whatwg}}, pair, 1000, many_entries},
    {"pairs_json", {{.type = Type::pairs}, {.json_answers = true}}, pair, 1000},
    {"pairs_one_base", {{.type = Type::pairs}}, pair, 1},
    {"pairs_all_bases_differ", {{.type = Type::pairs}}, pair, entry_count},
    {"jsonl", {{.type = Type::jsonl}}, object, 1000},
    {"jsonl_answered", {{.type = Type::jsonl}}, answered, 1000},
    {"jsonl_broken", {{.type = Type::jsonl}}, broken, 1000},
};

std::string made(const List& list) {
  std::string text;
  for (std::int64_t i = 0; i < list.entries; ++i) {
    const std::string base = "http://host.example/a/" + std::to_string(i * 7919 % list.bases) + "/c.html";
    text += list.entry(base, "../page" + std::to_string(i) + ".html?q#f");
  }
  return text;
}

/// Entries without an end, for doubling runs.
const Bomb bombs[] = {
    {"members", "{", "\"absolve\":{\"url\":\"u\"},\"n#\":2,", "\"reference\":\"x\"}"},
    {"nested", "{\"reference\":\"x\",\"n\":", "[", ""},
    {"escapes", "{\"reference\":\"", "\\u0041", "\"}"},
};

}  // namespace

void register_lists() {
  for (const List& list : lists) {
    const auto run = [&list](benchmark::State& state) {
      const std::string text = made(list);
      for (auto _ : state) benchmark::DoNotOptimize(plan(text, list.given).output());
      state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * list.entries);
      state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(text.size()));
    };
    benchmark::RegisterBenchmark((std::string("lists/") + list.name).c_str(), run)->Unit(benchmark::kMillisecond);
  }
  for (const Bomb& bomb : bombs) register_bomb("jsonl", bomb, {{.url = page_url, .type = Type::jsonl}});
  register_bomb("pairs", {"tabs", "", "\t", ""}, {{.url = page_url, .type = Type::pairs}});
  register_bomb("pairs", {"bases", "", "http://h#/\tx\n", ""}, {{.type = Type::pairs}});
}

}  // namespace absolve::bench
