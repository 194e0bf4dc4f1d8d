#pragma once

#include <sys/stat.h>

#include <string>

#include "mailbox_lock.h"
#include "new_file.h"

namespace absolve::cli {

/// Throws a FileError unless the path is a regular file with one name, which alone can be replaced without a surprise.
/// With a suffix, the name with that suffix may be its second one: a run that was killed while it replaced the file has
/// left it.
void require_replaceable(const std::string& path, const std::string& suffix = {});

/// Throws a FileError unless the path still leads to the very file that had this status.
void require_unchanged(const std::string& path, const struct stat& read);

/// A file that was read, and is to be replaced.
struct Original {
  std::string path;
  int descriptor;               // open for reading alone
  struct stat status;           // before it was read
  MailboxLock* lock = nullptr;  // that is held; nullptr: none
};

/// Puts a new file in the place of the original, of which it takes owner, mode and extended attributes. With a suffix,
/// the original stays under its name with the suffix. Where any step fails, or the file is another than was read, it
/// stays as it was. Throws FileError.
void replace(const Original& original, NewFile& file, const std::string& suffix = {});

}  // namespace absolve::cli
