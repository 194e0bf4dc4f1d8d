// The list of jobs. jobs_of() makes it before the first input is processed; from then on, each worker gets one Job
// after another, and the Sink reports each result together with its Job.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../options/settings.h"
#include "../system/open_folder.h"
#include "absolve/options.h"

namespace absolve::cli {

/// One input, with all that is known of it before it is read. A value type.
struct Job {
  /// Why it is not read.
  enum class Exclusion : std::uint8_t {
    none,
    hidden,   // skipped, as most users want: `why` is a detail
    skipped,  // by a rule: `why` is a notice
    failed,   // `why` is an error
  };

  /// An archive in a WACZ that is processed by itself.
  struct Member {
    std::string file;   // the path of the WACZ
    std::size_t index;  // in its central directory
  };

  std::string path;  // the path that is opened, and shown in messages: as it was given, or below a folder that was
                     // given; "-": standard input
  std::string output = {};             // where the new file goes; "" if there is no --output-dir
  std::string maildir_temporary = {};  // of a message in a Maildir: the folder for the new file, with a slash
  std::string later_version = {};      // the later version of that message in the same folder; "" if there is none
  std::string why = {};
  std::string_view kind = {};              // if it is skipped: that of the message
  std::optional<ArchiveRange> range = {};  // the range of an archive that is processed; nullopt means all of it
  std::optional<Member> member = {};       // if so, `path` is that of the WACZ and the name of the archive in it
  std::size_t root_size = 0;               // size of the path, with a slash, of the named folder that it was found in
  Exclusion exclusion = Exclusion::none;
  bool is_found = false;        // found in a folder, not named by the user
  bool is_hidden = false;       // its name or that of a folder is hidden: it is not read, but copied
  bool is_message = false;      // it is in a folder for messages: a Maildir or an MH folder
  bool has_folder_url = false;  // --url and --image-url are those of the folder that it was found in

  [[nodiscard]] bool is_to_be_read() const noexcept { return exclusion == Exclusion::none; }
  /// The path of the file that is opened.
  [[nodiscard]] const std::string& file() const noexcept { return member ? member->file : path; }
};

/// Everything that there is to do.
struct Jobs {
  std::vector<Job> jobs;  // in the order of the command line, then of --files-from; in folders by name
  std::optional<std::size_t> output_root_size = {};  // size of the path of --output-dir, with a slash, in outputs
  std::vector<std::string> notices = {};             // messages about all jobs together
  std::size_t kept_by_wget = 0;                      // number of files with an original next to them, as wget -K keeps
                                                     // it
  std::vector<std::string> folders;  // with --output-dir: the folders that must exist, each after the one around it
};

/// The offset in a job's path, or in another path in the same folder, of the part that is opened without following
/// links; nullopt if there is none, since the user named the path, or links are followed.
[[nodiscard]] std::optional<std::size_t> root_of(const std::string& path, const Job& job, const Settings& settings);

/// The path of a job that was found in a folder, below the folder that was named.
[[nodiscard]] std::string_view path_below_root(const Job& job) noexcept;

/// How missing folders below --output-dir are created.
[[nodiscard]] constexpr Missing folders_to_make(const Settings& settings) noexcept {
  return settings.fsync == Fsync::full ? Missing::make_lasting : Missing::make;
}

/// The path of the file that is replaced when a job's input is rewritten in place: links are followed if that is
/// requested; "" if they lead nowhere.
[[nodiscard]] std::string target_of(const Job& job, const Settings& settings);

}  // namespace absolve::cli
