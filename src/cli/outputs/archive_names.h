#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../options/settings.h"
#include "../options/shard.h"

namespace absolve::cli {

/// Where below --output-dir what is made of an input of that name goes: conversion records of `a.warc` and `a.warc.gz`
/// to `a.conversion.warc.gz`; all else under its own name.
[[nodiscard]] std::string output_name(std::string name, const Settings& settings);

/// Whether output_name() has given an output another name than its input has.
[[nodiscard]] bool is_for_conversions(std::string_view output, std::string_view input) noexcept;

/// The names that an index of an archive has beside it: `a.cdx`, `a.cdxj`, `a.idx`, and the same behind its whole name.
[[nodiscard]] std::vector<std::string> names_of_indexes(const std::string& archive);

/// Whether a name says that the file is an archive, packed or not: `a.warc`, `a.arc.gz`.
[[nodiscard]] bool is_named_like_archive(std::string_view name);

/// Whether a name says that the file is an archive in gzip members: then it may be done in parts.
[[nodiscard]] bool is_named_like_parts(std::string_view name);

/// The name of the part that a shard makes of an output, which is named like an archive: `a.02-of-12.warc.gz` of
/// `a.warc.gz`. All have as many digits, so that they stand in their order where they are sorted by name.
[[nodiscard]] std::string part_name(std::string_view output, Shard shard);

/// The other way round: which part of what a name says that it is, where there are so many shards; nullopt: of none.
struct PartOf {
  std::string output;
  std::uint64_t number;
};
[[nodiscard]] std::optional<PartOf> part_by_name(std::string_view name, std::uint64_t count);

/// What stands in the names of parts: `.02-of-12`.
[[nodiscard]] std::string part_infix(Shard shard);

}  // namespace absolve::cli
