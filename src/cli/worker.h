#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "destination.h"
#include "input.h"
#include "job.h"
#include "job_queue.h"
#include "log.h"
#include "outcome.h"
#include "pieces.h"
#include "replacing.h"
#include "retrieval.h"
#include "rewriting.h"
#include "settings.h"
#include "writer.h"

namespace absolve::cli {

/// What a job comes to, and what is left to be done of it in its turn.
struct Result {
  Outcome outcome = {};
  std::string told = {};                        // to be printed on standard error
  std::string output = {};                      // to be written where all results go
  std::optional<Replacement> replacement = {};  // to be put in place
  bool is_missing = false;                      // what is written lacks it, or a part of it
  bool was_read = false;
  bool handed_over = false;  // to the tree reader
};

/// What all workers share.
struct Workshop {
  const Settings& settings;
  const Retrieval& retrieval;
  Console& console;
  Destination* destination;  // where all results go; nullptr: each has a place of its own
  bool colour;
  std::size_t columns;
  bool puts_in_turn;   // new files are put in place when the jobs are taken, and not at once
  bool gives_details;  // outcomes are reported
};

/// Does one job after the other: reads an input, plans it piece by piece, and writes or shows what comes out.
class Worker {
 public:
  explicit Worker(const Workshop& shop);

  /// Throws where the one output can't be written, and where waiting for the turn does.
  [[nodiscard]] Result operator()(const Job& job, const Turn& turn);

 private:
  /// One input while it is done.
  struct Task;

  void rewrite(Task& task);
  void show(Task& task);
  [[nodiscard]] Replacement replacement_of(const Job& job, Original original, const Rewriting& rewriting,
                                           std::unique_ptr<NewFile> file) const;
  [[nodiscard]] Input::Open how_to_open(const Job& job) const;
  [[nodiscard]] Options options_for(const Job& job, Input& input) const;
  [[nodiscard]] Container container_for(const Options& options, std::string_view beginning) const;
  template <class Take>
  void for_each_plan(Task& task, Input& input, Options options, Take&& take);
  void tell(Task& task, const Plan& plan, const Pieces& pieces);
  [[nodiscard]] bool wants_locks(Type type) const { return shop_.settings.locks && type == Type::mbox; }

  const Workshop& shop_;
  Buffer buffer_;  // of one input after the other
  std::optional<Writer> out_;
};

}  // namespace absolve::cli
