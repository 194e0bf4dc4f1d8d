#include "mailbox.h"

#include <algorithm>
#include <span>
#include <string>

#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "../text/lines.h"
#include "../text/utf8.h"
#include "batch.h"
#include "fields.h"
#include "length_field.h"
#include "parts.h"

namespace absolve::container {
namespace {

constexpr std::string_view separator = "From ";

/// The size of two line ends.
constexpr std::size_t max_between = 4;

enum class Answer : unsigned char { no, yes, unseen };

/// The first blank line, searched from the line start `at` on; the size of the text if there is none.
std::size_t blank_line(std::string_view text, std::size_t at) noexcept {
  while (at < text.size() && !line_at(text, at).empty()) at = line_end(text, at) + 1;
  return std::min(at, text.size());
}

/// Whether a line contains the time of a delivery: From a@b Sat Jan  3 01:05:34 1996.
bool holds_time(std::string_view line) noexcept {
  for (std::size_t colon = 0; (colon = line.find(':', colon + 1)) != std::string_view::npos;) {
    if (is_digit(line[colon - 1]) && colon + 1 < line.size() && is_digit(line[colon + 1])) return true;
  }
  return false;
}

/// Whether a line is a field, not a URL.
bool may_begin_a_header(std::string_view line) noexcept {
  return mime::is_field(line) && line.find(":/") != line.find(':');
}

/// Whether there is a separator at `at`, the start of a line. If the first line of the header after it is damaged, the
/// time of the delivery and two names of mail fields are required.
Answer separates(std::string_view mailbox, std::size_t at, bool whole) noexcept {
  if (!mailbox.substr(at).starts_with(separator)) return Answer::no;
  const std::size_t next = line_end(mailbox, at) + 1;
  const std::size_t after_next = next < mailbox.size() ? line_end(mailbox, next) : mailbox.size();
  if (after_next == mailbox.size() && !whole) return Answer::unseen;
  if (next >= mailbox.size()) return Answer::no;
  const std::string_view line = line_at(mailbox, next);
  if (mime::is_field(line)) return may_begin_a_header(line) ? Answer::yes : Answer::no;
  if (line.starts_with(">From ")) return Answer::yes;
  if (line.empty() || !holds_time(line_at(mailbox, at))) return Answer::no;
  const std::size_t end = blank_line(mailbox, next);
  if (mime::starts_like_a_header(mailbox.substr(next, end - next), false)) return Answer::yes;
  return end < mailbox.size() || whole ? Answer::no : Answer::unseen;
}

/// The offset after the line end at `at`, if there is one.
std::size_t after_line_end(std::string_view text, std::size_t at) noexcept {
  if (text.substr(at, 2) == "\r\n") return at + 2;
  return text.substr(at, 1) == "\n" ? at + 1 : at;
}

/// The Content-Length of the message whose header starts at `begin`; nullopt if there is none.
std::optional<LengthField> read_content_length(std::string_view mailbox, std::size_t begin) {
  const std::size_t body = blank_line(mailbox, begin);
  if (body == mailbox.size()) return std::nullopt;
  const auto fields = mime::find_named(mailbox, begin, body, "Content-Length");
  if (fields.empty()) return std::nullopt;
  auto result = read_length(mailbox, fields.front().body, fields.front().end);
  if (!result) return std::nullopt;
  result->counted_from = line_end(mailbox, body) + 1;
  return result->length > SIZE_MAX - result->counted_from ? std::nullopt : result;
}

/// The offset of the next separator, if the message ends at `end`, or if one or two line ends are between; nullopt if
/// it doesn't end there.
std::optional<std::size_t> separator_after(std::string_view mailbox, std::size_t end) noexcept {
  for (int line_ends = 0; line_ends <= 2; ++line_ends) {
    if (end == mailbox.size()) return end;
    const bool at_line_start = end > 0 && mailbox[end - 1] == '\n';
    if (at_line_start && mailbox.substr(end).starts_with(separator)) return end;
    end = after_line_end(mailbox, end);
  }
  return std::nullopt;
}

/// Whether the separator before a message is one only because of these fields in its header.
bool is_told_by(std::string_view mailbox, const Piece& message, std::size_t header_end,
                std::span<const mime::Field> fields) {
  if (message.offset == 0) return false;
  // npos, if there is no line before, becomes 0.
  const std::size_t begin = message.offset < 2 ? 0 : mailbox.rfind('\n', message.offset - 2) + 1;
  if (separates(mailbox, begin, true) != Answer::yes) return false;
  std::string rest;
  std::size_t kept = begin;
  for (const mime::Field& field : fields) {
    rest.append(mailbox.substr(kept, field.begin - kept));
    kept = std::min(line_end(mailbox, field.end) + 1, header_end);
  }
  rest.append(mailbox.substr(kept, header_end - kept)).append("\n");
  return separates(rest, 0, true) != Answer::yes;
}

}  // namespace

FromLines count_from_lines(std::string_view body) noexcept {
  FromLines result;
  bool after_blank_line = true;  // the blank line ends the header
  for (std::size_t at = 0; at < body.size();) {
    if (body.substr(at).starts_with(separator)) {
      ++result.all;
      if (after_blank_line && separates(body, at, true) == Answer::yes) ++result.separating;
    }
    after_blank_line = line_at(body, at).empty();
    at = line_end(body, at) + 1;
  }
  return result;
}

std::optional<Piece> next_message(std::string_view mailbox, std::size_t at, bool whole) {
  std::size_t begin = at + after_mark(mailbox.substr(at));
  if (mailbox.substr(begin).starts_with(separator)) begin = std::min(line_end(mailbox, begin) + 1, mailbox.size());

  const auto length = read_content_length(mailbox, begin);
  if (length) {
    const std::size_t end = length->counted_from + length->length;
    const bool seen = end <= mailbox.size() && mailbox.size() - end >= max_between + separator.size();
    if (!seen && !whole) return std::nullopt;
    if (const auto next = end > mailbox.size() ? std::nullopt : separator_after(mailbox, end)) {
      const bool at_end = *next == mailbox.size();
      const Answer answer = at_end ? (whole ? Answer::yes : Answer::unseen) : separates(mailbox, *next, whole);
      if (answer == Answer::unseen) return std::nullopt;
      if (answer == Answer::yes) return Piece{begin, end - begin, *next, length};
    }
  }

  for (std::size_t newline = begin; (newline = find_pair<Bytes<'\n'>, Bytes<'F'>>(mailbox, newline)) < mailbox.size();
       ++newline) {
    if (!mailbox.substr(newline + 1).starts_with(separator)) continue;
    const std::size_t end = newline - (newline > 0 && mailbox[newline - 1] == '\r' ? 1 : 0);
    // If the message is empty, the line before is its separator.
    const bool after_blank_line = end > at && mailbox[end - 1] == '\n';
    const Answer answer = after_blank_line ? separates(mailbox, newline + 1, whole) : Answer::no;
    if (answer == Answer::unseen) return std::nullopt;
    if (answer == Answer::yes) return Piece{begin, end - begin, newline + 1, length};
  }
  if (!whole) return std::nullopt;
  return Piece{begin, mailbox.size() - begin, mailbox.size(), length};
}

std::optional<LengthField> content_length(std::string_view text, const Piece& message) {
  const std::string_view content = text.substr(message.offset, message.length);
  if (mime::after_batch_lines(content) > 0 && !content.starts_with(mime::rnews)) return std::nullopt;
  const std::string_view whole = text.substr(0, message.end());
  const auto length = read_content_length(whole, message.offset + mime::header_begin(content));
  const bool may_be_mailbox = length && content.starts_with(separator);
  if (may_be_mailbox && count_from_lines(whole.substr(length->counted_from)).separating > 0) return std::nullopt;
  return length;
}

// Dovecot stores the size of a message with its X-UID, and would cut the new text to the old size; under a new number
// it has stored no size. X-IMAP and X-IMAPbase are kept: they record, for all messages, which numbers were used
// (UIDVALIDITY, and the last one). Without them, clients would regard even unchanged messages as new, and old numbers
// would be used again.
void drop_uid(std::string_view mailbox, const Piece& message, std::vector<Edit>& edits) {
  if (edits.empty()) return;
  const std::size_t header_end = message.offset + blank_line(mailbox.substr(message.offset, message.length), 0);
  const auto fields = mime::find_named(mailbox, message.offset, header_end, "X-UID");
  const bool are_needed = !fields.empty() && is_told_by(mailbox, message, header_end, fields);
  for (const mime::Field& field : fields) {
    const std::size_t next = std::min(line_end(mailbox, field.end) + 1, header_end);
    const Edit edit =
        are_needed ? Edit{field.body, field.end - field.body, {}} : Edit{field.begin, next - field.begin, {}};
    if (edit.length > 0) edits.insert(std::ranges::upper_bound(edits, edit.offset, {}, &Edit::offset), edit);
  }
}

bool starts_like_a_mailbox(std::string_view text) noexcept {
  text.remove_prefix(after_mark(text));
  return separates(text, 0, true) == Answer::yes;
}

}  // namespace absolve::container
