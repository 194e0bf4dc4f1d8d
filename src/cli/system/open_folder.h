// Opens the folders below one that the user named, so that nobody can lead the program elsewhere by a link. Walk lists
// such folders, Run creates them and removes leftovers from them, and the workers read and write files in them.

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

/// What to do about folders that don't exist.
enum class Missing {
  fail,
  make,
  make_lasting,  // and write their names to disk
};

/// Opens the folder that a path is in, `d/e/` for `d/e/page.html`. Its first `root_size` bytes are the folder that the
/// user named, `d/`, with a slash at its end: that is opened as it is, through links. Below it no link is followed: one
/// that has been put there meanwhile could lead elsewhere. Throws FileError.
[[nodiscard]] Descriptor open_beneath(const std::string& path, std::size_t root_size, Missing missing = Missing::fail);

/// An open folder: files in it are reached through it, even if its path leads elsewhere meanwhile.
class OpenFolder {
 public:
  /// Opens it as open_beneath() does.
  OpenFolder(const std::string& path, std::size_t root_size, Missing missing);

  /// A path to a name in it; "" for the folder itself, with a slash at its end. It is valid as long as this object.
  [[nodiscard]] std::string path_to(std::string_view name) const { return way_ + std::string(name); }
  /// Its path, with a slash at its end.
  [[nodiscard]] const std::string& directory() const noexcept { return directory_; }
  /// The text, with each path that leads through the open folder replaced by the path that the user gave.
  [[nodiscard]] std::string as_given(std::string text) const;

 private:
  std::string directory_;
  Descriptor file_;
  std::string way_;
};

/// A path, and the open folder that it leads through.
struct Way {
  std::string path;
  std::shared_ptr<const OpenFolder> folder = {};  // nullptr if it is an ordinary path

  [[nodiscard]] std::string as_given(std::string text) const {
    return folder ? folder->as_given(std::move(text)) : text;
  }
};

/// The folders that were needed last, as consecutive files are often in the same folder. For one thread.
class OpenFolders {
 public:
  /// How many are kept open: for the input, for the file that is being written, for the output.
  static constexpr std::size_t max = 3;

  /// The way to a path; root_size: nullopt: the user named the whole path. Throws FileError.
  [[nodiscard]] Way way_to(const std::string& path, std::optional<std::size_t> root_size,
                           Missing missing = Missing::fail);
  /// The same as OpenFolder::as_given().
  [[nodiscard]] std::string as_given(std::string text) const;

 private:
  std::array<std::shared_ptr<const OpenFolder>, max> folders_;
  std::size_t oldest_ = 0;
};

}  // namespace absolve::cli
