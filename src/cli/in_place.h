#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "absolve/plan.h"
#include "files.h"

namespace absolve::cli {

/// Throws a FileError unless the path is a regular file with one name, which alone can be replaced without a surprise.
void require_replaceable(const std::string& path);

/// Replaces a file by what plans of its successive pieces make of it. Where any step fails, or the file is another
/// than was read, it stays as it was. Plans without edits write nothing.
class InPlace {
 public:
  enum class Times : unsigned char { new_ones, kept };

  /// The file that `input` is read from. With a suffix, the original stays under its name with the suffix. The new
  /// file grows in `directory`, which ends with a slash; "": that of `path`.
  InPlace(std::string path, std::string suffix, const Input& input, Times times = Times::new_ones,
          std::string directory = {});

  /// Takes the next piece. Throws FileError.
  void add(const Plan& plan);

  /// Puts the new file in the place of the old one, if any piece was edited; returns whether. Throws FileError.
  bool commit();

 private:
  void begin();

  std::string path_;
  std::string suffix_;
  const Input& input_;
  Times times_;
  std::string directory_;
  std::size_t unchanged_ = 0;  // bytes before the first edited piece
  std::optional<NewFile> new_;
  std::optional<Writer> writer_;  // into new_
};

}  // namespace absolve::cli
