#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

namespace absolve::cli {

// The names under which absolve itself keeps files for a time; none is an input.

/// A name for a new file that takes another's place at once: `.absolve-new-` and six letters or digits, by chance.
[[nodiscard]] std::string temporary_name();

/// The same for mkostemp(3), with an X for each of them.
[[nodiscard]] std::string temporary_template();

/// Whether a name is such a one.
[[nodiscard]] bool is_temporary(std::string_view name) noexcept;

/// The name beside a mailbox that its old file keeps once it has been replaced, as who had it open may still append to
/// it. It goes once all of that is brought over; what a run that was killed has left, the next one brings over.
///
///     ~/mail/.absolve-old-8267-box      8267 bytes of it are in ~/mail/box; what follows is late
[[nodiscard]] std::string old_name_of(const std::string& mailbox, off_t taken);

/// Whether a name in a folder is such a one.
[[nodiscard]] bool is_old_name(std::string_view name);

/// The path of the mailbox that an old name in a directory is one of. `directory` ends with a slash.
[[nodiscard]] std::string mailbox_of(const std::string& directory, std::string_view old_name);

/// What an old name says.
struct OldName {
  off_t taken;
  std::string_view mailbox;
};

/// nullopt: it is none.
[[nodiscard]] std::optional<OldName> read_old_name(std::string_view name);

}  // namespace absolve::cli
