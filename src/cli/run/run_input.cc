#include "run_input.h"

#include <utility>

#include "package_input.h"
#include "run_collection.h"

namespace absolve::cli {

bool run_input(Task& task, JobInput& opened, const Outlet& outlet) {
  const bool is_compressed = opened.what.detected->content_coding != ContentCoding::identity;
  const Type type = opened.what.known_type();
  if (is_package(type) && !is_compressed) return run_package(task, opened, outlet);
  Rewritten result = run_collection(task, opened, outlet);
  task.result().captures = std::move(result.captures);
  task.result().old_captures = std::move(result.old_captures);
  task.result().hidden_captures = result.hidden_captures;
  return result.changes;
}

}  // namespace absolve::cli
