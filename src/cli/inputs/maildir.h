// What the program knows about Maildirs. Walk finds the messages in one, rewrite_file() asks for the new name of a
// rewritten message, and Replacement has the older version removed.

#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace absolve::cli {

/// A file in the cur or new folder of a Maildir.
struct MaildirMessage {
  std::string path;
  std::string later = {};  // the newest version of it (renamed_message) in the same Maildir; "" if there is none
};

/// A folder in the Maildir format.
struct Maildir {
  std::vector<MaildirMessage> messages;  // by name, those in cur first; those with a later version after all others
  std::string temporary;                 // the folder where new files are written, with a slash at its end
  std::size_t subfolders = 0;            // number of further Maildirs in it, which are not examined
};

/// nullopt if the path is not a folder with cur and new in it, or the files in these don't look like messages, as in
/// the folder of a web site. Throws FileError, also if tmp is missing. `unseen` is called with each file whose
/// beginning can't be read, and the error.
[[nodiscard]] std::optional<Maildir> read_maildir(
    const std::string& path,
    const std::function<void(const std::string& path, int error)>& unseen = [](const std::string&, int) {});

/// The folder for new files (see above) of the Maildir that a message is in; "" if it is not in one. Throws FileError
/// if that can't be determined.
[[nodiscard]] std::string temporary_beside(const std::string& message);

/// The sizes of a message that may be in its name in a Maildir.
class MessageSize {
 public:
  void add(std::string_view piece) noexcept;
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  /// The size with CR LF at the end of each line.
  [[nodiscard]] std::size_t bytes_on_the_wire() const noexcept { return bytes_ + bare_newlines_; }

 private:
  std::size_t bytes_ = 0;
  std::size_t bare_newlines_ = 0;
  char last_ = 0;
};

/// The path of a changed message. It must have a new name, as mail readers cache texts by their names:
///
///     cur/1718.M1P2.host,S=8267,W=8414:2,S  ->  cur/1718.M1P2.host+absolve1,S=8301,W=8449:2,S
///         |------------|                            |---------------------| the next is 1718.M1P2.host+absolve2
///          unique part  sizes     flags
///
/// It only contains sizes if it did before.
[[nodiscard]] std::string renamed_message(const std::string& path, const MessageSize& size);

/// Whether the name of a message contains its size.
[[nodiscard]] bool says_size(std::string_view path) noexcept;

/// The path for a copy of a message in another Maildir: its name, with the right sizes if it contains any.
[[nodiscard]] std::string resized_message(const std::string& path, const MessageSize& size);

/// Whether an older version of a message was left by a run that was killed: its rewritten form, with the same options,
/// is identical to the file next to it, which has the same delivery time. `rewritten` is an open file with that form.
[[nodiscard]] bool is_leftover(const struct stat& older, int rewritten, const std::string& later);

/// Removes a message that was replaced by a later version in the same Maildir. If they have been renamed meanwhile,
/// both are searched for. A flag that was set on the older one meanwhile is added to the name of the later one; if the
/// older one was moved to cur, the later one is moved, too. If one of them is gone, the other is kept. Throws
/// FileError.
void remove_older(const std::string& older, const struct stat& older_status, const std::string& later,
                  const struct stat& later_status);

}  // namespace absolve::cli
