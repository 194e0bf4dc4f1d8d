#include "shards.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "../inputs/open_input.h"
#include "../inputs/sight.h"
#include "../options/usage_error.h"
#include "../outputs/archive_names.h"
#include "../outputs/drop_marked.h"
#include "../outputs/forbidden_places.h"
#include "../outputs/output_paths.h"
#include "../outputs/read_files.h"
#include "../system/files.h"
#include "absolve/input.h"

namespace absolve::cli {
namespace {

/// Where a shard begins: length * number / count, where the product may need more than 64 bits. There are at most
/// max_shards, so that the product of two such numbers fits.
std::uint64_t border(std::uint64_t length, std::uint64_t number, std::uint64_t count) noexcept {
  return length / count * number + length % count * number / count;
}

std::uint64_t size_of(const Job& job, const Settings& settings) {
  if (!job.is_to_be_read() || settings.in_place_suffix) return 0;
  const auto status = status_in_sight(settings, job.path);
  if (!status) fail_if_sharded(settings, job.path, "does not exist");
  return status ? static_cast<std::uint64_t>(std::max<off_t>(status->st_size, 0)) : 0;
}

/// Whether an input may be processed in parts, by its name. With --only-changed it may not, as the first part begins
/// the new archive, but only the others may know whether there is one.
bool may_have_parts(const Job& job, const Settings& settings) {
  const Type type = settings.every_input.type;
  return job.is_to_be_read() && !job.is_hidden && !job.is_message && !settings.in_place_suffix &&
         !settings.only_changed && settings.emit == ArchiveEmit::conversion &&
         (type == Type::automatic || type == Type::warc) && is_named_like_parts(job.path);
}

/// Whether it is what its name says. All shards get the same answer.
bool has_parts(const Job& job, const Settings& settings) {
  try {
    Buffer buffer;
    OpenInput input(buffer, job.path, OpenInput::Open::found);  // nothing that can only be read once, such as a pipe
    const std::string_view beginning = input.ahead(enough_to_detect).substr(0, enough_to_detect);
    const Detected what = detect(beginning, {.name = job.path, .type = settings.every_input.type});
    return what.content_coding == ContentCoding::gzip && what.type == Type::warc;
  } catch (const FileError& error) {
    if (error.code() != 0) fail_if_sharded(settings, job.path, error.what());
    return false;  // it is not a file: processing it will report this
  }
}

class ShardAssigner {
 public:
  ShardAssigner(Jobs& jobs, const Settings& settings) : jobs_(jobs), settings_(settings), shard_(*settings.shard) {
    places_.reserve(jobs.jobs.size());
    for (const Job& job : jobs.jobs) {
      const std::uint64_t end = length_ + size_of(job, settings);
      places_.push_back({length_, end});
      length_ = end + 1;
    }
  }

  void deal() {
    if (settings_.output_dir) forbid_clashes();
    const ShardRange own = byte_range_of(shard_, length_);
    std::vector<bool> is_own(jobs_.jobs.size());
    bool has_part = false;
    for (std::size_t i = 0; i < is_own.size(); ++i) {
      Job& job = jobs_.jobs[i];
      const ShardRange place = places_[i];
      is_own[i] = own.holds(place.begin);
      const bool is_cut = own.meets(place) && !own.covers(place) && may_have_parts(job, settings_);
      if (!is_cut || !has_parts(job, settings_)) continue;
      is_own[i] = has_part = true;
      make_part(job, place, own);
    }
    keep_folders(is_own);
    is_own.flip();
    drop_marked(jobs_.jobs, is_own);
    if (has_part) forbid_places_of_others(settings_, jobs_);
  }

 private:
  void make_part(Job& job, ShardRange place, ShardRange own) {
    job.range = ArchiveRange{};
    if (own.begin > place.begin) job.range->begin = own.begin - place.begin;
    if (own.end < place.end) job.range->end = own.end - place.begin;
    if (job.output.empty()) return;
    job.output = part_name(job.output, shard_);
    forbid_read_as_output(job.output, read_);
  }

  /// No other output may have the name of a part, whichever shard makes it.
  void forbid_clashes() const {
    std::map<std::string_view, std::size_t> cut;  // by their outputs
    for (std::size_t i = 0; i < jobs_.jobs.size(); ++i) {
      const ShardRange place = places_[i];
      if (place.begin == place.end || !may_have_parts(jobs_.jobs[i], settings_)) continue;
      if (shard_with(place.begin) != shard_with(place.end - 1)) cut.emplace(jobs_.jobs[i].output, i);
    }
    if (cut.empty()) return;
    const auto forbid = [&](const std::string& output, const std::string& what) {
      const auto part = part_by_name(output, shard_.count);
      const auto found = part ? cut.find(part->output) : cut.end();
      if (found == cut.end()) return;
      const ShardRange place = places_[found->second];
      if (part->number < shard_with(place.begin) || part->number > shard_with(place.end - 1)) return;
      throw UsageError("--shard: a part of '" + jobs_.jobs[found->second].path + "' would be written to '" + output +
                       "', which is " + what);
    };
    for (const Job& job : jobs_.jobs) {
      if (job.is_to_be_read()) forbid(job.output, "for '" + job.path + "'");
    }
    for (const std::string& folder : jobs_.folders) forbid(folder, "a folder");
  }

  [[nodiscard]] std::uint64_t shard_with(std::uint64_t place) const noexcept {
    return shard_at(place, length_, shard_.count);
  }

  /// The folders to create are those around the shard's own outputs. The first shard creates those without outputs, as
  /// in empty Maildirs.
  void keep_folders(const std::vector<bool>& is_own) {
    std::vector<std::string>& folders = jobs_.folders;  // sorted
    std::vector<bool> is_around_any(folders.size());
    std::vector<bool> is_around_own(folders.size());
    const auto mark = [&](std::string_view path, std::vector<bool>& is_around) {
      for (std::size_t end = path.rfind('/'); end != std::string_view::npos && end > 0;
           end = path.rfind('/', end - 1)) {
        const auto found = std::ranges::lower_bound(folders, path.substr(0, end));
        if (found == folders.end() || *found != path.substr(0, end)) continue;
        const auto index = static_cast<std::size_t>(found - folders.begin());
        if (is_around[index]) return;
        is_around[index] = true;
      }
    };
    for (std::size_t i = 0; i < is_own.size(); ++i) {
      mark(jobs_.jobs[i].output, is_around_any);
      if (is_own[i]) mark(jobs_.jobs[i].output, is_around_own);
    }
    std::vector<bool> is_dropped(folders.size());
    for (std::size_t i = 0; i < folders.size(); ++i) {
      is_dropped[i] = !is_around_own[i] && (is_around_any[i] || shard_.number > 0);
    }
    drop_marked(folders, is_dropped);
  }

  Jobs& jobs_;
  const Settings& settings_;
  Shard shard_;
  std::vector<ShardRange> places_;  // where each job begins, in bytes, and the end of the last
  std::uint64_t length_ = 0;
  ReadFiles read_{settings_, jobs_};
};

}  // namespace

ShardRange byte_range_of(Shard shard, std::uint64_t length) noexcept {
  return {border(length, shard.number, shard.count), border(length, shard.number + 1, shard.count)};
}

/// The last shard that begins at that place or before: earlier ones that begin at the same place are empty.
std::uint64_t shard_at(std::uint64_t place, std::uint64_t length, std::uint64_t count) noexcept {
  std::uint64_t begin = 0;
  for (std::uint64_t end = count; end - begin > 1;) {
    const std::uint64_t middle = begin + (end - begin) / 2;
    (border(length, middle, count) <= place ? begin : end) = middle;
  }
  return begin;
}

void keep_share(Jobs& jobs, const Settings& settings) { ShardAssigner(jobs, settings).deal(); }

}  // namespace absolve::cli
