#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <deque>

#include "absolve/options.h"

namespace absolve {
namespace {

/// The limit on the memory of one pattern, and of all patterns together, in bytes.
constexpr std::int64_t max_memory = std::int64_t{8} << 20;

RE2::Options quiet_options() {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(max_memory);
  return options;
}

}  // namespace

/// The set finds out in one pass whether any of the patterns matches. Its memory may be exhausted on the way; then each
/// pattern is matched by itself, in a slower way that needs no additional memory.
class Patterns::Compiled {
 public:
  Compiled() : set_(quiet_options(), RE2::UNANCHORED) {}

  /// Adds a pattern; returns what is wrong with it, or "".
  [[nodiscard]] std::string add(const std::string& pattern) {
    const RE2& one = each_.emplace_back(pattern, quiet_options());
    std::string error = one.ok() ? "" : one.error();
    if (one.ok()) set_.Add(pattern, &error);
    return error;
  }

  /// False: all patterns together are too large.
  [[nodiscard]] bool compile() { return set_.Compile(); }

  [[nodiscard]] bool match(std::string_view text) const {
    RE2::Set::ErrorInfo error{RE2::Set::kNoError};
    const re2::StringPiece piece(text.data(), text.size());
    if (set_.Match(piece, nullptr, &error)) return true;
    return error.kind != RE2::Set::kNoError &&
           std::ranges::any_of(each_, [&](const RE2& one) { return RE2::PartialMatch(piece, one); });
  }

 private:
  RE2::Set set_;
  std::deque<RE2> each_;
};

Expected<Patterns> Patterns::from(std::span<const std::string> patterns) {
  Patterns result;
  if (patterns.empty()) return result;
  const auto compiled = std::make_shared<Compiled>();
  for (const std::string& pattern : patterns) {
    const std::string why = compiled->add(pattern);
    if (!why.empty()) return Error{"'" + pattern + "': " + why, static_cast<std::size_t>(&pattern - patterns.data())};
  }
  if (!compiled->compile()) return Error{"'" + patterns.front() + "' and the other patterns are too large together"};
  result.compiled_ = compiled;
  return result;
}

bool Patterns::match(std::string_view text) const { return compiled_ != nullptr && compiled_->match(text); }

}  // namespace absolve
