// wacz_run.cc adds the new archives and their index to KeptBytes, one after another, and gets the digest and the size
// of each; the new ZIP archive copies them from there at the end.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "../../archive/digest.h"
#include "../../zip/new_archive.h"
#include "absolve/rewriter.h"
#include "data_package.h"

namespace absolve::collect {

/// The new content of members, one after the other, until the package is written.
class KeptBytes {
 public:
  explicit KeptBytes(Scratch scratch);

  /// The next member begins.
  void begin();
  void add(std::string_view bytes);

  /// What was added since begin(): as a file of the package, and as content of a member, which is stored. The content
  /// must not outlive this.
  struct Kept {
    PackageFile file;
    zip::NewContent content;
  };
  [[nodiscard]] Kept end(std::string name);

 private:
  std::string memory_;  // if no scratch place is given
  Scratch scratch_;
  std::optional<warc::Digest> digest_;
  std::uint32_t checksum_ = 0;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
};

}  // namespace absolve::collect
