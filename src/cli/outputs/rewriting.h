#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "../inputs/maildir.h"
#include "absolve/plan.h"
#include "new_file.h"
#include "writer.h"

namespace absolve::cli {

/// A new file, made of what the plans of the successive pieces of a file make of it.
class Rewriting {
 public:
  /// When the new file is begun.
  enum class Begin { at_once, at_first_edit };

  /// Where the new file grows: a directory, with a slash at its end, which is asked for when it is begun.
  using Directory = std::function<std::string()>;

  /// `source`: open on the file that is read. Throws FileError, and what `directory` does.
  Rewriting(int source, Directory directory, Begin begin);

  /// Takes the next piece. Throws FileError.
  void add(const Plan& plan);
  /// Takes bytes of the new file, where all of it is made anew. Throws FileError.
  void add(std::string_view bytes);

  /// The new file, open, where all of it is written elsewhere. Throws FileError.
  [[nodiscard]] int file();

  [[nodiscard]] bool has_edits() const noexcept { return has_edits_; }
  /// Of what was written.
  [[nodiscard]] const MessageSize& size() const noexcept { return size_; }

  /// Whether it is compressed: then its size is not that of what is in it.
  [[nodiscard]] bool is_compressed() const noexcept { return is_compressed_; }

  /// The new file, once all pieces were added; nullptr: none was begun. Throws FileError.
  [[nodiscard]] std::unique_ptr<NewFile> finish();

 private:
  void begin();

  int source_;
  Directory directory_;
  std::size_t unchanged_ = 0;  // bytes before the new file was begun
  bool has_edits_ = false;
  bool is_compressed_ = false;
  MessageSize size_;
  std::unique_ptr<NewFile> new_;
  std::optional<Writer> writer_;  // into new_
};

}  // namespace absolve::cli
