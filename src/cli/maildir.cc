#include "maildir.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <filesystem>
#include <map>
#include <system_error>

#include "files.h"

namespace absolve::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view mark = "+absolve";  // before the number of a version; no host has a + in its name

/// Whether a folder has one of that name in it. Throws FileError where that can't be told.
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

constexpr std::string_view ends_unique_part = ",:;!";  // flags stand after one of the last two where : can't be written

/// The name of a message: its unique part, without and with what rewriting has put there, and what stands after it.
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
    const char* const digits = origin.data() + at + mark.size();
    const char* const digits_end = origin.data() + origin.size();
    const auto [after, error] = std::from_chars(digits, digits_end, version);
    if (error == std::errc() && after == digits_end && version > 0 && version < ULONG_MAX) {
      origin = origin.substr(0, at);
    } else {
      version = 0;
    }
  }
};

bool are_of_one_time(const std::string& a, const std::string& b) noexcept {
  struct stat first {};
  struct stat second {};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 &&
         first.st_mtim.tv_sec == second.st_mtim.tv_sec && first.st_mtim.tv_nsec == second.st_mtim.tv_nsec;
}

std::string_view name_of(std::string_view path) noexcept {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string folder_of(const std::string& path) { return path.substr(0, path.size() - name_of(path).size()); }

/// What follows the unique part, with right sizes: fields of sizes stand before the flags, each after a comma.
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

/// Calls `take` with each message that a later version of it stands beside, and takes it off the list.
template <class Take>
void for_each_superseded(Maildir& maildir, Take&& take) {
  struct Version {
    unsigned long number = 0;
    std::string path;
  };
  std::map<std::string_view, Version> newest;
  for (const std::string& path : maildir.messages) {
    const MessageName name(name_of(path));
    Version& version = newest[name.origin];
    if (name.version > version.number) version = {name.version, path};
  }
  // What a run writes anew has the time of what it replaces; what has another was put there by somebody.
  const auto is_superseded = [&](const std::string& path) {
    const MessageName name(name_of(path));
    const Version& version = newest.at(name.origin);
    return name.version < version.number && are_of_one_time(path, version.path);
  };
  std::vector<std::string> left;
  for (const std::string& path : maildir.messages) {
    if (!is_superseded(path)) {
      left.push_back(path);
    } else {
      take(path);
    }
  }
  maildir.messages = std::move(left);
}

}  // namespace

std::optional<Maildir> read_maildir(const std::string& path) {
  const fs::path folder(path);
  if (!holds(folder, "cur") || !holds(folder, "new")) return std::nullopt;
  if (!holds(folder, "tmp")) throw FileError("looks like a Maildir, but has no tmp");
  Maildir result;
  result.temporary = (folder / "tmp" / "").string();
  for (const char* state : {"cur", "new"}) {
    std::vector<std::string> names;
    for_each_entry(folder / state, [&](const fs::path& entry) {
      if (!entry.filename().string().starts_with('.')) names.push_back(entry.string());
    });
    std::ranges::sort(names);
    result.messages.insert(result.messages.end(), names.begin(), names.end());
  }
  for_each_entry(folder, [&](const fs::path& entry) {
    std::error_code none;  // which can't be looked into aren't
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
  const bool is_maildir = is_state && holds(folder, "cur") && holds(folder, "new") && holds(folder, "tmp");
  return is_maildir ? (folder / "tmp" / "").string() : "";
}

void MessageSize::add(std::string_view piece) noexcept {
  bytes_ += piece.size();
  for (const char c : piece) {
    bare_newlines_ += c == '\n' && last_ != '\r' ? 1 : 0;
    last_ = c;
  }
}

std::string renamed_message(const std::string& path, const MessageSize& size) {
  const MessageName name(name_of(path));
  return folder_of(path).append(name.origin).append(mark).append(std::to_string(name.version + 1)) +
         with_sizes(name.rest, size);
}

bool says_size(std::string_view path) noexcept {
  const std::string_view rest = MessageName(name_of(path)).rest;
  return rest.find(",S=") != std::string_view::npos || rest.find(",W=") != std::string_view::npos;
}

std::string resized_message(const std::string& path, const MessageSize& size) {
  const std::string_view name = name_of(path);
  const std::string_view rest = MessageName(name).rest;
  return folder_of(path).append(name.substr(0, name.size() - rest.size())) + with_sizes(rest, size);
}

void clear_superseded(Maildir& maildir) {
  for_each_superseded(maildir, [](const std::string& path) {
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) fail("cannot remove what a run that was killed has left");
  });
}

void pass_over_superseded(Maildir& maildir) {
  for_each_superseded(maildir, [](const std::string&) {});
}

}  // namespace absolve::cli
