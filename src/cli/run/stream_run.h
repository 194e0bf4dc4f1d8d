#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../inputs/open_input.h"
#include "absolve/stream.h"
#include "outlet.h"
#include "piece_run.h"
#include "task.h"

namespace absolve::cli {

/// A part of a piece with its plan, which points into it.
struct PlannedPart {
  StreamPart part;
  SourcePlace place;
  std::unique_ptr<Plan> plan = {};  // nullptr: the line is too long
  std::string answer = {};          // for a document
};

/// How many bytes the results for a piece hold, for PieceRun.
[[nodiscard]] inline std::size_t size_of(const std::vector<PlannedPart>& parts) noexcept {
  std::size_t size = 0;
  for (const PlannedPart& one : parts) size += one.answer.size() + (one.plan ? size_of(*one.plan) : 0);
  return size;
}

/// A stream that is read line by line, or a table row by row: each document is planned by itself, and the lines between
/// documents as lists.
class StreamRun {
 public:
  /// The outlet must outlive it.
  StreamRun(Task& task, Input what, const Outlet& outlet)
      : task_(task),
        options_(task.context().settings.options),
        type_(what.known_type()),
        what_(std::move(what)),
        outlet_(outlet),
        has_url_(type_ != Type::jsonl || options_.fields.url == FieldNames().url) {}

  /// Reads the whole input. Returns whether a line changes. Throws what reading, writing and showing throw.
  [[nodiscard]] bool run(OpenInput& input, Container container);

 private:
  using Run = PieceRun<std::vector<PlannedPart>>;

  [[nodiscard]] std::vector<PlannedPart> plan(const Run::Piece& piece) const;
  void take(const Run::Piece& piece, const std::vector<PlannedPart>& parts);
  void take_document(const PlannedPart& one);
  void take_list(const PlannedPart& one);
  void take_plan(const Plan& plan, const SourcePlace& place);
  void leave(const SourcePlace& place);
  void tell_of_missing_bases();
  void write(std::string_view bytes) const;

  Task& task_;
  const Options& options_;
  const Type type_;
  const ContinuedInput what_;
  const Outlet& outlet_;
  bool has_edits_ = false;
  bool has_documents_ = false;
  std::size_t documents_without_base_ = 0;
  std::size_t links_without_base_ = 0;
  mutable std::atomic<bool> has_url_;  // a line has the member that --url-field names, or nobody asked for it
};

}  // namespace absolve::cli
