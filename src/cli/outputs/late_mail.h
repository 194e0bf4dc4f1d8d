#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace absolve::cli {

/// A mailbox that has been replaced.
struct ReplacedMailbox {
  std::string path;
  int old;      // open on the file that it was, for reading alone
  off_t taken;  // bytes of that: as many as it had when it was read
  int put;      // open on the file that was put in its place, for writing
};

/// How long who has the old file open for writing may take to close it.
inline constexpr std::chrono::milliseconds patience_with_late_mail{5'000};

/// Brings over what was appended to a mailbox after it had been replaced: by a program that had opened it before, and
/// only then came by its lock. No other file is written to than the one that was put there, and that only as long as it
/// stands there. Returns what is left to be brought over later, in words; "": nothing. Throws FileError, which says
/// where that is.
std::string bring_over_late_mail(const ReplacedMailbox& mailbox,
                                 std::chrono::milliseconds patience = patience_with_late_mail);

/// The names of the old files that runs have left in a directory.
[[nodiscard]] std::vector<std::string> old_names_in(const std::string& directory);

/// Brings over, in the same way, what one of them holds, where it belongs to the owner of the mailbox. `directory` ends
/// with a slash.
std::string bring_over_left_mail(const std::string& directory, const std::string& old_name,
                                 std::chrono::milliseconds patience = patience_with_late_mail);

}  // namespace absolve::cli
