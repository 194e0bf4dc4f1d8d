// Tells whether a FILE.lock is this program's own. MailboxLock removes one that a killed run has left, and Walk skips
// those that it finds; open_itself() opens such files, and mailboxes, without following links.

#pragma once

#include <string>
#include <string_view>

#include "files.h"

namespace absolve::cli {

/// The content of this program's FILE.lock, after the process ID.
inline constexpr std::string_view dot_lock_mark = " absolve\n";

/// Whether an open file ends with this mark. Reads from its current position.
[[nodiscard]] bool bears_dot_lock_mark(int file) noexcept;

/// Whether a file is a FILE.lock that this program has made, or has the name of one and no longer exists. Only opens
/// files with such names. Throws FileError if it can't.
[[nodiscard]] bool is_own_dot_lock(const std::string& path);

/// Opens a file itself: no link is followed, and a pipe doesn't block. `access` is O_RDONLY or O_RDWR.
[[nodiscard]] Descriptor open_itself(const std::string& path, int access);

}  // namespace absolve::cli
