#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "absolve/container.h"
#include "absolve/edit.h"

namespace absolve::container {

/// Finds the message of a mailbox that starts at `at`. A line that starts with `From ` separates messages where it
/// comes first or after a blank line, and before a header, which may be damaged; where Content-Length leads to such a
/// line, it is believed. `whole`: the mailbox ends where the text does; otherwise nullopt says that more of it must be
/// seen. Linear.
[[nodiscard]] std::optional<Piece> next_message(std::string_view mailbox, std::size_t at, bool whole);

/// The Content-Length of a message that is alone in a piece of a text, whatever it says. nullopt: there is none, or the
/// message ends elsewhere, in a batch of SMTP or a mailbox. Linear.
[[nodiscard]] std::optional<LengthField> content_length(std::string_view text, const Piece& message);

/// Takes the number away by which IMAP servers know a message (X-UID), where that has edits; to them it is another
/// message then, and they show it whole. Adds to the edits, which are sorted and have the offsets of the mailbox.
/// Linear in the header.
void drop_uid(std::string_view mailbox, const Piece& message, std::vector<Edit>& edits);

/// Lines that start with `From ` in the body of a message.
struct FromLines {
  std::size_t all = 0;         // any of which some program may take for a separator
  std::size_t separating = 0;  // that next_message takes for one
};

/// Linear.
[[nodiscard]] FromLines count_from_lines(std::string_view body) noexcept;

/// Whether text starts like a mailbox.
[[nodiscard]] bool starts_like_a_mailbox(std::string_view text) noexcept;

}  // namespace absolve::container
