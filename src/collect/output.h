// A run over an input has one Output. Each Work passes its units and the bytes that are written for them to it, and the
// Rewritten in it is the result of the run.

#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "../codec/compression/compression.h"
#include "absolve/rewriter.h"

namespace absolve::collect {

/// Where the results of units go: to the observer, and as bytes to the output.
class Output {
 public:
  Output(const WriteFunction& write, const Observer& observer, const std::atomic<bool>& is_stopped)
      : write_(write), observer_(observer), is_stopped_(is_stopped) {}

  /// Whether anything is written.
  [[nodiscard]] bool writes() const noexcept { return write_ != nullptr; }
  /// Throws RunStopped.
  void write(std::string_view bytes) {
    if (is_stopped_) throw RunStopped();
    if (!write_ || bytes.empty()) return;
    if (compressor_) compressor_->write(bytes, write_);
    else write_(bytes);
  }
  /// From now on, what is written is compressed; to be called before anything is. `like` is the beginning of the
  /// compressed input.
  void compress(codec::Coding coding, std::string_view like) {
    if (write_ && !compressor_) compressor_.emplace(coding, like);
  }
  /// Everything was written.
  void finish() {
    if (compressor_) compressor_->finish(write_);
  }
  void show(Unit unit) {
    if (is_stopped_) throw RunStopped();
    unit.is_copied = unit.is_copied && !compressor_;
    result_.changes = result_.changes || unit.changes;
    if (observer_.unit) observer_.unit(unit);
  }
  /// Units were written: what was written for them may go now.
  void end_work() const {
    if (observer_.written) observer_.written();
  }
  void flush() const {
    if (observer_.flush) observer_.flush();
  }
  void add_note(NoteCode code, Note::Severity severity, std::string text) {
    result_.notes.push_back({code, severity, std::move(text), {}});
  }
  [[nodiscard]] Rewritten& result() noexcept { return result_; }

 private:
  const WriteFunction& write_;
  const Observer& observer_;
  const std::atomic<bool>& is_stopped_;
  std::optional<codec::Compressor> compressor_;
  Rewritten result_;
};

}  // namespace absolve::collect
