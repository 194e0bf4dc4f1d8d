#include "log.h"

#include <cstdio>
#include <new>

#include "../system/messages.h"

namespace absolve::cli {

void Console::print(std::string_view lines) noexcept {
  if (lines.empty()) return;
  progress_.hide();
  std::fwrite(lines.data(), 1, lines.size(), stderr);
}

void Console::complain(std::string_view where, std::string_view what) noexcept {
  progress_.hide();
  cli::complain(where, what);
}

void Log::complain(std::string_view where, std::string_view what) noexcept {
  try {
    kept_ += message_line(where, what);
  } catch (const std::bad_alloc&) {
    cli::complain(where, what);  // better out of turn than not at all
  }
  if (turn_ != nullptr && turn_->has_come()) console_.print(take_kept());
}

}  // namespace absolve::cli
