// Called by rewrite_file() or Destination after a mailbox was replaced, and by Run at the beginning for mailboxes that
// an earlier run has replaced: mail that went into the old file is appended to the new one.

#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace absolve::cli {

/// A mailbox that was replaced.
struct ReplacedMailbox {
  std::string path;
  int old;      // open on the old file, only for reading
  off_t taken;  // how many bytes of the old file were read
  int put;      // open on the new file, for writing
};

/// How long a program that has the old file open for writing may take to close it.
inline constexpr std::chrono::milliseconds patience_with_late_mail{5'000};

/// Copies mail that was appended to a mailbox after it had been replaced, by a program that had opened it before and
/// got its lock only then. It writes only to the file that was put there, and only as long as that still has the name.
/// Returns what is left to be copied later, in words; "" if there is nothing. Throws FileError, which says where the
/// mail is.
std::string bring_over_late_mail(const ReplacedMailbox& mailbox,
                                 std::chrono::milliseconds patience = patience_with_late_mail);

/// The names of old files that runs have left in a directory.
[[nodiscard]] std::vector<std::string> old_names_in(const std::string& directory);

/// Copies mail in the same way from one of these files, if it belongs to the owner of the mailbox. `directory` ends
/// with a slash.
std::string bring_over_left_mail(const std::string& directory, const std::string& old_name,
                                 std::chrono::milliseconds patience = patience_with_late_mail);

}  // namespace absolve::cli
