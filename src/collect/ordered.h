// If an input is long and there are several threads, the loop in rewriter.cc gets its units from an Ordered, in place
// of cutting and planning them itself.

#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "absolve/basics.h"
#include "collection.h"

namespace absolve::collect {

/// Units that several threads cut and plan, and that come out in the order of the input. One thread gives bytes and
/// takes units out; while it would wait, it helps the others. One at a time cuts.
///
/// Memory is limited: many small units may be ahead of one that takes long, few large ones, and none that are very
/// large. The bytes of those that were put back count until they are destroyed, their number doesn't; a very large one
/// may still be there while the next is planned. A build without threads (ABSOLVE_THREADS) has the same in the calling
/// one.
class Ordered {
 public:
  /// The next units, which are held; nullptr if more bytes are needed, or there are no more.
  using Cut = std::function<std::unique_ptr<Work>()>;

  /// `threads` counts the calling one, too. If no more can be started, those that are running do the work. `all_cut`
  /// means that all of them cut; otherwise only the calling one does. `step`, which may be empty, is called again and
  /// again while that one waits; what it throws passes through next().
  Ordered(std::size_t threads, Cut cut, bool all_cut, Callable<void()> step = {});
  ~Ordered();
  Ordered(const Ordered&) = delete;
  Ordered& operator=(const Ordered&) = delete;

  /// The next units of the input, as soon as they are planned; nullptr if nothing can be cut without more bytes, or,
  /// with `is_rest`, all that was cut was taken. Throws what cutting and planning them has thrown; it must not be
  /// called again then.
  [[nodiscard]] std::unique_ptr<Work> next(bool is_rest);

  /// To be called with what next() returned, before it is called again. The thread that planned the units destroys
  /// them: memory goes back to where it came from, and no thread waits for the allocator of another.
  void give_back(std::unique_ptr<Work> work);

  /// To be called after bytes were added: cutting goes on.
  void go_on();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace absolve::collect
