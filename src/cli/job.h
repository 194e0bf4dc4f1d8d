#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absolve/archive.h"
#include "settings.h"

namespace absolve::cli {

/// One input to be done: all that is known of it before it is read. A value.
struct Job {
  /// What is known of it already: then it is not read.
  enum class Trouble : std::uint8_t {
    none,
    skipped,  // by a rule: `why` is a notice
    failed,   // `why` is an error
  };

  std::string path;  // as it is opened and told: as it was given, or below a folder that was; "-": standard input
  std::string output = {};             // where the new file goes; "": there is no --output-dir
  std::string maildir_temporary = {};  // it is a message in a Maildir: the folder where a new one grows, with a slash
  std::string later_version = {};      // of that message, which stands beside it; "": there is none
  std::string why = {};
  std::optional<ArchiveRange> range = {};  // of an archive, what is done; nullopt: all of it
  Trouble trouble = Trouble::none;
  bool is_found = false;    // in a folder: nobody named it
  bool is_message = false;  // it stands where messages do: in a Maildir or an MH folder
};

/// The path of the file that is rewritten in the place of a job's input: links are followed where that is asked for;
/// "": they lead nowhere.
[[nodiscard]] std::string target_of(const Job& job, const Settings& settings);

}  // namespace absolve::cli
