#include "records.h"

#include <algorithm>

#include "../text/ascii.h"
#include "../text/limits.h"
#include "../text/lines.h"
#include "../text/numbers.h"
#include "readable.h"

namespace absolve::container {
namespace {

using warc::Header;

constexpr std::string_view too_large = "it is larger than 256 MiB";

/// A length greater than this, 1 TiB, is ignored.
constexpr std::uint64_t max_length = std::uint64_t{1} << 40;

constexpr std::size_t max_size_of_line_ends = std::size_t{4} << 10;

/// Whether a line is `WARC/1.0`, or another version, and nothing else.
bool is_version_line(std::string_view text) noexcept {
  if (!text.starts_with(warc::version_start)) return false;
  std::size_t at = warc::version_start.size();
  while (at < text.size() && (is_digit(text[at]) || text[at] == '.')) ++at;
  const bool has_digit = at > warc::version_start.size();
  while (at < text.size() && is_blank(text[at])) ++at;
  return has_digit && at < text.size() && is_line_end(text[at]);
}

/// Whether a line may be meant as the header of an ARC record, although it has no date or no length.
bool is_like_a_line_of_arc(std::string_view line) noexcept {
  const std::string_view url = line.substr(0, line.find(' '));
  return url.find("://") != std::string_view::npos && std::ranges::count(line, ' ') >= 4;
}

}  // namespace

std::optional<Record> Records::next() {
  rest([](std::string_view) {});
  if (!goes_on()) return std::nullopt;
  while (count_ == 0 && is_line_end(segments_.text().front())) {
    const std::string line_ends = segments_.extract(line_ends_at(0));
    lines_before_ += static_cast<std::size_t>(std::ranges::count(line_ends, '\n'));
    if (!goes_on()) return std::nullopt;
  }
  Record record{.text = {}, .number = count_ + 1, .offset = segments_.offset(), .lines_before = lines_before_};
  cut(record);
  ++count_;
  lines_before_ = 0;
  return record;
}

/// Whether there is more, in this segment or in a later one.
bool Records::goes_on() {
  while (!segments_.fill(1)) {
    if (!segments_.next()) return false;
  }
  return true;
}

void Records::cut(Record& record) {
  const Header header = header_at_front();
  if (header.is_read()) {
    is_warc_ = header.kind == Header::Kind::warc;
    is_arc_ = !is_warc_;
  }
  if (!header.is_read()) return cut_by_search(record, header, 0, limits::record_beginning);
  // From the line end before the block on: a record may start where the block should.
  if (!header.length || *header.length > max_length) {
    return cut_by_search(record, header, header.block - 1, limits::record_beginning);
  }
  const std::uint64_t end = header.block + *header.length;
  segments_.fill(at_most(end, limits::record_beginning));
  const std::string_view beginning = segments_.text().substr(0, std::max(limits::record_beginning, header.block));
  const bool may_be_read = end > limits::record_beginning && warc::may_be_read(beginning, header, reads_json_);
  if (end <= limits::record_beginning || (may_be_read && end <= limits::record)) {
    return cut_held(record, header, static_cast<std::size_t>(end));
  }
  if (!segments_.fill(beginning.size() + 1)) return cut_held(record, header, static_cast<std::size_t>(end));
  record.unread = may_be_read ? too_large : warc::why_part_is_left(beginning, header, reads_json_);
  record.is_whole = false;
  const std::size_t size = std::max(limits::record_beginning, header.block);
  record.text = segments_.extract(size);
  rest_ = Rest{.block = end - size, .is_warc = is_warc_, .offset = record.offset};
}

void Records::cut_held(Record& record, const Header& header, std::size_t end) {
  if (segments_.fill(end) && is_end(end, is_warc_)) return finish(record, end);
  // The length is wrong: the record is longer, or it is shorter, and then the next one begins within the given length.
  cut_by_search(record, header, header.block - 1, std::max(end, limits::record_beginning) + limits::record_beginning);
}

/// Everything up to the next record belongs to this one.
void Records::cut_by_search(Record& record, const Header& header, std::size_t from, std::size_t max_size) {
  const Search found = search(from, max_size);
  if (found.is_found) return finish(record, without_line_ends(found.at, from + 1));
  // Line ends that may come before the next record are not taken yet.
  constexpr std::size_t left = 4;
  record.text = segments_.extract(found.at - left);
  record.is_whole = false;
  record.unread = warc::content_of(record.text, header, true).why;
  rest_ = Rest{.is_searched = true, .searched = left, .is_warc = is_warc_, .offset = record.offset};
}

void Records::finish(Record& record, std::size_t end) {
  const std::size_t line_ends = line_ends_at(end);
  record.text = segments_.extract(end);
  record.line_ends = segments_.extract(line_ends);
}

std::string Records::rest(FunctionRef<void(std::string_view bytes)> write) {
  if (!rest_) return {};
  Rest& rest = *rest_;
  const auto hand_over = [&](std::size_t size) {
    while (size > 0) {
      const std::string_view piece = segments_.text().substr(0, std::min(size, limits::record_beginning));
      write(piece);
      size -= piece.size();
      segments_.pass(piece.size());
    }
  };
  const auto add_error = [&](std::string_view what) { segments_.add_error(rest.offset, what); };
  if (!rest.is_searched) {
    while (rest.block > 0 && segments_.fill(1)) {
      const std::size_t size = at_most(rest.block, segments_.text().size());
      rest.block -= size;
      hand_over(size);
    }
    rest.is_searched = rest.block == 0 && !is_end(0, rest.is_warc);
    if (rest.block > 0) add_error("the Content-Length of a record is more than the size of its block");
    if (rest.is_searched) add_error("the Content-Length of a record is less than the size of its block");
  }
  while (rest.is_searched) {
    const Search found = search(rest.searched, rest.searched + limits::record_beginning);
    rest.is_searched = !found.is_found;
    const std::size_t size =
        found.is_found ? without_line_ends(found.at, 0) : found.at - std::min<std::size_t>(found.at, 4);
    hand_over(size);
    rest.searched = found.at - size;
  }
  const std::size_t line_ends = line_ends_at(0);
  rest_.reset();
  return segments_.extract(line_ends);
}

Header Records::header_at_front() {
  segments_.fill(6);
  if (!segments_.text().starts_with(warc::version_start)) {
    while (segments_.text().size() < limits::arc_line && segments_.text().find('\n') == std::string_view::npos) {
      if (!segments_.fill(segments_.text().size() + 1)) break;
    }
    const std::size_t end = std::min(line_end(segments_.text(), 0) + 1, segments_.text().size());
    return warc::read_header(segments_.text().substr(0, end));
  }
  const auto end = end_of_header(0);
  return end ? warc::read_header(segments_.text().substr(0, *end)) : Header{Header::Kind::cut};
}

/// The offset after the first blank line; nullopt if a header that begins at `at` is too long, or cut off. Bytes that
/// were searched are not searched again, so that many lines that all look like the beginning of a header take no more
/// time.
std::optional<std::size_t> Records::end_of_header(std::size_t at) {
  const std::uint64_t position = segments_.position();
  const std::uint64_t begin = position + at;
  if (begin < filled_from_ || begin > filled_to_) filled_from_ = filled_to_ = begin;
  const std::size_t limit = at + limits::header;
  for (auto from = static_cast<std::size_t>(filled_to_ - position);;) {
    const std::string_view text = segments_.text().substr(0, limit);
    const std::size_t newline = text.find('\n', from);
    if (newline == std::string_view::npos) {
      from = std::max(from, text.size());
      filled_to_ = position + from;
      if (from >= limit || !segments_.fill(from + 1)) return std::nullopt;
      continue;
    }
    filled_to_ = position + newline;
    segments_.fill(newline + 3);
    const std::string_view after = segments_.text().substr(newline + 1, 2);
    if (after.starts_with('\n')) return newline + 2;
    if (after == "\r\n") return newline + 3;
    from = newline + 1;
  }
}

/// The size of the line ends at `at`, in bytes.
std::size_t Records::line_ends_at(std::size_t at) {
  std::size_t size = 0;
  while (size < max_size_of_line_ends && segments_.fill(at + size + 1) && is_line_end(segments_.text()[at + size]))
    ++size;
  return size;
}

/// Whether a record may end at `at`: at the end of the segment, or if line ends and another record follow, or a line
/// that is meant as one. After two line ends, which a WARC record should end with, anything may follow.
bool Records::is_end(std::size_t at, bool is_warc) {
  const std::size_t size = line_ends_at(at);
  if (size == max_size_of_line_ends || !segments_.fill(at + size + 1)) return true;
  const std::string_view line_ends = segments_.text().substr(at, size);
  if (is_warc && std::ranges::count(line_ends, '\n') >= 2) return true;
  return is_line_of_a_record(at + size) ||
         (!is_warc && size > 0 && is_like_a_line_of_arc(line_at(segments_.text(), at + size)));
}

/// Whether there is a line at `at` that a record starts with.
bool Records::is_line_of_a_record(std::size_t at) {
  constexpr std::size_t version_line = 16;
  segments_.fill(at + version_line);
  const std::string_view text = segments_.text().substr(at);
  if (text.starts_with(warc::version_start)) return is_version_line(text.substr(0, version_line));
  if (text.empty() || !is_letter(text.front())) return false;
  if (text.find('\n') == std::string_view::npos) segments_.fill(at + limits::arc_line);
  const std::string_view line = segments_.text().substr(at, line_end(segments_.text(), at) + 1 - at);
  return warc::read_header(line).kind == Header::Kind::arc;
}

/// Whether a record certainly starts at `at`, with a readable header, and of the same kind as those before.
bool Records::is_start(std::size_t at) {
  segments_.fill(at + warc::version_start.size());
  const bool is_warc = segments_.text().substr(at).starts_with(warc::version_start);
  if (!(is_warc ? is_warc_ : is_arc_) || !is_line_of_a_record(at)) return false;
  return !is_warc || end_of_header(at);
}

/// Searches from `at` on for a line end followed by the start of a record, up to `max_at`.
Records::Search Records::search(std::size_t at, std::size_t max_at) {
  for (;;) {
    const std::size_t newline = segments_.text().find('\n', at);
    if (newline == std::string_view::npos) {
      at = segments_.text().size();
      if (at >= max_at) return {at, false};
      if (!segments_.fill(at + 1)) return {at, true};
      continue;
    }
    at = newline + 1;
    if (is_start(at)) return {at, true};
    if (at >= max_at) return {at, false};
  }
}

/// The end of a record that was found by a search, without the two line ends that should be there.
std::size_t Records::without_line_ends(std::size_t end, std::size_t from) const noexcept {
  const std::string_view text = segments_.text();
  for (int i = 0; i < 2 && end > from && text[end - 1] == '\n'; ++i) {
    --end;
    if (end > from && text[end - 1] == '\r') --end;
  }
  return end;
}

}  // namespace absolve::container
