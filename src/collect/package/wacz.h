// run_wacz() opens a Wacz to find the archives in it, and so does the program if each archive is a job of its own
// (cli/inputs/wacz_file.h).

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "../../zip/archive.h"
#include "absolve/rewriter.h"

namespace absolve::collect {

// A web archive collection (WACZ 1.1.1, https://specs.webrecorder.net/wacz/1.1.1/) is a ZIP archive:
//
//     archive/data.warc.gz        the archives
//     indexes/index.cdxj          where the captures are in them
//     pages/pages.jsonl           the pages that people start from
//     datapackage.json            the size and the digest of each of these
//     datapackage-digest.json     the digest of that file, and perhaps a signature

/// A WACZ that is read. Its names and sizes are checked before anything in it is read.
class Wacz {
 public:
  /// Throws BadInput if it can't be read: names lead out of it or occur twice, an archive in it is encrypted or
  /// compressed by a method other than deflate, or the archives expand beyond 64 MiB and 100 times their compressed
  /// size. Time and memory: linear in its central directory, except for sorting.
  explicit Wacz(FileBytes file);

  [[nodiscard]] const zip::Archive& zip() const noexcept { return zip_; }
  [[nodiscard]] const std::vector<zip::Member>& members() const noexcept { return zip_.members(); }
  /// The indexes of the members that are archives, in the order of the central directory: at least one.
  [[nodiscard]] const std::vector<std::size_t>& archives() const noexcept { return archives_; }
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;

 private:
  void find_archives();

  zip::Archive zip_;
  std::vector<std::size_t> archives_;
};

/// The name of an archive in an index: its path below archive/.
[[nodiscard]] std::string_view name_in_index(const zip::Member& archive) noexcept;

/// The note on a member that has the name of an archive, but isn't one.
[[nodiscard]] Note no_archive(const zip::Member& member);

/// Whether a member is an index that other programs write: index.cdx.gz with index.idx, index.cdxj.
[[nodiscard]] bool is_index(std::string_view name) noexcept;

}  // namespace absolve::collect
