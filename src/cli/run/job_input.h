#pragma once

#include <optional>
#include <string>

#include "../inputs/input.h"
#include "../system/open_folder.h"
#include "../wacz/wacz.h"
#include "absolve/plan.h"
#include "task.h"

namespace absolve::cli {

/// What one thread reads inputs with, one after the other.
struct Workspace {
  OpenFolders folders;
  Buffer buffer;
  std::optional<Wacz> wacz;  // the last of which an archive was read: the next job is another one in it, mostly
};

/// Leads to the input of a job, or to what is in its folder or beside that. Throws InputError.
[[nodiscard]] Way way_to_input(const Task& task, Workspace& workspace, const std::string& path);

/// The input of a job, open, with the options that hold for it: its URLs, its charset, and its type, which is detected
/// from its name and its first bytes where nothing says it. Reads no more than these. Throws InputError.
struct JobInput {
  JobInput(const Task& task, Workspace& workspace, const Way& way);
  /// That of an archive in a WACZ, which must outlive it; `buffer` is used by nothing else.
  JobInput(const Task& task, Buffer& buffer, Wacz& wacz);

  /// Whether programs that deliver mail are to be locked out while it is replaced.
  [[nodiscard]] bool wants_lock(const Settings& settings) const { return settings.locks && options.type == Type::mbox; }

  Input input;
  Options options;
};

}  // namespace absolve::cli
