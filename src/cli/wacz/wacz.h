#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../inputs/input.h"
#include "../inputs/job.h"
#include "../options/settings.h"
#include "../system/files.h"
#include "zip_archive.h"

namespace absolve::cli {

// A web archive collection (WACZ 1.1.1, https://specs.webrecorder.net/wacz/1.1.1/) is a ZIP archive:
//
//     archive/data.warc.gz        the archives
//     indexes/index.cdxj          where in them the captures are
//     pages/pages.jsonl           the pages that people start from
//     datapackage.json            the size and the digest of each of these
//     datapackage-digest.json     the digest of that, and perhaps a signature

/// Whether a job is a WACZ, by its name or as --type says.
[[nodiscard]] bool is_named_like_wacz(std::string_view path, const Settings& settings);

/// A WACZ that is read. What its names and sizes say is checked before anything in it is.
class Wacz {
 public:
  /// Takes the file that an input has open, from where that stood at first. Throws InputError where it can't be read:
  /// names lead out of it or occur twice, an archive in it is encrypted, is compressed by another method than deflate,
  /// or expands beyond 64 MiB and 100 times its compressed size. Time and memory: linear in its central directory, but
  /// for sorting.
  explicit Wacz(const Input& input);

  [[nodiscard]] ZipArchive& zip() noexcept { return zip_; }
  /// Whether a file is the one that was read, and as it was then.
  [[nodiscard]] bool is_read_from(const struct stat& status) const noexcept;
  /// The file that it is.
  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }
  [[nodiscard]] const std::vector<ZipMember>& members() const noexcept { return zip_.members(); }
  /// Which members are archives, in the order of the central directory: at least one.
  [[nodiscard]] const std::vector<std::size_t>& archives() const noexcept { return archives_; }

 private:
  void check_names(const Input& input) const;
  void find_archives();

  struct stat status_;
  Descriptor file_;
  ZipArchive zip_;
  std::vector<std::size_t> archives_;
};

/// The job of one archive in the WACZ of a job, which is called `x.wacz/archive/data.warc.gz`.
[[nodiscard]] Job job_of_archive(const Job& wacz, const ZipMember& member, std::size_t index);

}  // namespace absolve::cli
