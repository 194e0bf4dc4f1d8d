#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "../mime/fields.h"

namespace absolve::container {

/// A message of a mailbox in one of the mbox formats. Offsets are bytes of the mailbox, from 0.
///
///     From a@b Sat Jan  3 01:05:34 1996     the separator
///     Subject: ...                          begin
///     ...                                   end: the blank line before the next separator is left out
///
///     From c@d ...                          next
struct MailboxMessage {
  std::size_t begin;
  std::size_t end;
  std::size_t next;
  std::optional<mime::ContentLength> length;  // right or wrong; nullopt: there is none
};

/// Finds the message that starts at `at`. A line that starts with `From ` separates messages where it stands first
/// or after a blank line, and before a header, which may be damaged; where Content-Length leads to such a line, it is
/// believed. `whole`: the mailbox ends where the text does; otherwise nullopt says that more of it must be seen.
/// Linear.
[[nodiscard]] std::optional<MailboxMessage> next_message(std::string_view mailbox, std::size_t at, bool whole);

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
