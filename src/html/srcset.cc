#include "srcset.h"

#include "../text/ascii.h"

namespace absolve::html {
namespace {

/// What separates candidates besides commas, and what hides commas.
struct Signs {
  char separator;
  std::string_view opening;
  std::string_view closing;
};

constexpr Signs of_srcset = {',', "(", ")"};
constexpr Signs of_bgset = {'|', "([", ")]"};

bool is_one_of(char c, std::string_view set) noexcept { return set.find(c) != std::string_view::npos; }

/// The offset after the descriptors that start at `at`: at the separator that ends them, or at the end.
std::size_t after_descriptors(std::string_view text, std::size_t at, const Signs& signs) noexcept {
  const auto separates = [&](char c) { return c == ',' || c == signs.separator; };
  for (char closing = 0; at < text.size() && (closing != 0 || !separates(text[at])); ++at) {
    if (closing == text[at]) closing = 0;
    else if (closing == 0 && is_one_of(text[at], signs.opening)) closing = signs.closing[signs.opening.find(text[at])];
  }
  return at;
}

Finding find_candidates(std::string_view text, const Signs& signs) {
  const auto separates = [&](char c) { return c == ',' || c == signs.separator; };
  Finding finding;
  for (std::size_t at = 0;;) {
    while (at < text.size() && (is_space(text[at]) || separates(text[at]))) ++at;
    if (at == text.size()) return finding;
    const std::size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    std::size_t end = at;
    while (end > begin && separates(text[end - 1])) --end;
    finding.values.push_back(Value{.begin = begin, .end = end, .coding = codec::Coding::srcset_url});
    if (end == at) at = after_descriptors(text, at, signs);
  }
}

}  // namespace

Finding find_in_srcset(std::string_view text, const Request&) { return find_candidates(text, of_srcset); }

Finding find_in_bgset(std::string_view text, const Request&) { return find_candidates(text, of_bgset); }

}  // namespace absolve::html
