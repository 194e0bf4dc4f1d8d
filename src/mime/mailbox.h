#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "../find/container.h"
#include "absolve/link.h"

namespace absolve::container {

/// Finds the message of a mailbox that starts at `at`. A line that starts with `From ` separates messages if it is the
/// first line or follows a blank line, and precedes a header, which may be damaged. If Content-Length leads to such a
/// line, it is trusted. `whole` means that the mailbox ends where the text does; if it is false, nullopt means that
/// more of it is needed. Linear.
[[nodiscard]] std::optional<Piece> next_message(std::string_view mailbox, std::size_t at, bool whole);

/// The Content-Length of a message that is the only one in a piece of a text, whether right or wrong. nullopt if there
/// is none, or the message ends elsewhere, as in a batch of SMTP or a mailbox. Linear.
[[nodiscard]] std::optional<LengthField> content_length(std::string_view text, const Piece& message);

/// Removes the unique number by which IMAP servers identify a message (X-UID), if the message has edits; then they
/// regard it as a new message, and show the whole of it. The new edit is added to the edits, which are sorted and have
/// offsets in the mailbox. Linear in the header.
void drop_uid(std::string_view mailbox, const Piece& message, std::vector<Edit>& edits);

/// Lines that start with `From ` in the body of a message.
struct FromLines {
  std::size_t all = 0;         // some program may take any of them for a separator
  std::size_t separating = 0;  // those that next_message takes for one
};

/// Linear.
[[nodiscard]] FromLines count_from_lines(std::string_view body) noexcept;

/// Whether text starts like a mailbox.
[[nodiscard]] bool starts_like_a_mailbox(std::string_view text) noexcept;

}  // namespace absolve::container
