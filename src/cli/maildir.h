#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace absolve::cli {

/// A folder in the Maildir format.
struct Maildir {
  std::vector<std::string> messages;  // paths of the files in cur and new, by name
  std::string temporary;              // the folder where new files grow, with a slash at its end
  std::size_t subfolders = 0;         // further Maildirs in it, which are not looked into
};

/// nullopt: the path is no folder with cur and new in it. Throws FileError, also where tmp is missing.
[[nodiscard]] std::optional<Maildir> read_maildir(const std::string& path);

/// The folder for new files, as above, of the Maildir in which a file is a message; "": it is none. Throws FileError
/// where that can't be told.
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

/// Removes messages that a later version of the same message, by renamed_message, has come to stand beside: a run was
/// killed before it removed them. A version has the time of delivery that the message has; where the times differ,
/// somebody put one there. Takes them off the list too. Throws FileError.
void clear_superseded(Maildir& maildir);

/// Takes them off the list alone.
void pass_over_superseded(Maildir& maildir);

}  // namespace absolve::cli
