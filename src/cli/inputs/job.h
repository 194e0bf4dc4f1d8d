#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../options/settings.h"
#include "../system/open_folder.h"
#include "absolve/archive.h"

namespace absolve::cli {

/// One input to be done: all that is known of it before it is read. A value.
struct Job {
  /// What is known of it already: then it is not read.
  enum class Exclusion : std::uint8_t {
    none,
    hidden,   // skipped, as most people want it to be: `why` is a detail
    skipped,  // by a rule: `why` is a notice
    failed,   // `why` is an error
  };

  /// An archive in a WACZ that is done by itself.
  struct Member {
    std::string file;   // the path of the WACZ
    std::size_t index;  // in its central directory
  };

  std::string
      path;  // as it is opened and named in messages: as it was given, or below a folder that was; "-": standard input
  std::string output = {};             // where the new file goes; "": there is no --output-dir
  std::string maildir_temporary = {};  // it is a message in a Maildir: the folder where a new one grows, with a slash
  std::string later_version = {};      // of that message, which stands beside it; "": there is none
  std::string why = {};
  std::optional<ArchiveRange> range = {};  // of an archive, what is done; nullopt: all of it
  std::optional<Member> member = {};       // then `path` is that of the WACZ, and the name of the archive in it
  std::size_t root_size = 0;  // of the path of the folder that was named, with a slash, which it was found below
  Exclusion exclusion = Exclusion::none;
  bool is_found = false;        // in a folder: nobody named it
  bool is_hidden = false;       // by its name or a folder's: it is not read, but copied
  bool is_message = false;      // it stands where messages do: in a Maildir or an MH folder
  bool has_folder_url = false;  // --url is not its own, but that of the folder which it was found below

  [[nodiscard]] bool is_to_be_read() const noexcept { return exclusion == Exclusion::none; }
  /// The path of the file that is opened.
  [[nodiscard]] const std::string& file() const noexcept { return member ? member->file : path; }
};

/// What there is to do.
struct Jobs {
  std::vector<Job> jobs;  // in the order of the command line, --files-from after it; folders by name
  std::optional<std::size_t> output_root_size = {};  // of the path of --output-dir in outputs, with a slash
  std::vector<std::string> notices = {};             // messages about all together
  std::size_t kept_by_wget = 0;                      // how many have an original beside them, as wget -K keeps it
  std::vector<std::string> folders;  // with --output-dir: those to be made, where they aren't there, in that order
};

/// Where in its path, or in another of the same folder, that begins which is opened without following links; nullopt:
/// nowhere, as it was named, or links are followed.
[[nodiscard]] std::optional<std::size_t> root_of(const std::string& path, const Job& job, const Settings& settings);

/// The path of a job that was found, below the folder that was named.
[[nodiscard]] std::string_view path_below_root(const Job& job) noexcept;

/// How folders below --output-dir are made that aren't there.
[[nodiscard]] constexpr Missing folders_to_make(const Settings& settings) noexcept {
  return settings.fsync == Fsync::full ? Missing::make_lasting : Missing::make;
}

/// The path of the file that is rewritten in the place of a job's input: links are followed where that is asked for;
/// "": they lead nowhere.
[[nodiscard]] std::string target_of(const Job& job, const Settings& settings);

}  // namespace absolve::cli
