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

void BoundedMessages::tell(Severity severity, NoteCode code, std::string_view detail, std::string_view where,
                           std::string_view place, std::string_view what) {
  std::string kind = std::string(name_of(code)).append(" ").append(detail);
  if (kinds_.size() >= max_kinds && !kinds_.contains({severity, kind})) kind = name_of(code);
  Kind& of_a_kind = kinds_[{severity, kind}];
  ++of_a_kind.count;
  if (of_a_kind.count > max_of_a_kind) return;
  of_a_kind.last = shortened(printable(what), max_columns);
  log_.complain(where, std::string(place).append(place.empty() ? "" : ": ").append(of_a_kind.last),
                kind_among_inputs(severity, kind));
}

void BoundedMessages::finish() const {
  for (const auto& [key, kind] : kinds_) {
    if (kind.count <= max_of_a_kind) continue;
    log_.complain(name_, "... and " + std::to_string(kind.count - max_of_a_kind) + " more like this: " + kind.last,
                  kind_among_inputs(key.first, key.second));
  }
}

}  // namespace absolve::cli
