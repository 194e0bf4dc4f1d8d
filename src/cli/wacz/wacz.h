#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../inputs/job.h"
#include "../inputs/open_input.h"
#include "../options/settings.h"
#include "../system/files.h"
#include "zip_archive.h"

namespace absolve::cli {

// A web archive collection (WACZ 1.1.1, https://specs.webrecorder.net/wacz/1.1.1/) is a ZIP archive:
//
//     archive/data.warc.gz        the archives
//     indexes/index.cdxj          where the captures are in them
//     pages/pages.jsonl           the pages that people start from
//     datapackage.json            the size and the digest of each of these
//     datapackage-digest.json     the digest of that file, and perhaps a signature

/// Whether a job is a WACZ, by its name or by --type.
[[nodiscard]] bool is_named_like_wacz(std::string_view path, const Settings& settings);

/// A WACZ that is read. Its names and sizes are checked before anything in it is read.
class Wacz {
 public:
  /// Takes the file that an input has open, from its initial position. Throws InputError if it can't be read: it is not
  /// a regular file, names lead out of it or occur twice, an archive in it is encrypted or compressed by a method other
  /// than deflate, or the archives expand beyond 64 MiB and 100 times their compressed size. Time and memory: linear in
  /// its central directory, except for sorting.
  explicit Wacz(const OpenInput& input);

  [[nodiscard]] ZipArchive& zip() noexcept { return zip_; }
  /// The range of the whole WACZ.
  [[nodiscard]] const FileRange& range() const noexcept { return range_; }
  /// Whether a file is the one that was read, and has not changed since.
  [[nodiscard]] bool is_read_from(const struct stat& status) const noexcept;
  /// The descriptor of its file.
  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }
  [[nodiscard]] const std::vector<ZipMember>& members() const noexcept { return zip_.members(); }
  /// The indexes of the members that are archives, in the order of the central directory: at least one.
  [[nodiscard]] const std::vector<std::size_t>& archives() const noexcept { return archives_; }
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;

 private:
  void check_names() const;
  void find_archives();

  struct stat status_;
  Descriptor file_;
  FileRange range_;
  ZipArchive zip_;
  std::vector<std::size_t> archives_;
};

/// The name of an archive in an index: its path below archive/.
[[nodiscard]] std::string_view name_in_index(const ZipMember& archive) noexcept;

/// The job for one archive in the WACZ of a job; its name is `x.wacz/archive/data.warc.gz`.
[[nodiscard]] Job job_of_archive(const Job& wacz, const ZipMember& member, std::size_t index);

}  // namespace absolve::cli
