// What the loop in rewriter.cc knows about an input. Each kind of input has a Collection and a Work of its own: Pieces,
// Lines and Archive, and around these Packed and Opening.

#pragma once

#include <cstddef>
#include <memory>

#include "../text/byte_queue.h"
#include "absolve/rewriter.h"
#include "output.h"

namespace absolve::collect {

/// Some units of a collection on their way through a run: cut from the input, planned, and put back.
///
///     collection.next()  ->  plan(): by any thread, several at a time  ->  put(): one after the other, in their order
class Work {
 public:
  virtual ~Work() = default;

  /// Copies what it refers to in the bytes of the collection, which goes on to the next units before it is put back.
  virtual void hold() = 0;
  /// Plans the units, and makes what is written for them, as far as that doesn't depend on the units before them.
  virtual void plan() = 0;
  /// Shows the units, and writes what becomes of them.
  virtual void put(Output& output) = 0;
  /// About how many bytes it takes.
  [[nodiscard]] virtual std::size_t size() const noexcept = 0;
  /// Whether it can't be held, and so must be put back before the collection is asked for more: blocks of a unit that
  /// is too large to be read.
  [[nodiscard]] virtual bool is_passing() const noexcept { return false; }
};

/// An input that is divided into units, as its bytes are given. Nothing in it waits or calls for bytes: next() answers
/// what is complete.
///
///     bytes -> bytes() -> next() -> Work
class Collection {
 public:
  virtual ~Collection() = default;

  /// Where bytes of the input are added.
  [[nodiscard]] virtual ByteQueue& bytes() = 0;
  /// No more will be added.
  virtual void end() = 0;

  /// The next units, about `size` bytes of them if so many are there, at least one; nullptr if it needs more bytes, or
  /// is over. What it returned before is put back, or holds its bytes. Throws BadInput.
  [[nodiscard]] virtual std::unique_ptr<Work> next(std::size_t size) = 0;
  /// Whether next() has returned the last of them.
  [[nodiscard]] virtual bool is_over() const noexcept = 0;
  /// How many more bytes it needs at least before next() returns something. More do no harm.
  [[nodiscard]] virtual std::size_t wants() const noexcept { return 1; }

  /// Whether next() takes so long, as it decompresses, that threads should share it; otherwise they would only move
  /// memory from one to the other.
  [[nodiscard]] virtual bool is_slow_to_cut() const noexcept { return false; }

  /// All units were put back: writes what comes after them, and adds what there is to say about the whole.
  virtual void finish(Output& output) = 0;
};

}  // namespace absolve::collect
