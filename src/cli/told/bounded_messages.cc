#include "bounded_messages.h"

#include "../system/layout.h"
#include "../system/messages.h"

namespace absolve::cli {
namespace {

constexpr std::size_t max_of_a_kind = 10;
constexpr std::size_t max_kinds = 50;
constexpr std::size_t max_columns = 1000;  // of one message

/// As for Message: failures are all printed.
std::string_view kind_among_inputs(Note::Severity severity, std::string_view kind) noexcept {
  return severity == Note::Severity::failure ? std::string_view() : kind;
}

}  // namespace

bool BoundedMessages::tell(Severity severity, std::string_view kind, std::string_view where, std::string_view place,
                           std::string_view what) {
  const std::pair key(severity, std::string(kind));
  auto found = kinds_.find(key);
  if (found == kinds_.end()) {
    std::size_t& kinds = kinds_of_severity_[static_cast<std::size_t>(severity)];
    if (kinds == max_kinds) {
      ++of_further_kinds_;
      return false;
    }
    ++kinds;
    found = kinds_.emplace(key, Kind{}).first;
  }
  Kind& of_a_kind = found->second;
  ++of_a_kind.count;
  if (of_a_kind.count > max_of_a_kind) return false;
  of_a_kind.last = shortened(printable(what), max_columns);
  log_.complain(where, std::string(place).append(place.empty() ? "" : ": ").append(of_a_kind.last),
                kind_among_inputs(severity, kind));
  return true;
}

void BoundedMessages::finish() const {
  for (const auto& [key, kind] : kinds_) {
    if (kind.count <= max_of_a_kind) continue;
    log_.complain(name_, "... and " + std::to_string(kind.count - max_of_a_kind) + " more like this: " + kind.last,
                  kind_among_inputs(key.first, key.second));
  }
  if (of_further_kinds_ > 0)
    log_.complain(name_, "... and " + std::to_string(of_further_kinds_) + " messages of other kinds");
}

std::string kind_of(std::string_view text) {
  std::string kind;
  while (!text.empty()) {
    const std::size_t quoted = text.front() == '\'' ? text.find('\'', 1) : std::string_view::npos;
    const bool digit = text.front() >= '0' && text.front() <= '9';
    if (quoted == std::string_view::npos && !digit) kind += text.front();
    text.remove_prefix(quoted == std::string_view::npos ? 1 : quoted + 1);
  }
  return kind;
}

}  // namespace absolve::cli
