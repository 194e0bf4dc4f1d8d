// How absolve recognizes its own temporary files, old mailboxes and lock files. NewFile, Replacement and MailboxLock
// make them, Walk skips them, and a later run finds what a killed run has left.

#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

namespace absolve::cli {

// The names that absolve gives to temporary files; they are never inputs.

/// A name for a new file that will soon replace another: `.absolve-new-` and six random letters or digits.
[[nodiscard]] std::string temporary_name();

/// The same for mkostemp(3), with an X for each of them.
[[nodiscard]] std::string temporary_template();

/// Whether a name has this form.
[[nodiscard]] bool is_temporary(std::string_view name) noexcept;

/// The name next to a mailbox that its old file keeps after it was replaced, as programs that had it open may still
/// append to it. It is removed when all of that was copied; if a run was killed before, the next one copies it.
///
///     ~/mail/.absolve-old-8267-box      8267 bytes of it are in ~/mail/box; the bytes after these came late
[[nodiscard]] std::string old_name_of(const std::string& mailbox, off_t taken);

/// Whether a name in a folder has this form.
[[nodiscard]] bool is_old_name(std::string_view name);

/// The path of the mailbox that an old name in a directory belongs to. `directory` ends with a slash.
[[nodiscard]] std::string mailbox_of(const std::string& directory, std::string_view old_name);

/// The data in an old name.
struct OldName {
  off_t taken;
  std::string_view mailbox;
};

/// nullopt if the name does not have this form.
[[nodiscard]] std::optional<OldName> read_old_name(std::string_view name);

/// The content of this program's FILE.lock, after the process ID.
inline constexpr std::string_view dot_lock_mark = " absolve\n";

/// Whether an open file ends with this mark. Reads from its current position.
[[nodiscard]] bool bears_dot_lock_mark(int file) noexcept;

/// Whether a file is a FILE.lock that this program has made, or has the name of one and no longer exists. Only opens
/// files with such names. Throws FileError if it can't.
[[nodiscard]] bool is_own_dot_lock(const std::string& path);

}  // namespace absolve::cli
