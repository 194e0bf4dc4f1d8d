#include "wacz_input.h"

#include <time.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../outputs/new_file.h"
#include "../outputs/temporary_file.h"
#include "../outputs/writer.h"
#include "../system/signals.h"
#include "../wacz/data_package.h"
#include "../wacz/sha256.h"
#include "../wacz/wacz.h"
#include "archive_input.h"

namespace absolve::cli {
namespace {

constexpr std::size_t max_package_size = std::size_t{64} << 20;  // of datapackage.json, bytes
constexpr std::string_view index_name = "indexes/index.cdxj";

/// The indexes that other programs write: index.cdx.gz with index.idx, index.cdxj.
bool is_index(std::string_view name) {
  constexpr std::string_view folder = "indexes/";
  if (!name.starts_with(folder)) return false;
  if (name.ends_with(".gz")) name.remove_suffix(3);
  return name.ends_with(".cdx") || name.ends_with(".cdxj") || name.ends_with(".idx");
}

/// The date of what is made anew, as WARC has it.
std::time_t time_from(const std::string& date) {
  std::tm parts{};
  static_cast<void>(::strptime(date.c_str(), "%Y-%m-%dT%H:%M:%S", &parts));
  return ::timegm(&parts);
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

/// A file without a name that texts are written to, one behind the other.
class Scratch {
 public:
  explicit Scratch(std::string directory)
      : file_(std::move(directory)), out_(file_.descriptor(), Writer::OnSignal::stop) {}

  void begin() {
    begin_ = end_;
    digest_.emplace();
  }
  void add(std::string_view bytes) {
    out_.write(bytes);
    digest_->add(bytes);
    end_ += bytes.size();
  }
  /// What was written since begin(), under a name.
  [[nodiscard]] PackageFile end(std::string name) {
    out_.flush();
    return {std::move(name), digest_->finish(), end_ - begin_};
  }
  [[nodiscard]] FileRange range() const noexcept { return {file_.descriptor(), begin_, end_ - begin_}; }
  /// The same at once for a text.
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

/// One WACZ that is made anew.
class WaczRewriter {
 public:
  WaczRewriter(Task& task, Wacz& wacz, std::string package, const Outlet& outlet)
      : task_(task), wacz_(wacz), package_(std::move(package)), outlet_(outlet) {}

  [[nodiscard]] bool rewrite();

 private:
  /// An archive in it, once it was taken.
  struct Archive {
    std::size_t index;
    bool changes;
    FileRange bytes = {};  // of the new one
  };

  void take(std::size_t index);
  [[nodiscard]] bool take_part(Task& part);
  [[nodiscard]] Scratch& scratch();
  [[nodiscard]] std::vector<std::string> replace_indexes(FileRange lines);
  void replace_package(std::vector<std::string> removed, const PackageFile& index);
  void write();
  void list_captures();
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
  [[nodiscard]] std::string directory() const { return outlet_.directory ? outlet_.directory() : temporary_folder(); }

  Task& task_;
  Wacz& wacz_;
  std::string package_;  // datapackage.json
  const Outlet& outlet_;
  const std::time_t now_ = time_from(task_.context().settings.date.value_or(""));
  Buffer buffer_;
  std::optional<Scratch> scratch_;
  std::vector<Archive> archives_;
  std::vector<PackageFile> changed_;
  std::vector<std::string> lines_;  // of the index
};

bool WaczRewriter::rewrite() {
  for (const std::size_t index : wacz_.archives()) {
    take(index);
    if (task_.result().is_missing) return false;
  }
  task_.finish();
  list_captures();
  const bool changes = std::ranges::any_of(archives_, &Archive::changes);
  if (changes && outlet_.write) write();
  return changes;
}

Scratch& WaczRewriter::scratch() {
  if (!scratch_) scratch_.emplace(directory());
  return *scratch_;
}

std::optional<std::size_t> WaczRewriter::find(std::string_view name) const {
  const auto found = std::ranges::find(wacz_.members(), name, &ZipMember::name);
  if (found == wacz_.members().end()) return std::nullopt;
  return static_cast<std::size_t>(found - wacz_.members().begin());
}

/// Does one archive, as if it were an input of its own.
void WaczRewriter::take(std::size_t index) {
  const ZipMember& member = wacz_.members()[index];
  const Job job = job_of_archive(task_.job(), member, index);
  Task part(job, task_.turn(), task_.context(), task_.reported_before());
  Archive& archive = archives_.emplace_back(Archive{index, false});
  if (outlet_.write) scratch().begin();
  try {
    archive.changes = take_part(part);
  } catch (const InputError& error) {
    part.miss_because(error.what());
  }
  if (archive.changes && outlet_.write) {
    changed_.push_back(scratch().end(member.name));
    archive.bytes = scratch().range();
  }
  Result result = part.take_result();
  auto& lines = archive.changes ? result.captures : result.old_captures;
  lines_.insert(lines_.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
  task_.take_part(std::move(result));
}

bool WaczRewriter::take_part(Task& part) {
  JobInput opened(part, buffer_, wacz_);
  if (opened.options.type != Type::warc) {
    part.leave({}, "is no web archive, though its name says so; left as it is");
    return false;
  }
  Outlet outlet{
      .name = part.job().path, .writes_unchanged = false, .lists_captures = true, .continues = archives_.size() > 1};
  if (outlet_.write) outlet.write = [this](std::string_view bytes) { scratch().add(bytes); };
  return take_archive(part, opened, outlet);
}

/// For --cdxj.
void WaczRewriter::list_captures() {
  std::ranges::sort(lines_);
  if (!task_.context().settings.cdxj) return;
  task_.result().captures = lines_;
  task_.result().old_captures = lines_;
}

/// Returns the names of those that go.
std::vector<std::string> WaczRewriter::replace_indexes(FileRange lines) {
  ZipArchive& zip = wacz_.zip();
  std::vector<std::string> removed;
  for (std::size_t i = 0; i < zip.members().size(); ++i) {
    const std::string& name = zip.members()[i].name;
    if (name == index_name || !is_index(name)) continue;
    zip.remove(i);
    removed.push_back(name);
  }
  const auto old = find(index_name);
  if (old) zip.replace(*old, lines, ZipMember::Method::stored, now_);
  else zip.add(std::string(index_name), lines, now_);
  return removed;
}

void WaczRewriter::replace_package(std::vector<std::string> removed, const PackageFile& index) {
  ZipArchive& zip = wacz_.zip();
  const std::string package = data_package_with(package_, std::move(changed_), std::move(removed), index).value_or("");
  const auto at = find("datapackage.json");
  const PackageFile file = scratch().put("datapackage.json", package);
  zip.replace(*at, scratch().range(), zip.members()[*at].method, now_);
  const auto digest = find("datapackage-digest.json");
  if (!digest) return;
  if (is_signed(zip.text_of(*digest, max_package_size))) {
    task_.note("its signature was of other bytes, and is gone: datapackage-digest.json has the new digest alone");
  }
  static_cast<void>(scratch().put("datapackage-digest.json", digest_of_package(file.sha256)));
  zip.replace(*digest, scratch().range(), zip.members()[*digest].method, now_);
}

void WaczRewriter::write() {
  ZipArchive& zip = wacz_.zip();
  for (const Archive& archive : archives_) {
    if (archive.changes) zip.replace(archive.index, archive.bytes, ZipMember::Method::stored, now_);
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

/// Says why what is read stays as it is, and writes it where all is written.
void leave(Task& task, const Input& input, const Outlet& outlet, const std::string& why) {
  task.leave({}, why + "; left as it is");
  task.finish();
  task.outcome().kind = Outcome::Kind::skipped;
  task.outcome().error = why;
  if (!outlet.write || !outlet.writes_unchanged) return;
  read_range({input.descriptor(), input.begin().value_or(0), input.size()}, outlet.write);
}

/// What datapackage.json says; throws InputError where it can't be made right.
std::string package_of(Wacz& wacz) {
  const auto& members = wacz.members();
  const auto found = std::ranges::find(members, "datapackage.json", &ZipMember::name);
  if (found == members.end()) throw InputError("it has no datapackage.json");
  if (found->is_encrypted || found->method == ZipMember::Method::other) {
    throw InputError("its datapackage.json can't be read");
  }
  std::string text = wacz.zip().text_of(static_cast<std::size_t>(found - members.begin()), max_package_size);
  if (!data_package_with(text, {}, {}, {})) throw InputError("its datapackage.json is no JSON that lists resources");
  return text;
}

}  // namespace

bool take_wacz(Task& task, JobInput& opened, const Outlet& outlet) {
  std::optional<Wacz> wacz;
  std::string package;
  try {
    wacz.emplace(opened.input);
    if (!task.context().settings.packs_wacz()) {
      throw InputError("is read as a WACZ where its name ends in .wacz, or with --type=wacz");
    }
    package = package_of(*wacz);
  } catch (const InputError& error) {
    leave(task, opened.input, outlet, error.what());
    return false;
  }
  if (WaczRewriter(task, *wacz, std::move(package), outlet).rewrite()) return true;
  const bool is_written = outlet.write && outlet.writes_unchanged && !task.result().is_missing;
  if (is_written) read_range({opened.input.descriptor(), *opened.input.begin(), opened.input.size()}, outlet.write);
  return false;
}

}  // namespace absolve::cli
