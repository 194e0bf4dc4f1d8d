#pragma once

#include <string_view>
#include <utility>

#include "../inputs/input.h"
#include "../inputs/pieces.h"
#include "absolve/stream.h"
#include "outlet.h"
#include "task.h"

namespace absolve::cli {

/// A stream that is read line by line: each document is planned by itself, and what stands between them as lists.
class StreamRun {
 public:
  /// The outlet must outlive it.
  StreamRun(Task& task, Options options, const Outlet& outlet)
      : task_(task), options_(std::move(options)), outlet_(outlet) {}

  /// Reads all of an input. Returns whether a line changes. Throws what reading, writing and showing throw.
  [[nodiscard]] bool run(Input& input, Container container);

 private:
  void pass_over(const SourcePlace& place);
  void take_part(const StreamPart& part, const SourcePlace& place);
  void take_document(const StreamPart& part, const SourcePlace& place);
  void take_list(std::string_view text, const SourcePlace& place);
  void take_plan(const Plan& plan, const SourcePlace& place);
  void write(std::string_view bytes) const;

  Task& task_;
  Options options_;
  const Outlet& outlet_;
  bool has_edits_ = false;
  bool has_documents_ = false;
};

}  // namespace absolve::cli
