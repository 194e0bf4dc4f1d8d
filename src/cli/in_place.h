#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "absolve/plan.h"
#include "maildir.h"
#include "new_file.h"
#include "replacing.h"
#include "writer.h"

namespace absolve::cli {

/// Rewrites a file by what plans of its successive pieces make of it. Where any step fails, or the file is another than
/// was read, it stays as it was. Plans without edits write nothing.
class InPlace {
 public:
  /// The new file grows in `directory`, which ends with a slash.
  InPlace(Original original, std::string directory);

  /// Takes the next piece. Throws FileError.
  void add(const Plan& plan);

  /// Puts the new file in the place of the old one, if any piece was edited; returns whether. With a suffix, the
  /// original stays under its name with the suffix. Throws FileError.
  bool commit(const std::string& suffix = {});

  /// The same for a message in a Maildir: it gets a new name and keeps the time of its delivery.
  bool commit_message();

 private:
  void begin();

  Original original_;
  std::string directory_;
  std::size_t unchanged_ = 0;  // bytes before the first edited piece
  MessageSize size_;           // of what was written
  bool is_packed_ = false;
  std::optional<NewFile> new_;
  std::optional<Writer> writer_;  // into new_
};

}  // namespace absolve::cli
