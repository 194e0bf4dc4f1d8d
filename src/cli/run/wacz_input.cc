#include "wacz_input.h"

#include <sys/stat.h>
#include <time.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../archive/old_index.h"
#include "../../codec/compression/decompressor.h"
#include "../../text/growth.h"
#include "../outputs/new_file.h"
#include "../outputs/temporary_file.h"
#include "../outputs/writer.h"
#include "../system/signals.h"
#include "../wacz/central_directory.h"
#include "../wacz/data_package.h"
#include "../wacz/sha256.h"
#include "../wacz/wacz.h"
#include "take_collection.h"

namespace absolve::cli {
namespace {

constexpr std::size_t max_package_size = std::size_t{64} << 20;  // of datapackage.json, bytes
constexpr std::string_view index_name = "indexes/index.cdxj";

/// Whether a member is an index that other programs write: index.cdx.gz with index.idx, index.cdxj.
bool is_index(std::string_view name) {
  constexpr std::string_view folder = "indexes/";
  if (!name.starts_with(folder)) return false;
  if (name.ends_with(".gz")) name.remove_suffix(3);
  return name.ends_with(".cdx") || name.ends_with(".cdxj") || name.ends_with(".idx");
}

/// Reads an index, at most as much of it as a compressed file may become. Throws InputError.
void read_index(ZipArchive& zip, std::size_t member, OldIndex& index) {
  const auto source = zip.open(member);
  std::uint64_t left = max_growth(zip.members()[member].compressed_size);
  const auto bounded = [&](const auto& read, std::span<char> room) {
    const std::size_t size = read(room.first(static_cast<std::size_t>(std::min<std::uint64_t>(room.size(), left))));
    left -= size;
    return size;
  };
  const auto stored = [&](std::span<char> room) { return room.empty() ? 0 : source->read(room); };
  if (!zip.members()[member].name.ends_with(".gz")) {
    index.add([&](std::span<char> room) { return bounded(stored, room); });
    return;
  }
  codec::Decompressor decompressor(codec::Coding::gzip);
  const auto decompressed = [&](std::span<char> room) {
    constexpr std::size_t block = std::size_t{64} << 10;
    std::size_t size = 0;
    while (!room.empty() && (size = decompressor.read(room)) == 0) {
      if (decompressor.is_over() || !decompressor.error().empty()) break;
      const std::size_t got = source->read(decompressor.bytes().some_space(block));
      decompressor.bytes().add(got);
      if (got == 0) decompressor.end();
    }
    return size;
  };
  index.add([&](std::span<char> room) { return bounded(decompressed, room); });
  if (!decompressor.error().empty()) throw InputError(decompressor.error());
}

/// The date of new members, from a date in the form of WARC.
std::tm time_from(const std::string& date) {
  std::tm parts{};
  static_cast<void>(::strptime(date.c_str(), "%Y-%m-%dT%H:%M:%S", &parts));
  return parts;
}

/// Hands over a range of a file, block by block. Throws InputError.
void read_range(const FileRange& range, const std::function<void(std::string_view)>& take) {
  std::string buffer(std::size_t{1} << 20, '\0');
  for (std::uint64_t at = 0; at < range.size;) {
    stop_if_asked();
    buffer.resize(static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), range.size - at)));
    read_at(range, at, buffer);
    take(buffer);
    at += buffer.size();
  }
}

/// An unnamed file that texts are written to, one after the other.
class Scratch {
 public:
  explicit Scratch(std::string directory)
      : file_(directory), out_(file_.descriptor(), Writer::OnSignal::stop, std::move(directory)) {}

  void begin() {
    begin_ = end_;
    digest_.emplace();
  }
  void add(std::string_view bytes) {
    out_.write(bytes);
    digest_->add(bytes);
    end_ += bytes.size();
  }
  /// What was written since begin(), as a file of the package.
  [[nodiscard]] PackageFile end(std::string name) {
    out_.flush();
    return {std::move(name), digest_->finish(), end_ - begin_};
  }
  [[nodiscard]] FileRange range() const noexcept { return {file_.descriptor(), begin_, end_ - begin_}; }
  /// The same for a single text.
  PackageFile put(std::string name, std::string_view text) {
    begin();
    add(text);
    return end(std::move(name));
  }

 private:
  NewFile file_;
  Writer out_;
  std::optional<Sha256> digest_;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
};

/// The parts of a WACZ that describe its files.
struct Package {
  std::size_t member;                             // datapackage.json
  std::string text;                               // the content of that member
  std::optional<std::size_t> digest_member = {};  // datapackage-digest.json
  std::string digest = {};
};

/// One WACZ that is written anew.
class WaczRewriter {
 public:
  WaczRewriter(Task& task, Wacz& wacz, Package package, const Outlet& outlet)
      : task_(task), wacz_(wacz), package_(std::move(package)), outlet_(outlet) {}

  [[nodiscard]] bool rewrite();

 private:
  /// An archive in it, after it was processed.
  struct Archive {
    std::size_t index;
    bool changes = false;
    bool is_new = false;   // it must be written anew, if any archive changes
    FileRange bytes = {};  // of the new one
  };

  void read_indexes();
  void take(std::size_t index);
  [[nodiscard]] Rewritten take_part(Task& part, const ZipMember& member);
  [[nodiscard]] Scratch& scratch();
  [[nodiscard]] std::vector<std::string> replace_indexes(FileRange lines);
  void replace_package(std::vector<std::string> removed, const PackageFile& index);
  void write();
  void list_captures();
  [[nodiscard]] std::string directory() const { return outlet_.directory ? outlet_.directory() : temporary_folder(); }

  Task& task_;
  Wacz& wacz_;
  const Package package_;
  const Outlet& outlet_;
  const std::tm now_ = time_from(task_.context().settings.date.value_or(""));
  Buffer buffer_;
  std::optional<Scratch> scratch_;
  OldIndex old_index_;
  std::vector<Archive> archives_;
  std::vector<PackageFile> changed_;
  std::vector<std::string> lines_;  // of the index
};

bool WaczRewriter::rewrite() {
  task_.turn().wait();
  task_.context().originals.forget();
  read_indexes();
  for (const std::size_t index : wacz_.archives()) {
    take(index);
    if (task_.result().is_missing) return false;
  }
  task_.finish({}, Type::wacz);
  list_captures();
  const bool changes = std::ranges::any_of(archives_, &Archive::changes);
  if (changes && outlet_.write) write();
  return changes;
}

Scratch& WaczRewriter::scratch() {
  if (!scratch_) scratch_.emplace(directory());
  return *scratch_;
}

/// Indexes are read for what the archives don't say.
void WaczRewriter::read_indexes() {
  for (std::size_t i = 0; i < wacz_.members().size(); ++i) {
    const ZipMember& member = wacz_.members()[i];
    if (!is_index(member.name) || member.name.ends_with(".idx")) continue;
    try {
      read_index(wacz_.zip(), i, old_index_);
    } catch (const InputError& error) {
      task_.note("its " + member.name +
                 " can't be read to its end, so the new index may lack what only it said: " + error.what());
    }
  }
}

/// Processes one archive as if it were an input of its own. If a member contains several records, the archive is
/// written anew even if it does not change, as an index could only lead to the first of them.
void WaczRewriter::take(std::size_t index) {
  const ZipMember& member = wacz_.members()[index];
  const Job job = job_of_archive(task_.job(), member, index);
  Task part(job, task_.turn(), task_.context(), task_.reported_before());
  Archive& archive = archives_.emplace_back(Archive{index});
  if (outlet_.write) scratch().begin();
  Rewritten made;
  try {
    made = take_part(part, member);
  } catch (const InputError& error) {
    part.miss_because(error.what());
  }
  archive.changes = made.changes;
  archive.is_new = made.changes || made.hidden_captures > 0;
  if (archive.is_new && outlet_.write) {
    changed_.push_back(scratch().end(member.name));
    archive.bytes = scratch().range();
  }
  auto& lines = archive.is_new ? made.captures : made.old_captures;
  lines_.insert(lines_.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
  task_.take_part(part.take_result());
}

Rewritten WaczRewriter::take_part(Task& part, const ZipMember& member) {
  if (member.size == 0) return {};
  JobInput opened(part, buffer_, wacz_);
  if (opened.what.known_type() != Type::warc) {
    part.leave({}, "is not a web archive despite its name; left unchanged");
    return {};
  }
  Outlet outlet{.name = part.job().path, .writes_unchanged = false};
  if (outlet_.write) outlet.write = [this](std::string_view bytes) { scratch().add(bytes); };
  const Member place{std::string(name_in_index(member)), &old_index_};
  return take_collection(part, opened, outlet, &place);
}

/// For --cdxj.
void WaczRewriter::list_captures() {
  std::ranges::sort(lines_);
  if (!task_.context().settings.cdxj) return;
  task_.result().captures = lines_;
  task_.result().old_captures = lines_;
}

/// Returns the names of the indexes that are removed.
std::vector<std::string> WaczRewriter::replace_indexes(FileRange lines) {
  ZipArchive& zip = wacz_.zip();
  std::vector<std::string> removed;
  for (std::size_t i = 0; i < zip.members().size(); ++i) {
    const std::string& name = zip.members()[i].name;
    if (name == index_name || !is_index(name)) continue;
    zip.remove(i);
    removed.push_back(name);
  }
  const auto old = wacz_.find(index_name);
  if (old) zip.replace(*old, lines, ZipMember::Method::stored, now_);
  else zip.add(std::string(index_name), lines, now_);
  return removed;
}

void WaczRewriter::replace_package(std::vector<std::string> removed, const PackageFile& index) {
  ZipArchive& zip = wacz_.zip();
  const auto replace = [&](std::size_t member, std::string_view text) {
    const PackageFile file = scratch().put(zip.members()[member].name, text);
    zip.replace(member, scratch().range(), zip.members()[member].method, now_);
    return file.sha256;
  };
  const auto text = data_package_with(package_.text, std::move(changed_), std::move(removed), index);
  const std::string sha256 = replace(package_.member, text.value());  // package_of() has checked this
  if (!package_.digest_member) return;
  if (const std::string_view lost = lost_with_digest(package_.digest); !lost.empty()) {
    task_.note(
        std::string(lost) +
        " did not apply to the new content and was removed: datapackage-digest.json contains only the new digest");
  }
  static_cast<void>(replace(*package_.digest_member, digest_of_package(sha256)));
}

void WaczRewriter::write() {
  ZipArchive& zip = wacz_.zip();
  for (const Archive& archive : archives_) {
    if (archive.is_new) zip.replace(archive.index, archive.bytes, ZipMember::Method::stored, now_);
    else if (zip.members()[archive.index].method != ZipMember::Method::stored) zip.store(archive.index);
  }
  scratch().begin();
  for (const std::string& line : lines_) scratch().add(line + "\n");
  const PackageFile index = scratch().end(std::string(index_name));
  replace_package(replace_indexes(scratch().range()), index);
  if (outlet_.file) return zip.write_to(outlet_.file());
  const NewFile file(directory());
  zip.write_to(file.descriptor());
  read_range({file.descriptor(), 0, file.size()}, outlet_.write);
}

/// Reports why an input is left unchanged, and copies it if all results go to one output.
void leave(Task& task, const OpenInput& input, const Outlet& outlet, const std::string& why) {
  task.leave({}, why + "; left unchanged");
  task.finish({}, Type::wacz);
  task.outcome().kind = Outcome::Kind::skipped;
  task.outcome().error = why;
  if (!outlet.write || !outlet.writes_unchanged) return;
  read_range({input.descriptor(), input.begin().value_or(0), input.size()}, outlet.write);
}

/// Throws InputError if the package can't be corrected, or the ZIP archive can't be rewritten without loss.
Package package_of(Wacz& wacz) {
  const auto text_of = [&](std::size_t member) {
    const ZipMember& one = wacz.members()[member];
    const bool is_readable = !one.is_encrypted && one.method != ZipMember::Method::other;
    if (!is_readable) throw InputError("its " + one.name + " can't be read");
    return wacz.zip().text_of(member, max_package_size);
  };
  const auto found = wacz.find("datapackage.json");
  if (!found) throw InputError("it has no datapackage.json");
  Package package{*found, text_of(*found)};
  std::vector<std::string_view> names;
  for (const ZipMember& member : wacz.members()) names.push_back(member.name);
  std::vector<std::string_view> archives;
  for (const std::size_t archive : wacz.archives()) archives.push_back(names[archive]);
  const std::string problem = problem_of_package(package.text, std::move(names), archives);
  if (!problem.empty()) throw InputError(problem);
  package.digest_member = wacz.find("datapackage-digest.json");
  if (package.digest_member) package.digest = text_of(*package.digest_member);
  require_rewritable(wacz.range(), wacz.members().size());
  return package;
}

}  // namespace

bool take_wacz(Task& task, JobInput& opened, const Outlet& outlet) {
  if (!S_ISREG(opened.input.status().st_mode)) throw InputError("is not a regular file, which a WACZ must be");
  std::optional<Wacz> wacz;
  std::optional<Package> package;
  try {
    wacz.emplace(opened.input);
    if (!task.context().settings.packs_wacz()) {
      throw InputError("is only read as a WACZ if its name ends in .wacz, or with --type=wacz");
    }
    package = package_of(*wacz);
  } catch (const InputError& error) {
    if (error.code() != 0) throw;  // it may be a good one, but can't be read now
    leave(task, opened.input, outlet, error.what());
    return false;
  }
  if (WaczRewriter(task, *wacz, *std::move(package), outlet).rewrite()) return true;
  const bool is_written = outlet.write && outlet.writes_unchanged && !task.result().is_missing;
  if (is_written) read_range({opened.input.descriptor(), *opened.input.begin(), opened.input.size()}, outlet.write);
  return false;
}

}  // namespace absolve::cli
