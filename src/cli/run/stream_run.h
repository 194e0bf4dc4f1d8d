#pragma once

#include <functional>
#include <string_view>

#include "../inputs/input.h"
#include "../inputs/pieces.h"
#include "absolve/stream.h"
#include "task.h"

namespace absolve::cli {

/// A stream that is read line by line: each document is planned by itself, and what stands between them as lists.
class StreamRun {
 public:
  using Write = std::function<void(std::string_view bytes)>;
  using Show = std::function<void(const Plan& plan, const SourcePlace& place)>;

  /// `write` takes the lines that come out, answered or not, `show` the plans; nullptr: nobody wants them.
  StreamRun(Task& task, Options options, Write write, Show show)
      : task_(task), options_(std::move(options)), write_(std::move(write)), show_(std::move(show)) {}

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
  Write write_;
  Show show_;
  bool has_edits_ = false;
  bool has_documents_ = false;
};

}  // namespace absolve::cli
