#include "maildir.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <filesystem>
#include <map>
#include <span>
#include <system_error>
#include <utility>

#include "../../text/byte_sets.h"
#include "../../text/last_name.h"
#include "../../text/numbers.h"
#include "../system/files.h"
#include "absolve/input.h"

namespace absolve::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view mark = "+absolve";  // precedes the version number; no host name contains a +

/// Whether a folder has an entry of that name. Throws FileError if that can't be determined.
bool holds(const fs::path& folder, const char* name) {
  std::error_code error;
  const fs::file_type type = fs::status(folder / name, error).type();
  const bool is_unknown = type == fs::file_type::none && error.value() != ELOOP;
  if (is_unknown) throw FileError("cannot examine " + std::string(name) + ": " + error.message(), error.value());
  return type == fs::file_type::directory;
}

/// Calls `visit` with each entry of a folder. Throws FileError.
template <class Visit>
void for_each_entry(const fs::path& folder, Visit&& visit) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) visit(at->path());
  if (error) throw FileError("cannot list: " + error.message(), error.value());
}

constexpr std::string_view ends_unique_part = ",:;!";  // flags follow one of the last two where : isn't allowed

/// The name of a message: its unique part, without and with the version that rewriting has added, and the rest.
struct MessageName {
  std::string_view origin;
  unsigned long version = 0;
  std::string_view rest;  // sizes and flags

  explicit MessageName(std::string_view name) {
    const std::size_t end = std::min(name.find_first_of(ends_unique_part), name.size());
    origin = name.substr(0, end);
    rest = name.substr(end);
    const std::size_t at = origin.rfind(mark);
    if (at == std::string_view::npos) return;
    const auto number = read_number<unsigned long>(origin.substr(at + mark.size())).value_or(0);
    if (number == 0 || number == ULONG_MAX) return;
    version = number;
    origin = origin.substr(0, at);
  }
};

std::string folder_of(const std::string& path) { return path.substr(0, path.size() - last_name(path).size()); }

/// The rest of a name, after the unique part, with the right sizes: fields with sizes precede the flags, each after a
/// comma.
std::string with_sizes(std::string_view rest, const MessageSize& size) {
  std::string result;
  while (rest.starts_with(',')) {
    const std::size_t end = std::min(rest.find_first_of(ends_unique_part, 1), rest.size());
    const std::string_view field = rest.substr(0, end);
    if (field.starts_with(",S=")) {
      result.append(",S=").append(std::to_string(size.bytes()));
    } else if (field.starts_with(",W=")) {
      result.append(",W=").append(std::to_string(size.bytes_on_the_wire()));
    } else {
      result.append(field);
    }
    rest.remove_prefix(end);
  }
  return result.append(rest);
}

/// Finds the newest version of each message, and sorts the messages so that those without one come first.
void find_later_versions(std::vector<MaildirMessage>& messages) {
  struct Version {
    unsigned long number = 0;
    std::string path;
  };
  std::map<std::string_view, Version> newest;
  for (const MaildirMessage& message : messages) {
    const MessageName name(last_name(message.path));
    Version& version = newest[name.origin];
    if (name.version > version.number) version = {name.version, message.path};
  }
  for (MaildirMessage& message : messages) {
    const MessageName name(last_name(message.path));
    const Version& version = newest.at(name.origin);
    if (name.version < version.number) message.later = version.path;
  }
  // Newest versions may be renamed when older ones are removed.
  std::stable_partition(messages.begin(), messages.end(),
                        [](const MaildirMessage& message) { return message.later.empty(); });  // for clang 14
}

using Unseen = std::function<void(const std::string& path, int error)>;

/// The first bytes of a file; "" if it is not a file that can be read.
std::string beginning_of(const std::string& path, const Unseen& unseen) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  std::string bytes(enough_to_detect, '\0');
  const ssize_t got = file ? ::read(file.get(), bytes.data(), bytes.size()) : -1;
  if (got < 0) unseen(path, errno);
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return bytes;
}

/// Whether the files in cur and new look like messages, judged by the first ones whose content shows what they are. If
/// there are none, it is regarded as a Maildir, which may be empty.
bool look_like_messages(const std::vector<MaildirMessage>& files, const Unseen& unseen) {
  constexpr std::size_t enough = 16;
  bool are_empty = true;
  for (const MaildirMessage& file : std::span(files).first(std::min(files.size(), enough))) {
    const std::string beginning = beginning_of(file.path, unseen);
    const Type type = detect(beginning, {.is_found = true}).type;
    if (type != Type::unknown) return type == Type::mime || type == Type::mbox;
    are_empty = are_empty && beginning.empty();
  }
  return are_empty;
}

/// The flags in the name of a message.
struct Flags {
  std::string_view name;  // without the flags
  char before = ':';      // what precedes them, or would
  bool are_said = false;
  std::string_view letters;

  explicit Flags(std::string_view path) : name(last_name(path)) {
    const std::size_t at = std::min(name.find_first_of(":;!"), name.size());
    if (name.substr(std::min(at + 1, name.size()), 2) != "2,") return;
    before = name[at];
    are_said = true;
    letters = name.substr(at + 3);
    name = name.substr(0, at);
  }
};

/// Whatever the path leads through.
bool is_in_cur(const std::string& path) {
  std::error_code error;
  return fs::canonical(directory_of(path), error).filename() == "cur";
}

/// The path of a later version, with the flags of the older one added.
std::string with_flags_of(const std::string& older, const std::string& later) {
  const Flags given(older);
  const Flags flags(later);
  std::string folder = folder_of(later);
  if (is_in_cur(older) && !is_in_cur(later)) folder = folder_of(older);
  const auto is_new = [&](char letter) { return flags.letters.find(letter) == std::string_view::npos; };
  const bool adds = (given.are_said && !flags.are_said) || std::ranges::any_of(given.letters, is_new);
  if (!adds) return folder.append(last_name(later));
  std::string letters = std::string(flags.letters).append(given.letters);
  std::ranges::sort(letters);  // Maildir requires this order
  letters.erase(std::unique(letters.begin(), letters.end()), letters.end());
  const char before = flags.are_said ? flags.before : given.before;
  return folder.append(flags.name).append(1, before).append("2,").append(letters);
}

/// Finds a file of a Maildir by its device and inode, if it has been renamed; returns whether it exists.
bool find_again(std::string& path, const struct stat& file) {
  if (leads_to(path, file)) return true;
  std::error_code error;
  const fs::path maildir = fs::canonical(directory_of(path), error).parent_path();
  if (error) return false;
  bool is_found = false;
  for (const char* state : {"cur", "new"}) {
    if (is_found) break;
    for_each_entry(maildir / state, [&](const fs::path& entry) {
      if (is_found || !leads_to(entry.string(), file)) return;
      path = entry.string();
      is_found = true;
    });
  }
  return is_found;
}

/// Renames a message to a name that no other file has; returns false if the message has lost its own name meanwhile.
bool rename_message(const std::string& from, const std::string& to) {
  if (rename_anew(from, to)) return true;
  if (errno == ENOENT) return false;
  fail("cannot transfer the flags to " + to);
}

}  // namespace

std::optional<Maildir> read_maildir(const std::string& path, const Unseen& unseen) {
  const fs::path folder(path);
  if (!holds(folder, "cur") || !holds(folder, "new")) return std::nullopt;
  Maildir result;
  result.temporary = (folder / "tmp" / "").string();
  for (const char* state : {"cur", "new"}) {
    std::vector<std::string> names;
    for_each_entry(folder / state, [&](const fs::path& entry) {
      if (!entry.filename().string().starts_with('.')) names.push_back(entry.string());
    });
    std::ranges::sort(names);
    for (std::string& name : names) result.messages.push_back({std::move(name)});
  }
  if (!look_like_messages(result.messages, unseen)) return std::nullopt;
  if (!holds(folder, "tmp")) {
    if (result.messages.empty()) return std::nullopt;
    throw FileError("looks like a Maildir, but has no tmp folder");
  }
  find_later_versions(result.messages);
  for_each_entry(folder, [&](const fs::path& entry) {
    std::error_code none;  // those that can't be examined are not Maildirs
    if (fs::is_directory(entry / "cur", none) && fs::is_directory(entry / "new", none)) ++result.subfolders;
  });
  return result;
}

std::string temporary_beside(const std::string& message) {
  std::error_code error;
  const fs::path state = fs::canonical(directory_of(message), error);
  const bool is_unknown = error && error != std::errc::no_such_file_or_directory && error != std::errc::not_a_directory;
  if (is_unknown) throw FileError("cannot examine its folder: " + error.message(), error.value());
  const bool is_state = !error && (state.filename() == "cur" || state.filename() == "new");
  const fs::path folder = state.parent_path();
  if (!is_state || !holds(folder, "tmp")) return "";
  std::string temporary = (folder / "tmp" / "").string();
  try {
    return read_maildir(folder.string()) ? temporary : "";
  } catch (const FileError&) {  // the folder can't be listed
    return temporary;
  }
}

void MessageSize::add(std::string_view piece) noexcept {
  if (piece.empty()) return;
  bytes_ += piece.size();
  bare_newlines_ += count_in_set<Bytes<'\n'>>(piece);
  if (last_ == '\r' && piece.starts_with('\n')) --bare_newlines_;
  const auto next_pair = [&](std::size_t at) { return find_pair<Bytes<'\r'>, Bytes<'\n'>>(piece, at); };
  for (std::size_t at = next_pair(0); at < piece.size(); at = next_pair(at + 1)) --bare_newlines_;
  last_ = piece.back();
}

std::string renamed_message(const std::string& path, const MessageSize& size) {
  const MessageName name(last_name(path));
  return folder_of(path).append(name.origin).append(mark).append(std::to_string(name.version + 1)) +
         with_sizes(name.rest, size);
}

bool says_size(std::string_view path) noexcept {
  const std::string_view rest = MessageName(last_name(path)).rest;
  return rest.find(",S=") != std::string_view::npos || rest.find(",W=") != std::string_view::npos;
}

std::string resized_message(const std::string& path, const MessageSize& size) {
  const std::string_view name = last_name(path);
  const std::string_view rest = MessageName(name).rest;
  return folder_of(path).append(name.substr(0, name.size() - rest.size())) + with_sizes(rest, size);
}

bool is_leftover(const struct stat& older, int rewritten, const std::string& later) {
  const Descriptor file(::open(later.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  const auto status = status_of(file.get());
  return status && S_ISREG(status->st_mode) && is_same_time(older.st_mtim, status->st_mtim) &&
         have_same_bytes(file.get(), rewritten);
}

void remove_older(const std::string& older, const struct stat& older_status, const std::string& later,
                  const struct stat& later_status) {
  constexpr int attempts = 100;  // other programs may rename it at any time, but hardly as often
  std::string old_path = older;
  std::string new_path = later;
  for (int i = 0; i < attempts; ++i) {
    if (!find_again(old_path, older_status) || !find_again(new_path, later_status)) return;
    const std::string wanted = with_flags_of(old_path, new_path);
    if (wanted != new_path && !rename_message(new_path, wanted)) continue;
    new_path = wanted;
    if (::unlink(old_path.c_str()) == 0) return;
    if (errno != ENOENT) fail("cannot remove the original message");
  }
  throw FileError("cannot remove the original message: it keeps being renamed");
}

}  // namespace absolve::cli
