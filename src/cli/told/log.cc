#include "log.h"

#include <cstdio>
#include <new>

#include "../../text/counted.h"
#include "../system/layout.h"
#include "../system/messages.h"

namespace absolve::cli {
namespace {

constexpr std::size_t max_inputs = 10;    // for so many inputs, a kind is printed
constexpr std::size_t max_kinds = 10000;  // that are counted: all further kinds are printed

// In one input:
constexpr std::size_t max_of_a_kind = 10;
constexpr std::size_t max_kinds_of_input = 50;
constexpr std::size_t max_columns = 1000;  // of one message

/// As for Message: failures are all printed.
std::string_view kind_among_inputs(Note::Severity severity, std::string_view kind) noexcept {
  return severity == Note::Severity::failure ? std::string_view() : kind;
}

}  // namespace

void Console::print(std::string_view lines) noexcept {
  if (lines.empty()) return;
  progress_.hide();
  std::fwrite(lines.data(), 1, lines.size(), stderr);
}

void Console::print(std::string_view input, std::span<const Message> messages) noexcept {
  for (const Message& message : messages) {
    try {
      if (is_printed(input, message)) print(message_line(message.where, message.what));
    } catch (const std::bad_alloc&) {
      complain(message.where, message.what);
    }
  }
}

bool Console::is_printed(std::string_view input, const Message& message) {
  if (!counts_repeats_ || message.kind.empty()) return true;
  auto found = repeated_.find(message.kind);
  if (found == repeated_.end()) {
    if (repeated_.size() == max_kinds) return true;
    found = repeated_.emplace(message.kind, Repeated{}).first;
  }
  Repeated& repeated = found->second;
  if (repeated.inputs == 0 || repeated.last_input != input) {
    ++repeated.inputs;
    repeated.last_input = input;
  }
  if (repeated.inputs > max_inputs) return false;
  repeated.what = message.what;
  return true;
}

void Console::complain(std::string_view where, std::string_view what) noexcept {
  progress_.hide();
  cli::complain(where, what);
}

void Console::finish() noexcept try {
  for (const auto& [kind, repeated] : repeated_) {
    if (repeated.inputs <= max_inputs) continue;
    complain("", "... and " + counted(repeated.inputs - max_inputs, "more file", "more files") +
                     " with messages like this (-v shows all): " + repeated.what);
  }
} catch (const std::bad_alloc&) {
  complain("", out_of_memory);
}

void Log::complain(std::string_view where, std::string_view what, std::string_view kind) noexcept {
  try {
    add({std::string(where), std::string(what), std::string(kind)});
  } catch (const std::bad_alloc&) {
    cli::complain(where, what);  // better out of order than not at all
  }
}

void Log::add(Message&& message) noexcept {
  if (to_skip_ > 0) {
    --to_skip_;
    return;
  }
  try {
    kept_.push_back(std::move(message));
  } catch (const std::bad_alloc&) {
    cli::complain(message.where, message.what);
  }
  if (prints_at_once_ || (turn_ != nullptr && turn_->has_come())) print();
}

void Log::print() noexcept {
  if (prints_at_once_) printed_ += kept_.size();
  console_.print(input_, release_kept());
}

void BoundedMessages::tell(Severity severity, NoteCode code, std::string_view detail, std::string_view where,
                           std::string_view place, std::string_view what) {
  std::string kind = std::string(name_of(code)).append(" ").append(detail);
  if (kinds_.size() >= max_kinds_of_input && !kinds_.contains({severity, kind})) kind = name_of(code);
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
