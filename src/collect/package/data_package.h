// wacz_run.cc has datapackage.json checked here before it reads the first archive, and the new one made after the last.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace absolve::collect {

// The data package of a WACZ (https://specs.frictionlessdata.io/data-package/): datapackage.json lists its files, and
// datapackage-digest.json holds the digest of that file.

/// A file of the package, as its resource describes it.
struct PackageFile {
  std::string path;        // in the package
  std::string sha256;      // in Base16
  std::uint64_t size = 0;  // bytes
};

/// Why the package in `datapackage.json` can't be corrected once archives in it change; "" if it can. It must be JSON
/// with a single array `resources`, each of which has the path of a member of the ZIP archive, and a hash if that is an
/// archive or an index. Time: linear, times the logarithm of the number of members.
[[nodiscard]] std::string problem_of_package(std::string_view text, std::vector<std::string_view> members,
                                             const std::vector<std::string_view>& archives);

/// `datapackage.json` after files have changed: new values of `hash` and `bytes` in the resources of files in
/// `changed`, also in `stats`, where early versions of Data Package had them; the resources of files in `removed` are
/// removed, and one for `index` is added, in the place of the first that is removed, or at the end. Everything else is
/// left unchanged. nullopt if it is not JSON with a single array `resources`. Time: linear, times the logarithm of the
/// number of files that have changed.
[[nodiscard]] std::optional<std::string> data_package_with(std::string_view text, std::vector<PackageFile> changed,
                                                           std::vector<std::string> removed, const PackageFile& index);

/// `datapackage-digest.json` for a package with this digest, without a signature.
[[nodiscard]] std::string digest_of_package(std::string_view sha256);

/// What such a file contains besides a digest, in words: a signature, or something else; "" if there is nothing.
/// Linear.
[[nodiscard]] std::string_view lost_with_digest(std::string_view digest_of_package);

}  // namespace absolve::collect
