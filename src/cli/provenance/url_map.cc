#include "url_map.h"

#include <algorithm>

#include "../../detect/declared_type.h"
#include "../options/hints.h"
#include "../options/usage_error.h"
#include "../system/files.h"
#include "../system/paths.h"

namespace absolve::cli {

UrlMap::UrlMap(const std::vector<std::string>& maps, bool null_separated, Resolver resolver,
               const std::string& working_folder) {
  for (const std::string& name : maps) {
    const std::string folder = name == "-" ? "./" : directory_of(name);
    maps_.push_back({name == "-" ? "standard input" : name, absolute_path(folder, working_folder), real_path(folder)});
    try {
      MapFile file(name, null_separated);
      while (const auto row = file.next()) read(*row, file, resolver);
    } catch (const InputError& error) {
      throw UsageError("--url-map: " + maps_.back().name + ": " + error.what(), name);
    }
  }
  table_.sort();
  forbid_contradictions();
  used_ = std::vector<std::atomic<bool>>(origins_.size());
}

void UrlMap::read(const MapRow& row, const MapFile& file, Resolver resolver) {
  const auto fail = [&](const std::string& what) { file.fail_at(row.line, what); };
  if (row.path.empty()) fail("has no file name");
  if (row.path.find('\0') != std::string::npos) fail("the name of the file has a NUL byte");
  if (row.url.empty()) fail("has no URL for '" + row.path + "'");
  const std::string error = error_in_url(row.url, resolver);
  if (!error.empty()) fail(error);
  DeclaredType declared;
  if (!row.type.empty()) {
    const auto understood = declared_type(row.type);
    if (!understood) fail("'" + row.type + "' is neither a media type nor a type of --type");
    declared = *understood;
  }
  if (!row.charset.empty()) declared.charset = row.charset;
  table_.add(absolute_path(row.path, maps_.back().folder), row.url);
  origins_.push_back({static_cast<std::uint32_t>(maps_.size() - 1), static_cast<std::uint32_t>(row.line),
                      &*charsets_.insert(declared.charset).first, declared.type});
}

/// Rows with the same path are adjacent, the earlier ones first.
void UrlMap::forbid_contradictions() const {
  const std::vector<UrlTable::Row>& rows = table_.rows();
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (table_.path(rows[i]) != table_.path(rows[i - 1])) continue;
    const Origin& first = origins_[rows[i - 1].number];
    const Origin& second = origins_[rows[i].number];
    if (table_.url(rows[i]) == table_.url(rows[i - 1]) && first.type == second.type &&
        first.charset == second.charset) {
      continue;
    }
    throw UsageError(maps_[second.map].name + ":" + std::to_string(second.line) + ": " +
                     std::string(table_.path(rows[i])) + " is in " + maps_[first.map].name + ":" +
                     std::to_string(first.line) + " too, with a different URL, type or charset");
  }
}

const UrlTable::Row* UrlMap::row_of(const FileNames& file) const {
  if (const UrlTable::Row* const row = table_.find(file.absolute())) return row;
  for (const Map& map : maps_) {
    const std::string named = joined_path(map.folder, file.normal());
    const UrlTable::Row* const row = table_.find(named);
    if (row != nullptr && !status_of(named)) return row;  // otherwise the row is about the other file
  }
  const std::string& real = file.real();
  if (real.empty() || real == file.absolute()) {
    const bool is_the_same = std::ranges::all_of(maps_, [](const Map& map) { return map.folder == map.real_folder; });
    if (real.empty() || is_the_same) return nullptr;
  }
  if (const UrlTable::Row* const row = table_.find(real)) return row;
  for (const Map& map : maps_) {
    const auto below = map.real_folder.empty() ? std::nullopt : path_below(map.real_folder, real);
    const UrlTable::Row* const row = below ? table_.find(joined_path(map.folder, *below)) : nullptr;
    if (row != nullptr) return row;
  }
  return nullptr;
}

std::optional<UrlMap::Found> UrlMap::find(const FileNames& file) const {
  const UrlTable::Row* const row = empty() ? nullptr : row_of(file);
  if (row == nullptr) return std::nullopt;
  used_[row->number].store(true, std::memory_order_relaxed);
  const Origin& origin = origins_[row->number];
  return Found{table_.url(*row), origin.type, *origin.charset};
}

std::vector<std::pair<std::string, std::string>> UrlMap::notices() const {
  std::vector<std::size_t> unused(maps_.size());
  const UrlTable::Row* last = nullptr;
  for (const UrlTable::Row& row : table_.rows()) {
    // Of rows with the same content, the last one is found.
    if (last != nullptr && table_.path(*last) != table_.path(row) && !used_[last->number]) {
      ++unused[origins_[last->number].map];
    }
    last = &row;
  }
  if (last != nullptr && !used_[last->number]) ++unused[origins_[last->number].map];
  std::vector<std::pair<std::string, std::string>> notices;
  for (std::size_t i = 0; i < maps_.size(); ++i) {
    if (unused[i] == 0) continue;
    notices.emplace_back(maps_[i].name, unused[i] == 1 ? "1 file in it is not an input"
                                                       : std::to_string(unused[i]) + " files in it are not inputs");
  }
  return notices;
}

}  // namespace absolve::cli
