// Opens the input of a job and finds out what it is, before anything is planned. rewrite_file() and show_input() make a
// JobInput, and pass it on to run_input().

#pragma once

#include <optional>
#include <string>

#include "../inputs/open_input.h"
#include "../inputs/wacz_file.h"
#include "../system/open_folder.h"
#include "task.h"

namespace absolve::cli {

/// What a thread needs to read inputs, one after the other.
struct Workspace {
  OpenFolders folders;
  Buffer buffer;
  std::optional<WaczFile> wacz;  // the last one of which an archive was read: the next job is often for the same
};

/// The way to the input of a job, or to a path in the same folder or next to it. Throws InputError.
[[nodiscard]] Way way_to_input(const Task& task, Workspace& workspace, const std::string& path);

/// The input of a job, open, with the options that apply to it: its URLs, its charset, and its type. The type is
/// detected from its name and its first bytes if it isn't declared. Reads no more than these. Throws InputError, and
/// BadInput about a WACZ.
struct JobInput {
  JobInput(const Task& task, Workspace& workspace, const Way& way);

  /// Whether programs that deliver mail must be locked out while it is replaced.
  [[nodiscard]] bool wants_lock(const Settings& settings) const {
    return settings.locks && what.known_type() == Type::mbox;
  }

  OpenInput input;
  Input what;  // what it is, with what was detected
};

}  // namespace absolve::cli
