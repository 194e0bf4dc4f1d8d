#pragma once

#include <sys/uio.h>

#include <string>
#include <string_view>
#include <vector>

#include "../system/job_threads.h"

namespace absolve::cli {

/// Collects bytes and writes them in few large writes. Throws FileError, and Interrupted where it is to stop.
class Writer {
 public:
  /// What a signal that asks to end does to it.
  enum class OnSignal {
    finish,  // what is to be written is there in any case
    stop,    // what it writes is given up: Interrupted is thrown
  };

  explicit Writer(int fd, OnSignal on_signal = OnSignal::finish);

  void write(std::string_view bytes);
  /// The same without a copy: the bytes must live until the next flush or let_go.
  void write_lasting(std::string_view bytes);
  void flush();
  /// From now on it writes when a turn has come, and keeps bytes until then; where they are many, it waits for it.
  /// The turn must outlive the next call. Throws what that waiting throws.
  void wait_for(const Turn& turn) noexcept { turn_ = &turn; }
  /// What it still keeps.
  [[nodiscard]] std::string take_kept();
  /// Flushes what was not copied.
  void let_go();

 private:
  void add(std::string_view bytes);
  void keep_parts();
  void write_parts();
  [[nodiscard]] ssize_t write_some(std::size_t first);
  void forget_parts() noexcept;

  int fd_;
  OnSignal on_signal_;
  bool is_pipe_;
  std::string buffer_;  // never grows past what it reserves, as parts point into it
  std::vector<iovec> parts_;
  std::string kept_;
  const Turn* turn_ = nullptr;  // nullptr: it may write at once
  bool refers_ = false;         // to bytes that were not copied
};

}  // namespace absolve::cli
