#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace absolve::cli {

/// A file in cur or new of a Maildir.
struct MaildirMessage {
  std::string path;
  std::string later = {};  // the newest version of it, by renamed_message, that stands beside it; "": there is none
};

/// A folder in the Maildir format.
struct Maildir {
  std::vector<MaildirMessage> messages;  // by name, those in cur first; those with a later version after all others
  std::string temporary;                 // the folder where new files grow, with a slash at its end
  std::size_t subfolders = 0;            // further Maildirs in it, which are not looked into
};

/// nullopt: the path is no folder with cur and new in it, or what is in these doesn't look like messages, as in the
/// folder of a site. Throws FileError, also where tmp is missing.
/// `unseen` is called with each file whose beginning can't be read, and the error.
[[nodiscard]] std::optional<Maildir> read_maildir(
    const std::string& path,
    const std::function<void(const std::string& path, int error)>& unseen = [](const std::string&, int) {});

/// The folder for new files, as above, of the Maildir in which a file is a message; "": it is none. Throws FileError
/// where that can't be found out.
[[nodiscard]] std::string temporary_beside(const std::string& message);

/// The sizes of a message that its name in a Maildir may tell.
class MessageSize {
 public:
  void add(std::string_view piece) noexcept;
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  /// With CR LF at the end of each line.
  [[nodiscard]] std::size_t bytes_on_the_wire() const noexcept { return bytes_ + bare_newlines_; }

 private:
  std::size_t bytes_ = 0;
  std::size_t bare_newlines_ = 0;
  char last_ = 0;
};

/// The path that a message gets when it changes, as mail readers keep the text that they know by its name:
///
///     cur/1718.M1P2.host,S=8267,W=8414:2,S  ->  cur/1718.M1P2.host+absolve1,S=8301,W=8449:2,S
///         |------------|                            |---------------------| the next is 1718.M1P2.host+absolve2
///          unique part  sizes     flags
///
/// Sizes stand there only if they did before.
[[nodiscard]] std::string renamed_message(const std::string& path, const MessageSize& size);

/// Whether the name of a message says how large it is.
[[nodiscard]] bool says_size(std::string_view path) noexcept;

/// The path of a copy of a message in another Maildir: its name, with right sizes where it tells them.
[[nodiscard]] std::string resized_message(const std::string& path, const MessageSize& size);

/// Whether an older version of a message was left by a run that was killed: its rewritten form, by the same options, is
/// byte for byte what is beside it, and that has the time of delivery that the message has. `rewritten`: open on that
/// form.
[[nodiscard]] bool is_leftover(const struct stat& older, int rewritten, const std::string& later);

/// Removes a message that a later version, in the same Maildir, has taken the place of. Both are looked for where they
/// no longer have the names that they had. A flag that was set on the older one meanwhile goes over to the later one,
/// which then gets another name; so does that it was seen to be there, when it moved to cur. Where one of them is gone,
/// the other stays. Throws FileError.
void remove_older(const std::string& older, const struct stat& older_status, const std::string& later,
                  const struct stat& later_status);

}  // namespace absolve::cli
