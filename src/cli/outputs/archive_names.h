// The names of files that belong to a web archive: its conversions, the parts that shards make of it, and the indexes
// beside it. jobs_of() names outputs with these functions, and rewrite_file() finds indexes that are now out of date.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../options/settings.h"
#include "../options/shard.h"

namespace absolve::cli {

/// The path below --output-dir for the output of an input with that name: conversion records of `a.warc` and
/// `a.warc.gz` go to `a.conversion.warc.gz`; everything else keeps its name.
[[nodiscard]] std::string output_name(std::string name, const Settings& settings);

/// Whether output_name() has given an output another name than that of its input.
[[nodiscard]] bool is_for_conversions(std::string_view output, std::string_view input) noexcept;

inline constexpr std::string_view package_description = "datapackage.json";

/// The names of possible indexes of an archive: `a.cdx`, `a.cdxj`, `a.idx` next to it, and the same extensions after
/// its whole name; and those of all archives in a folder: next to it, or as in an unpacked WACZ and in pywb's
/// collections.
///
///     archive/a.warc.gz      archive/index.cdxj      indexes/index.cdxj, index.cdx.gz      datapackage.json
[[nodiscard]] std::vector<std::string> names_of_indexes(const std::string& archive);

/// Whether a file has the name of an archive in gzip members: then it may be processed in parts.
[[nodiscard]] bool is_named_like_parts(std::string_view name);

/// The name of the part that a shard makes of an output with an archive's name: `a.02-of-12.warc.gz` for `a.warc.gz`.
/// All have the same number of digits, so that sorting by name gives their order.
[[nodiscard]] std::string part_name(std::string_view output, Shard shard);

/// The reverse: which part a name is that of, for so many shards; nullopt if there is none.
struct PartOf {
  std::string output;
  std::uint64_t number;
};
[[nodiscard]] std::optional<PartOf> part_by_name(std::string_view name, std::uint64_t count);

/// The text that the names of parts contain: `.02-of-12`.
[[nodiscard]] std::string part_infix(Shard shard);

}  // namespace absolve::cli
