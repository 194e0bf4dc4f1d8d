// How the loop in rewriter.cc is called for one input. The public Rewriter calls it, and so do the program and the run
// over a WACZ, with settings that Rewriter doesn't have.

#pragma once

#include <atomic>

#include "../archive/old_index.h"
#include "../archive/originals.h"
#include "../text/byte_queue.h"
#include "absolve/rewriter.h"

namespace absolve::collect {

/// What a run needs besides the input. All of it must outlive the run.
struct RunSettings {
  const Options& options;
  const RewriterOptions& more;
  Originals& originals;                 // that revisits may refer to
  const std::atomic<bool>& is_stopped;  // ends the run
  const OldIndex* old_index = nullptr;  // the index that the new one replaces
  bool is_made = false;                 // new records are made, even if nothing is written: they are counted
  std::uint64_t size = 0;               // of what is read, in bytes, if it is known
  bool places_in_records = false;       // offsets are told even where the archive is compressed
  bool refuses_zstd = false;            // the new archive must be compressed as the old one, and so not with zstd
};

/// Rewriter::run(). `begun` is the first bytes of the input, which come before those that are read.
[[nodiscard]] Rewritten run(const RunSettings& settings, ByteQueue begun, const ReadFunction& read,
                            const WriteFunction& write, const Input& input, const Observer& observer);

}  // namespace absolve::collect
