#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "files.h"

namespace absolve::cli {

/// What to do about folders that aren't there.
enum class Missing {
  fail,
  make,
  make_lasting,  // and their names are on disk
};

/// Opens the folder that a path leads into, `d/e/` in `d/e/page.html`. The first `root_size` bytes of it are what
/// people named, `d/`, with a slash at its end: that is opened as it stands, links included. Below it none is followed:
/// one that has come to stand there meanwhile leads elsewhere. Throws FileError.
[[nodiscard]] Descriptor open_beneath(const std::string& path, std::size_t root_size, Missing missing = Missing::fail);

/// Makes a folder that people named, and those around it. `missing`: not fail. Throws FileError.
void make_root(const std::string& path, Missing missing);

/// A folder that is open: what is in it is reached through it, whatever comes to stand at its path.
class OpenFolder {
 public:
  /// As open_beneath() does.
  OpenFolder(const std::string& path, std::size_t root_size, Missing missing);

  /// A path to a name in it; "": to itself, with a slash at its end. It leads there as long as this lives.
  [[nodiscard]] std::string path_to(std::string_view name) const { return way_ + std::string(name); }
  /// Its path, with a slash at its end.
  [[nodiscard]] const std::string& directory() const noexcept { return directory_; }
  /// The text, with each path by which the folder is reached replaced by the path that people gave.
  [[nodiscard]] std::string as_given(std::string text) const;

 private:
  std::string directory_;
  Descriptor file_;
  std::string way_;
};

/// A path, and the folder that it leads through.
struct Way {
  std::string path;
  std::shared_ptr<const OpenFolder> folder = {};  // nullptr: it is a path like any other

  [[nodiscard]] std::string as_given(std::string text) const {
    return folder ? folder->as_given(std::move(text)) : text;
  }
};

/// The folders that were needed last, as files come folder by folder. For one thread.
class OpenFolders {
 public:
  /// How many it keeps open: of the input, of what grows, of the output.
  static constexpr std::size_t max = 3;

  /// To what a path leads; nullopt: all of it is what people named. Throws FileError.
  [[nodiscard]] Way way_to(const std::string& path, std::optional<std::size_t> root_size,
                           Missing missing = Missing::fail);
  /// As OpenFolder::as_given().
  [[nodiscard]] std::string as_given(std::string text) const;

 private:
  std::array<std::shared_ptr<const OpenFolder>, max> folders_;
  std::size_t oldest_ = 0;
};

}  // namespace absolve::cli
