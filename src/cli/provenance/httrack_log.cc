#include "httrack_log.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "../system/files.h"
#include "../system/list_file.h"
#include "../system/paths.h"
#include "url_table.h"

namespace absolve::cli {
namespace {

constexpr std::string_view place = "/hts-cache/new.txt";
constexpr std::size_t url_field = 7;
constexpr std::size_t file_field = 8;
constexpr std::size_t max_bytes = std::size_t{256} << 20;  // of a log that are kept in memory
constexpr std::size_t max_remembered = 10'000;             // folders
constexpr std::size_t tried_rows = 500;
constexpr std::size_t max_depth = 32;  // of the folder that was given to HTTrack

bool is_regular_file(const std::string& path) {
  const auto status = status_of(path);
  return status && S_ISREG(status->st_mode);
}

/// Whether a folder contains a log. Where anybody may put one (/tmp), it is not trusted.
bool is_mirror(const std::string& folder) {
  const auto status = status_of(folder);
  const bool is_public = status && (status->st_mode & S_ISVTX) != 0 && (status->st_mode & S_IWOTH) != 0;
  return !is_public && is_regular_file(folder + std::string(place));
}

/// Splits a line at tabs, into as many fields as needed.
bool split(std::string_view line, std::array<std::string_view, file_field + 1>& fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::size_t end = line.find('\t');
    if (end == std::string_view::npos && i + 1 < fields.size()) return false;
    fields[i] = line.substr(0, end);
    line.remove_prefix(std::min(end == std::string_view::npos ? line.size() : end + 1, line.size()));
  }
  return true;
}

/// A file name as HTTrack writes it there: blanks, controls and characters that are not ASCII are percent-encoded in
/// lower case; a percent sign in the name is not.
std::string unescaped(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t high = text[at] == '%' && text.size() - at > 2 ? digits.find(text[at + 1]) : std::string::npos;
    const std::size_t low = high != std::string::npos ? digits.find(text[at + 2]) : std::string::npos;
    const bool is_escape = low != std::string::npos && (high * 16 + low <= ' ' || high * 16 + low >= 0x7F);
    result += is_escape ? static_cast<char>(high * 16 + low) : text[at];
    if (is_escape) at += 2;
  }
  return result;
}

std::string parent_of(const std::string& folder) { return folder.substr(0, folder.rfind('/')); }

}  // namespace

/// The log of a mirror that HTTrack has made: hts-cache/new.txt, one line for each file, with tabs between the fields.
/// The 8th field is the URL; the 9th the file, percent-encoded, below the folder of the mirror as it was given to
/// HTTrack:
///
///     12:34:56 <TAB> ... <TAB> http://a.example/x?y <TAB> mirrors/a/a.example/x4a3d.html <TAB> (from ...)
///                              URL                        |-------|
///                                                         may not be the present location
class HttrackLog {
 public:
  /// For the mirror in a folder. Unreadable lines are skipped; memory is that of its rows, of at most 256 MiB.
  explicit HttrackLog(const std::string& mirror) {
    read(mirror + std::string(place));
    find_folder(mirror);
    table_.sort();
  }

  /// The URL of a file, by its path in the mirror; "" if it isn't in the log.
  std::string_view url_of(const std::string& path) const {
    const UrlTable::Row* const row = table_.find(folder_ + path);
    return row == nullptr ? std::string_view() : table_.url(*row);
  }

 private:
  void read(const std::string& file) {
    try {
      ListFile lines(file, false);
      std::array<std::string_view, file_field + 1> fields;
      while (const auto line = lines.next()) {
        if (lines.was_too_long() || !split(*line, fields)) continue;
        const std::string_view url = fields[url_field];
        if (url.find(':') == std::string_view::npos || fields[file_field].empty())
          continue;  // also the line with titles
        table_.add(normal_path(unescaped(fields[file_field])), url);
        if (table_.bytes() > max_bytes) return;
      }
    } catch (const FileError&) {  // what was read before is used
    }
  }

  /// The mirror may have been moved. The path before its paths is taken from the log: the beginning whose removal leads
  /// to existing files most often.
  void find_folder(const std::string& mirror) {
    std::map<std::string_view, std::size_t> votes;  // of equal counts, the shortest beginning wins
    const std::size_t rows = std::min(table_.rows().size(), tried_rows);
    for (std::size_t i = 0; i < rows; ++i) {
      const std::string_view path = table_.path(table_.rows()[i]);
      std::size_t begin = 0;
      for (std::size_t depth = 0; depth < max_depth; ++depth) {
        if (is_regular_file(joined_path(mirror, path.substr(begin)))) ++votes[path.substr(0, begin)];
        const std::size_t slash = path.find('/', begin);
        if (slash == std::string_view::npos) break;
        begin = slash + 1;
      }
    }
    const auto best = std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
    if (best != votes.end()) folder_ = best->first;
  }

  UrlTable table_;
  std::string folder_;  // the path before the paths in the log, with a slash at its end; "" if there is none
};

const HttrackLogs::Mirror& HttrackLogs::around(const std::string& folder) {
  if (mirrors_.size() > max_remembered) mirrors_.clear();
  std::vector<std::string> passed;  // from inner to outer folders
  Mirror found;
  for (std::string at = folder; !at.empty(); at = parent_of(at)) {
    if (const auto known = mirrors_.find(at); known != mirrors_.end()) {
      found = known->second;
      break;
    }
    passed.push_back(at);
    if (!is_mirror(at)) continue;
    std::shared_ptr<const HttrackLog>& log = logs_[at];
    if (!log) log = std::make_shared<const HttrackLog>(at);
    found = {at, log.get()};
    break;
  }
  for (const std::string& one : passed) mirrors_[one] = found;
  return mirrors_[folder];
}

std::string HttrackLogs::url_of(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const std::string given = directory_of(path);
  if (given != last_given_) {
    last_real_ = real_path(given);
    last_given_ = given;
  }
  if (last_real_.size() < 2) return "";  // the root folder is not a mirror
  const Mirror& mirror = around(last_real_);
  if (mirror.log == nullptr) return "";
  std::string in_mirror = last_real_.substr(mirror.folder.size());
  in_mirror.append("/").append(path, path.rfind('/') + 1);
  return std::string(mirror.log->url_of(in_mirror.substr(1)));
}

}  // namespace absolve::cli
