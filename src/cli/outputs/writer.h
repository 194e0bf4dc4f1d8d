// Outputs, views and reports are written by a Writer. For the common output, each worker has one, which keeps its bytes
// until the turn of the job has come.

#pragma once

#include <sys/uio.h>

#include <string>
#include <string_view>
#include <vector>

#include "../system/job_threads.h"

namespace absolve::cli {

class NewFile;

/// Collects bytes and writes them in few large writes. Throws FileError, and Interrupted if it must stop.
class Writer {
 public:
  /// What it does when a signal asks the program to end.
  enum class OnSignal {
    finish,  // the output is written nevertheless
    stop,    // the output is given up: Interrupted is thrown
  };

  explicit Writer(int fd, OnSignal on_signal = OnSignal::finish);
  /// To a new file, which is given up when a signal asks for that. `folder` is that of a temporary file, which
  /// messages name.
  explicit Writer(const NewFile& file, std::string folder = {});

  void write(std::string_view bytes);
  /// Whether the bytes of the next writes stay valid until let_go(): then large ones are not copied.
  void expect_lasting(bool are_lasting) noexcept { are_lasting_ = are_lasting; }
  /// Flushes bytes that were not copied. Those that are written after it don't last.
  void let_go();
  void flush();
  /// From now on it only writes when a turn has come, and keeps bytes until then; if they become too many, it waits for
  /// the turn. The turn must outlive the next call. Throws what waiting throws.
  void wait_for(const Turn& turn) noexcept {
    turn_ = &turn;
    are_lasting_ = false;
  }
  /// Returns what it still keeps.
  [[nodiscard]] std::string release_kept();

 private:
  Writer(int fd, OnSignal on_signal, bool is_pipe, std::string folder);
  void add(std::string_view bytes);
  void keep_parts();
  void write_parts();
  [[nodiscard]] ssize_t write_some(std::size_t first);
  void forget_parts() noexcept;

  int fd_;
  OnSignal on_signal_;
  bool is_pipe_;
  std::string folder_;
  std::string buffer_;  // never grows beyond its reserved size, as parts point into it
  std::vector<iovec> parts_;
  std::string kept_;
  const Turn* turn_ = nullptr;  // nullptr if it may write at once
  bool are_lasting_ = false;    // the bytes that are written now
  bool refers_ = false;         // to bytes that were not copied
};

}  // namespace absolve::cli
