// rewrite_file() passes the units of its input and the bytes that are written for them through a Rewriting, and gets
// the new file from it.

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "../inputs/maildir.h"
#include "absolve/rewriter.h"
#include "new_file.h"
#include "writer.h"

namespace absolve::cli {

/// A new file, made from the units of a file.
class Rewriting {
 public:
  /// When the new file is created.
  enum class Begin { at_once, at_first_edit };

  /// Returns the directory for the new file, with a slash at its end; called when the file is created.
  using Directory = std::function<std::string()>;

  /// `source` is open on the file that is read; `is_message`: size() will be asked for. Throws FileError, and what
  /// `directory` throws.
  Rewriting(int source, Directory directory, Begin begin, bool is_message = false);

  /// The next unit, whose bytes are written after this. Throws FileError, and Interrupted.
  void begin(const Unit& unit);
  /// Takes the next bytes: those of a unit with Unit::is_copied must last until end_units(). Throws FileError.
  void write(std::string_view bytes);
  void end_units();

  [[nodiscard]] bool has_edits() const noexcept { return has_edits_; }
  /// The size of the message that was written.
  [[nodiscard]] const MessageSize& size() const noexcept { return size_; }

  /// Whether it is compressed: then its size is not that of its content.
  [[nodiscard]] bool is_compressed() const noexcept { return is_compressed_; }

  /// The new file, after all pieces were added; nullptr if none was created. Throws FileError.
  [[nodiscard]] std::unique_ptr<NewFile> finish();

 private:
  void begin();
  void add(std::string_view bytes);

  int source_;
  Directory directory_;
  std::size_t unchanged_ = 0;  // bytes before the point where the new file was created
  bool has_edits_ = false;
  bool is_compressed_ = false;
  bool is_message_;
  MessageSize size_;
  std::unique_ptr<NewFile> new_;
  std::optional<Writer> writer_;  // writes to new_
};

}  // namespace absolve::cli
