#include "walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "../system/files.h"
#include "../system/open_folder.h"
#include "../system/own_names.h"
#include "../system/paths.h"
#include "../system/signals.h"
#include "maildir.h"
#include "sight.h"

namespace absolve::cli {
namespace {

constexpr const char* is_hidden_file = "is hidden, as its name starts with a dot; skipped (--hidden reads it)";
constexpr const char* is_hidden_folder = "is hidden, as its name starts with a dot; not entered (--hidden reads it)";
constexpr const char* no_regular_file = "is not a regular file; skipped";

std::string cannot_list(int error) { return std::string("cannot list: ") + std::strerror(error); }
std::string cannot_examine(int error) { return std::string("cannot examine: ") + std::strerror(error); }

bool is_number(std::string_view name) noexcept {
  return !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Whether a folder belongs to a version control system, which keeps other forms of the same files in it.
bool is_of_version_control(std::string_view name) noexcept {
  constexpr auto names = std::to_array<std::string_view>({".bzr", ".git", ".hg", ".svn", "CVS"});
  return std::ranges::find(names, name) != names.end();
}

/// Whether a link leads into such a folder, below `root` or elsewhere.
bool leads_to_version_control(const std::string& link, const std::string& root) {
  const std::string target = real_path(link) + '/';
  const std::string known = real_path(root) + '/';
  for (std::size_t begin = target.starts_with(known) ? known.size() : 1, end = 0;
       (end = target.find('/', begin)) != std::string::npos; begin = end + 1) {
    if (is_of_version_control(std::string_view(target).substr(begin, end - begin))) return true;
  }
  return false;
}

/// Numbers by value, however many digits they have, before all other names.
bool is_before_in_mh(std::string_view a, std::string_view b) noexcept {
  if (!is_number(a) || !is_number(b)) return is_number(a) != is_number(b) ? is_number(a) : a < b;
  const auto digits = [](std::string_view name) {
    return name.substr(std::min(name.find_first_not_of('0'), name.size()));
  };
  const std::string_view x = digits(a);
  const std::string_view y = digits(b);
  if (x.size() != y.size()) return x.size() < y.size();
  return x != y ? x < y : a < b;
}

}  // namespace

std::string why_not_messages(const Settings& settings, const std::string& is_what) {
  const Type type = settings.every_input.type;
  if (type != Type::automatic && type != Type::mime) return is_what + "which contains messages: use --type mime";
  if (settings.in_place_suffix && !settings.in_place_suffix->empty()) {
    return is_what + "where the originals would become new messages: use -i without a suffix";
  }
  return "";
}

Walk::Walk(const Settings& settings, const std::optional<FileId>& output_dir, Jobs& jobs)
    : settings_(settings), output_dir_(output_dir), jobs_(jobs), globs_(settings.includes, settings.excludes) {}

void Walk::start_at(const std::string& path) {
  path_ = path;
  while (path_.ends_with('/')) path_.pop_back();
  path_ += '/';
  root_size_ = path_.size();
}

bool Walk::maildir(const std::string& path) {
  start_at(path);
  return visit_maildir();
}

Walk::Holds Walk::folder(const std::string& path) {
  entered_.clear();
  copied_.clear();
  start_at(path);
  enter(Nature::plain);
  const bool holds_messages = !levels_.empty() && levels_.front().nature != Nature::plain;
  while (!levels_.empty()) {
    Level& level = levels_.back();
    path_.resize(level.path_size);
    if (level.next == level.entries.size()) {
      levels_.pop_back();
      continue;
    }
    const Entry entry = std::move(level.entries[level.next++]);
    path_ += entry.name;
    visit(entry, level);  // may enter a folder, which becomes the last level
  }
  return holds_messages ? Holds::messages : Holds::files;
}

/// The job for the entry at path_.
Job Walk::job(Job::Exclusion exclusion, std::string why) const {
  std::string path = path_;
  if (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return {.path = std::move(path),
          .why = std::move(why),
          .root_size = root_size_,
          .exclusion = exclusion,
          .is_found = true};
}

/// Reads the folder at path_, which ends with a slash.
void Walk::enter(Nature around, bool is_hidden) {
  stop_if_asked();
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(open(), ::closedir);
  if (!folder) return fail_to_see(cannot_list(errno));
  if (!is_to_be_entered(::dirfd(folder.get()), is_hidden)) return;
  Level level{.entries = list(folder.get()), .path_size = path_.size(), .is_hidden = is_hidden};
  const auto holds = [&](std::string_view name) {
    return std::ranges::any_of(level.entries, [&](const Entry& entry) { return entry.name == name; });
  };
  const bool is_root = levels_.empty();
  if (is_hidden) {
    // Everything is copied unchanged.
  } else if (holds("cur") && holds("new") && visit_maildir()) {
    std::erase_if(level.entries,
                  [](const Entry& entry) { return entry.name == "cur" || entry.name == "new" || entry.name == "tmp"; });
    level.nature = Nature::in_maildir;
  } else if (around == Nature::in_maildir || around == Nature::state_of_maildir) {
    level.nature = Nature::in_maildir;
  } else if (std::string temporary = is_root ? temporary_around() : ""; !temporary.empty()) {
    const std::string error = why_not_messages(settings_, "is in a Maildir, ");
    if (!error.empty()) return fail(error);
    level.nature = Nature::state_of_maildir;
    if (is_rewritten()) level.temporary = std::move(temporary);
  } else if (holds(".mh_sequences")) {
    level.nature = Nature::mh;
    std::ranges::sort(level.entries, is_before_in_mh, &Entry::name);
  }
  levels_.push_back(std::move(level));
}

/// Opens the folder at path_; nullptr if it can't be opened (errno says why), or is a link that is not followed.
DIR* Walk::open() const {
  if (settings_.symlinks == Symlinks::follow) return ::opendir(path_.c_str());
  try {
    Descriptor folder = open_beneath(path_, root_size_);
    const bool is_listable = (::fcntl(folder.get(), F_GETFL) & O_PATH) == 0;  // otherwise it may only be searched
    DIR* const stream = is_listable ? ::fdopendir(folder.get()) : nullptr;
    if (!is_listable) errno = EACCES;
    if (stream != nullptr) static_cast<void>(folder.release());
    return stream;
  } catch (const FileError& error) {
    errno = error.code();
    return nullptr;
  }
}

/// Not the output folder; and if links are followed, no folder twice: they may lead to one around it.
bool Walk::is_to_be_entered(int folder, bool is_hidden) {
  const auto status = status_of(folder);
  if (!status) {
    fail_to_see(cannot_list(errno));
    return false;
  }
  const FileId id(*status);
  if (settings_.output_dir && !output_dir_) {  // another shard may have created it meanwhile
    if (const auto made = status_in_sight(settings_, *settings_.output_dir)) output_dir_ = FileId(*made);
  }
  if (output_dir_ == id) return false;
  if (settings_.symlinks == Symlinks::skip || (is_hidden ? copied_ : entered_).insert(id).second) return true;
  skip("read-before", "is a folder that was already read under another name");
  return false;
}

/// The entries, sorted by name. If the folder can't be listed completely, a message says so.
std::vector<Walk::Entry> Walk::list(DIR* folder) {
  std::vector<Entry> entries;
  for (;;) {
    errno = 0;
    const dirent* const at = ::readdir(folder);
    if (at == nullptr) break;
    const std::string_view name(at->d_name);
    if (name != "." && name != "..") entries.push_back({std::string(name), kind_of(folder, *at)});
  }
  if (errno != 0) fail_to_see(cannot_list(errno));
  std::ranges::sort(entries, {}, &Entry::name);
  return entries;
}

Walk::Kind Walk::kind_of(DIR* folder, const dirent& entry) const {
  struct stat status {};
  unsigned char type = entry.d_type;
  if (type == DT_UNKNOWN) {
    if (::fstatat(::dirfd(folder), entry.d_name, &status, AT_SYMLINK_NOFOLLOW) == 0) type = IFTODT(status.st_mode);
    else fail_if_sharded_unless_gone(path_ + entry.d_name, errno);
  }
  switch (type) {
    case DT_DIR: return Kind::folder;
    case DT_LNK: return Kind::link;
    case DT_REG:
    case DT_UNKNOWN: return Kind::file;  // it has disappeared, so reading it will fail
    default: return Kind::other;
  }
}

/// The folder where new messages are written, if the folder at path_ is one in which a Maildir stores its messages.
std::string Walk::temporary_around() const {
  try {
    return temporary_beside(path_);
  } catch (const FileError& error) {
    fail_if_sharded(settings_, path_, error.what());
    return "";
  }
}

/// Takes the messages in the folder at path_ if it is a Maildir.
bool Walk::visit_maildir() {
  std::optional<Maildir> maildir;
  try {
    maildir = read_maildir(path_, [this](const std::string& path, int error) {
      if (error != EISDIR) fail_if_sharded_unless_gone(path, error);
    });
  } catch (const FileError& error) {
    error.code() == 0 ? fail(error.what()) : fail_to_see(error.what());
    return true;
  }
  if (!maildir) return false;
  std::string error = why_not_messages(settings_, "is a Maildir, ");
  if (error.empty() && settings_.view == View::rewritten && !settings_.writes_each() && !settings_.dry_run) {
    error = "is a Maildir: -i rewrites its messages (--list, --explain, --check and --diff show them)";
  }
  if (!error.empty()) {
    fail(error);
    return true;
  }
  if (!settings_.recursive && maildir->subfolders > 0) {
    skip("other-maildirs",
         "contains other Maildirs, which are not read without -r: " + std::to_string(maildir->subfolders));
  }
  if (settings_.output_dir) {
    for (const char* name : {"cur", "new", "tmp"}) jobs_.folders.push_back(std::string(below()) + name);
  }
  const Level level{.nature = Nature::state_of_maildir, .temporary = is_rewritten() ? maildir->temporary : ""};
  const std::string folder = path_;
  const auto is_excluded = [&](const char* state) {
    path_ = folder + state;
    return !globs_.enters(state, below());
  };
  const bool without_cur = is_excluded("cur");
  const bool without_new = is_excluded("new");
  for (auto& [message, later] : maildir->messages) {
    path_ = std::move(message);
    if (path_[folder.size()] == 'c' ? without_cur : without_new) continue;
    const auto status = own_status(path_);
    const mode_t mode = status ? status->st_mode : S_IFREG;  // it has disappeared: reading it will fail
    const Kind kind = S_ISLNK(mode) ? Kind::link : S_ISREG(mode) ? Kind::file : Kind::other;
    const std::size_t before = jobs_.jobs.size();
    visit({std::string(last_name(path_)), kind}, level);
    const bool is_older = kind == Kind::file && is_rewritten() && jobs_.jobs.size() > before;
    if (is_older) jobs_.jobs.back().later_version = std::move(later);
  }
  path_ = folder;
  return true;
}

/// Takes the entry at path_.
void Walk::visit(const Entry& entry, const Level& level) {
  switch (entry.kind) {
    case Kind::folder:
      if (level.nature == Nature::state_of_maildir) break;
      return visit_folder(entry.name, level);
    case Kind::link: return visit_link(entry.name, level);
    case Kind::file: return visit_file(entry.name, level);
    case Kind::other: break;
  }
  if (wants(entry.name, level.nature)) report_left(entry.name, level, "no-file", no_regular_file);
}

/// Skips the entry at path_; unless it is hidden, users want to know of it.
void Walk::report_left(const std::string& name, const Level& level, std::string_view kind, std::string why) {
  if (hides(name, level)) return pass_over(is_hidden_file);
  skip(kind, std::move(why));
}

void Walk::skip(std::string_view kind, std::string why) {
  jobs_.jobs.push_back(job(Job::Exclusion::skipped, std::move(why)));
  jobs_.jobs.back().kind = kind;
}

void Walk::visit_folder(const std::string& name, const Level& level) {
  if (!globs_.enters(name.c_str(), below())) return;
  if (is_of_version_control(name)) return pass_over("is a version control folder; not entered");
  const bool is_hidden = hides(name, level);
  if (is_hidden && !settings_.output_dir) return pass_over(is_hidden_folder);
  path_ += '/';
  enter(level.nature, is_hidden);
}

/// Whether the entry with this name at path_ must not be read because its name, or that of a folder around it, is
/// hidden.
bool Walk::hides(const std::string& name, const Level& level) const {
  return level.is_hidden || (!settings_.hidden && level.nature != Nature::in_maildir && name.starts_with('.'));
}

void Walk::visit_link(const std::string& name, const Level& level) {
  const auto status = status_of(path_);
  const int error = status ? 0 : errno;
  if (error != 0) fail_if_sharded_unless_gone(path_, error);
  const bool is_folder = status && S_ISDIR(status->st_mode);
  if (is_folder ? !globs_.enters(name.c_str(), below()) : !wants(name, level.nature)) return;
  if (settings_.symlinks == Symlinks::skip) {
    return report_left(name, level, "link", "is a symbolic link; skipped (--symlinks=follow follows it)");
  }
  if (error != 0) {
    return report_left(name, level, "dangling-link",
                       std::string("is a dangling symbolic link: ") + std::strerror(error));
  }
  if (leads_to_version_control(path_, path_.substr(0, root_size_)))
    return pass_over("is a symbolic link into a version control folder; skipped");
  if (is_folder && level.nature != Nature::state_of_maildir) return visit_folder(name, level);
  if (!S_ISREG(status->st_mode)) return report_left(name, level, "no-file", no_regular_file);
  visit_file(name, level);
}

void Walk::visit_file(const std::string& name, const Level& level) {
  if (is_original_of_wget()) ++jobs_.kept_by_wget;
  if (!wants(name, level.nature) || is_temporary(name) || is_old_name(name) || is_lock() || is_backup()) return;
  const bool is_hidden = hides(name, level);
  if (is_hidden && !settings_.output_dir) return pass_over(is_hidden_file);
  Job found = job(Job::Exclusion::none);
  found.is_hidden = is_hidden;
  found.is_message = level.nature == Nature::mh || level.nature == Nature::state_of_maildir;
  found.maildir_temporary = level.temporary;
  if (settings_.output_dir) found.output = below();
  jobs_.jobs.push_back(std::move(found));
}

/// Whether the file at path_ is a backup that an earlier run with the same suffix has made.
bool Walk::is_backup() const {
  const std::string suffix = settings_.in_place_suffix.value_or("");
  if (suffix.empty() || !path_.ends_with(suffix)) return false;
  const auto status = own_status(path_.substr(0, path_.size() - suffix.size()));
  return status && S_ISREG(status->st_mode);
}

/// Whether the file at path_ is the original of another, as wget -K keeps it: `page.orig` for `page` and, with -E, for
/// `page.html`. Not a backup that an earlier run has made.
bool Walk::is_original_of_wget() const {
  constexpr std::string_view suffix = ".orig";
  if (!path_.ends_with(suffix) || settings_.in_place_suffix == suffix) return false;
  const std::string stem = path_.substr(0, path_.size() - suffix.size());
  return std::ranges::any_of(std::array{stem, stem + ".html"}, [&](const std::string& page) {
    const auto status = own_status(page);
    return status && S_ISREG(status->st_mode);
  });
}

/// Whether the file at path_ is a lock file that absolve has made for a mailbox.
bool Walk::is_lock() const {
  try {
    return is_own_dot_lock(path_);
  } catch (const FileError& error) {
    fail_if_sharded(settings_, path_, error.what());
    return false;
  }
}

/// The status of a path itself, even if it is a link; nullopt if it can't be examined.
std::optional<struct stat> Walk::own_status(const std::string& path) const {
  const auto status = own_status_of(path);
  if (!status) fail_if_sharded_unless_gone(path, errno);
  return status;
}

void Walk::fail_if_sharded_unless_gone(const std::string& path, int error) const {
  if (!says_that_nothing_is_there(error)) fail_if_sharded(settings_, path, cannot_examine(error));
}

/// Called if the entry at path_ can't be examined.
void Walk::fail_to_see(std::string why) {
  fail_if_sharded(settings_, path_, why);
  fail(std::move(why));
}

/// Whether a file of that name at path_ is an input.
bool Walk::wants(const std::string& name, Nature around) {
  switch (around) {
    case Nature::plain: break;
    case Nature::in_maildir: return false;
    case Nature::state_of_maildir:
      if (name.starts_with('.')) return false;
      break;
    case Nature::mh:
      if (!is_number(name)) return false;
      break;
  }
  return globs_.takes_file(name.c_str(), below());
}

}  // namespace absolve::cli
