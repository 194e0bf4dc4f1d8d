#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace absolve::cli {

// The data package of a WACZ (https://specs.frictionlessdata.io/data-package/): datapackage.json lists its files, and
// datapackage-digest.json says the digest of that.

/// A file of the package, as its resource describes it.
struct PackageFile {
  std::string path;        // in the package
  std::string sha256;      // in Base16
  std::uint64_t size = 0;  // bytes
};

/// Why the package in `datapackage.json` can't be made right once archives in it change; "": it can. It has to be JSON
/// with one array `resources`, each of which has the path of a member of the ZIP archive, and a hash where that is an
/// archive or an index. Time: linear, times the logarithm of how many members there are.
[[nodiscard]] std::string problem_of_package(std::string_view text, std::vector<std::string_view> members,
                                             const std::vector<std::string_view>& archives);

/// `datapackage.json` once files have changed: `hash` and `bytes` of the resources of those in `changed`, also in
/// `stats`, where Data Package had them at first; the resources of those in `removed` go, and `index` has one, in the
/// place of the first that goes, or at the end. All else stays byte for byte. nullopt: it is no JSON with one array
/// `resources`. Time: linear, times the logarithm of how many files have changed.
[[nodiscard]] std::optional<std::string> data_package_with(std::string_view text, std::vector<PackageFile> changed,
                                                           std::vector<std::string> removed, const PackageFile& index);

/// `datapackage-digest.json` for a package with this digest, which nobody has signed.
[[nodiscard]] std::string digest_of_package(std::string_view sha256);

/// What such a file holds besides a digest, in words: a signature, or something else; "": nothing. Linear.
[[nodiscard]] std::string_view lost_with_digest(std::string_view digest_of_package);

}  // namespace absolve::cli
