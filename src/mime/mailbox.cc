#include "mailbox.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "../splicing/lines.h"
#include "../url/ascii.h"
#include "fields.h"

namespace absolve::mime {
namespace {

constexpr std::string_view separator = "From ";
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

enum class Answer : unsigned char { no, yes, unseen };

/// Whether a separator stands at `at`, the start of a line.
Answer separates(std::string_view mailbox, std::size_t at, bool whole) noexcept {
  if (!mailbox.substr(at).starts_with(separator)) return Answer::no;
  const std::size_t next = line_end(mailbox, at) + 1;
  const std::size_t after_next = next < mailbox.size() ? line_end(mailbox, next) : mailbox.size();
  if (after_next == mailbox.size() && !whole) return Answer::unseen;
  if (next >= mailbox.size()) return Answer::no;
  const std::string_view line = line_at(mailbox, next);
  return is_field(line) || line.starts_with(">From ") ? Answer::yes : Answer::no;
}

/// Behind one line end, where one stands at `at`.
std::size_t behind_line_end(std::string_view text, std::size_t at) noexcept {
  if (text.substr(at, 2) == "\r\n") return at + 2;
  return text.substr(at, 1) == "\n" ? at + 1 : at;
}

/// The offset that Content-Length gives as the end of the message whose header starts at `begin`.
std::optional<std::size_t> counted_end(std::string_view mailbox, std::size_t begin) {
  std::size_t body = begin;
  while (body < mailbox.size() && !line_at(mailbox, body).empty()) body = line_end(mailbox, body) + 1;
  if (body >= mailbox.size()) return std::nullopt;
  const auto fields = find_fields(mailbox, begin, body);
  const Field* const field = find(fields, Meaning::content_length);
  if (field == nullptr) return std::nullopt;
  const std::string digits = body_of(mailbox, *field);
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), length);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  body = line_end(mailbox, body) + 1;
  if (length > SIZE_MAX - body) return std::nullopt;
  return body + length;
}

}  // namespace

std::optional<MailboxMessage> next_message(std::string_view mailbox, std::size_t at, bool whole) {
  std::size_t begin = at;
  if (mailbox.substr(begin).starts_with(byte_order_mark)) begin += byte_order_mark.size();
  if (mailbox.substr(begin).starts_with(separator)) begin = std::min(line_end(mailbox, begin) + 1, mailbox.size());

  if (const auto end = counted_end(mailbox, begin)) {
    if (*end > mailbox.size() && !whole) return std::nullopt;
    if (*end <= mailbox.size()) {
      std::size_t next = *end;
      for (int i = 0; i < 2 && next < mailbox.size() && !mailbox.substr(next).starts_with(separator); ++i) {
        next = behind_line_end(mailbox, next);
      }
      if (next == mailbox.size()) return whole ? std::optional(MailboxMessage{begin, *end, next, true}) : std::nullopt;
      const bool at_line_start = next > 0 && mailbox[next - 1] == '\n';
      const Answer answer = at_line_start ? separates(mailbox, next, whole) : Answer::no;
      if (answer == Answer::unseen) return std::nullopt;
      if (answer == Answer::yes) return MailboxMessage{begin, *end, next, true};
    }
  }

  for (std::size_t found = begin; (found = mailbox.find("\nFrom ", found)) != std::string_view::npos; ++found) {
    std::size_t end = found;  // of the line before, which must be blank
    if (end > 0 && mailbox[end - 1] == '\r') --end;
    if (end <= begin || mailbox[end - 1] != '\n') continue;
    const Answer answer = separates(mailbox, found + 1, whole);
    if (answer == Answer::unseen) return std::nullopt;
    if (answer == Answer::yes) return MailboxMessage{begin, end, found + 1, false};
  }
  if (!whole) return std::nullopt;
  return MailboxMessage{begin, mailbox.size(), mailbox.size(), false};
}

bool starts_like_a_mailbox(std::string_view text) noexcept {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return separates(text, 0, true) == Answer::yes;
}

}  // namespace absolve::mime
