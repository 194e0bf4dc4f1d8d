#include "fields.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "../text/lines.h"
#include "batch.h"
#include "field_value.h"

namespace absolve::mime {
namespace {

struct NameRow {
  std::string_view name;
  Meaning meaning;
};

constexpr auto names = std::to_array<NameRow>({
    {"Content-Type", Meaning::content_type},
    {"Content-Transfer-Encoding", Meaning::transfer_encoding},
    {"Content-Base", Meaning::content_base},
    {"Base", Meaning::base},
    {"Content-Location", Meaning::content_location},
    {"Snapshot-Content-Location", Meaning::snapshot_location},
    {"Link", Meaning::links},
    {"List-Archive", Meaning::links},
    {"List-Help", Meaning::links},
    {"List-Owner", Meaning::links},
    {"List-Post", Meaning::links},
    {"List-Subscribe", Meaning::links},
    {"List-Unsubscribe", Meaning::links},
    {"DKIM-Signature", Meaning::signature},
    {"DomainKey-Signature", Meaning::signature},
    {"ARC-Message-Signature", Meaning::signature},
    {"Content-MD5", Meaning::digest},
    {"Lines", Meaning::line_count},
    {"Content-Length", Meaning::content_length},
    {"Content-ID", Meaning::content_id},
    {"Content-Disposition", Meaning::disposition},
});

/// In addition to fields that have a meaning here, the fields that messages begin with.
constexpr auto usual_names = std::to_array<std::string_view>({
    "ARC-Authentication-Results",
    "ARC-Seal",  // it signs only what other ARC fields say
    "Authentication-Results",
    "Bcc",
    "Cc",
    "Date",
    "Delivered-To",
    "Envelope-To",
    "From",
    "In-Reply-To",
    "List-Id",
    "Message-ID",
    "MIME-Version",
    "Newsgroups",
    "Organization",
    "Path",
    "Received",
    "Received-SPF",
    "References",
    "Reply-To",
    "Resent-Date",
    "Resent-From",
    "Resent-To",
    "Return-Path",
    "Sender",
    "Status",
    "Subject",
    "Thread-Topic",
    "To",
});  // not User-Agent, with which robots.txt begins

/// The characters of names. RFC 5322, section 3.6.8, allows more, but nobody uses them in names, and they are frequent
/// in other text.
constexpr bool is_name_character(char c) noexcept {
  return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.';
}

/// The name that a line starts with, before a colon; "" if it is not a field.
std::string_view name_of(std::string_view line) noexcept {
  const auto end = std::ranges::find_if_not(line, is_name_character);
  std::size_t length = static_cast<std::size_t>(end - line.begin());
  std::size_t colon = length;
  while (colon < line.size() && is_blank(line[colon])) ++colon;
  return colon < line.size() && line[colon] == ':' ? line.substr(0, length) : std::string_view();
}

const NameRow* row_of(std::string_view name) noexcept {
  const auto row = std::ranges::find_if(names, [&](const NameRow& one) { return equal_ignoring_case(one.name, name); });
  return row == names.end() ? nullptr : &*row;
}

bool has_known_name(std::string_view name) noexcept {
  const auto is = [&](std::string_view one) { return equal_ignoring_case(one, name); };
  return row_of(name) != nullptr || (name.size() > 2 && is_name(name.substr(0, 2), "x-")) ||
         std::ranges::any_of(usual_names, is);
}

/// A damaged header has few lines that are not fields; in prose, most lines are not.
constexpr std::size_t max_damaged_lines = 8;

/// Whether a line contains a tag with no colon before it. An address or URL in angle brackets is not a tag: there are
/// such lines in a header whose folded lines have lost their blanks.
bool holds_tag(std::string_view line) noexcept {
  const std::size_t colon = line.find(':');
  for (std::size_t at = line.find('<'); at < colon; at = line.find('<', at + 1)) {
    const std::string_view word = line.substr(at, std::min(line.find_first_of(" \t>", at), line.size()) - at);
    if (word.find('@') == std::string_view::npos && word.find("://") == std::string_view::npos) return true;
  }
  return false;
}

/// Whether a line starts with a URL, as in a page with attribute values on lines of their own: `http://h/` is not a
/// field with the name http.
bool is_url(std::string_view line) noexcept {
  const std::string_view name = name_of(line);
  return !name.empty() && line.substr(name.size()).starts_with("://") && !has_known_name(name);
}

/// Whether a line that is not a field shows that the text is not a damaged header: that it is a page; the header of a
/// text or an ASCII armor between lines of hyphens; the output of a server, or an archive.
bool starts_otherwise(std::string_view line) noexcept {
  constexpr auto beginnings = std::to_array<std::string_view>({"---", "HTTP/", "WARC/"});
  const auto starts_line = [&](std::string_view beginning) { return line.starts_with(beginning); };
  return holds_tag(line) || is_url(line) || std::ranges::any_of(beginnings, starts_line);
}

/// Collects fields from the lines of a header.
class Collector {
 public:
  explicit Collector(std::string_view message) noexcept : message_(message) {}

  void read_line(std::string_view line, std::size_t at) {
    if (!line.empty() && is_blank(line.front())) {
      if (open_) open_->end = at + line.size();
      return;
    }
    close();
    const std::string_view name = name_of(line);
    const NameRow* const row = name.empty() ? nullptr : row_of(name);
    if (row == nullptr) return;
    row_ = static_cast<std::size_t>(row - names.data());
    open_ = Field{row->meaning, row->name, at, at + line.find(':') + 1, at + line.size()};
  }

  std::vector<Field> finish() {
    close();
    return std::move(fields_);
  }

 private:
  void close() {
    if (!open_) return;
    const Field field = *std::exchange(open_, std::nullopt);
    std::size_t& first = first_[row_];  // index plus 1
    const bool all_count = field.meaning == Meaning::links || field.meaning == Meaning::signature;
    if (all_count || first == 0) {
      if (fields_.empty()) fields_.reserve(4);  // most headers have no more that count
      fields_.push_back(field);
      first = fields_.size();
    } else if (field.meaning == Meaning::content_type || field.meaning == Meaning::transfer_encoding) {
      std::optional<std::string>& known = field.meaning == Meaning::content_type ? first_type_ : first_encoding_;
      if (!known) known = body_of(message_, fields_[first - 1]);
      if (!equal_ignoring_case(*known, body_of(message_, field))) fields_[first - 1].contradicted = true;
    }
  }

  std::string_view message_;
  std::vector<Field> fields_;
  std::optional<Field> open_;                      // may continue in lines that start with a blank
  std::size_t row_ = 0;                            // the row of its name
  std::array<std::size_t, names.size()> first_{};  // index in fields_ of the first of each name, plus 1; or 0
  std::optional<std::string> first_type_;
  std::optional<std::string> first_encoding_;
};

/// A multipart is not a page, even if the rest of its header is damaged.
bool is_of_multipart(std::string_view name, std::string_view line) noexcept {
  constexpr std::string_view multipart = "multipart/";
  const std::string_view value = trimmed(line.substr(line.find(':') + 1));
  return is_name(name, "content-type") && has_beginning(value, multipart);
}

/// The character that ends the first line of a text: CR if it is not followed by LF, as on early Macintoshes; otherwise
/// LF.
char line_end_sign(std::string_view text) noexcept {
  const std::size_t lf = std::min(text.find('\n'), text.size());
  const std::string_view rest = text.substr(std::min(text.substr(0, lf).find('\r'), lf));
  const bool is_cr_alone = rest.size() > 1 && rest[0] == '\r' && rest[1] != '\n' && !rest.starts_with("\r\r\n");
  return is_cr_alone ? '\r' : '\n';
}

}  // namespace

std::vector<Field> find_fields(std::string_view message, std::size_t begin, std::size_t end) {
  Collector collector(message);
  const std::string_view text = message.substr(0, end);
  for (std::size_t at = begin; at < end; at = line_end(text, at) + 1) collector.read_line(line_at(text, at), at);
  return collector.finish();
}

std::vector<Field> find_named(std::string_view message, std::size_t begin, std::size_t end, std::string_view name) {
  std::vector<Field> fields;
  bool is_open = false;  // the last field may continue in lines that start with a blank
  const std::string_view text = message.substr(0, end);
  for (std::size_t at = begin; at < end; at = line_end(text, at) + 1) {
    const std::string_view line = line_at(text, at);
    if (!line.empty() && is_blank(line.front())) {
      if (is_open) fields.back().end = at + line.size();
      continue;
    }
    is_open = !name.empty() && equal_ignoring_case(name_of(line), name);
    if (is_open) fields.push_back({Meaning::named, name, at, at + line.find(':') + 1, at + line.size()});
  }
  return fields;
}

const Field* find(std::span<const Field> fields, Meaning meaning) noexcept {
  const auto field = std::ranges::find(fields, meaning, &Field::meaning);
  return field == fields.end() ? nullptr : &*field;
}

std::string body_of(std::string_view message, const Field& field) {
  std::string scratch;
  return std::string(body_of(message, field, scratch));
}

std::string_view body_of(std::string_view message, const Field& field, std::string& scratch) {
  if (is_too_long(field)) return {};
  const std::string_view body = message.substr(field.body, field.end - field.body);
  if (has_none_of<Bytes<'\r', '\n', '\0'>>(body)) return trimmed(body);  // in one line, as nearly all are
  std::string text(message.substr(field.begin, field.end - field.begin));
  std::erase_if(text, [](char c) { return c == '\r' || c == '\n'; });
  std::ranges::replace(text, '\0', ' ');
  return scratch = value_of_field(text);
}

bool is_field(std::string_view line) noexcept { return !name_of(line).empty(); }

bool starts_like_a_header(std::string_view text, bool cut) noexcept {
  return size_of_header_evidence(text, cut).has_value();
}

std::optional<std::size_t> size_of_header_evidence(std::string_view text, bool cut) noexcept {
  std::size_t known = 0;
  std::size_t fields = 0;
  std::size_t damaged = 0;
  const auto if_header = [&](std::size_t end, bool is_header) {
    return is_header ? std::optional(std::min(end, text.size())) : std::nullopt;
  };
  const std::size_t begin = after_batch_lines(text);
  // A message whose lines end in CR is not a page, either. How much of it can be read is decided by others.
  const char sign = line_end_sign(text.substr(begin));
  for (std::size_t at = begin, end = begin; at < text.size(); at = end + 1) {
    end = std::min(text.find(sign, at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const bool may_go_on = cut && end == text.size();
    if (line.empty()) return if_header(at, known > 0 && damaged == 0);
    if (is_blank(line.front()) && fields > 0) continue;
    if (line.starts_with(">From ")) continue;
    const std::string_view name = is_url(line) ? "" : name_of(line);
    if (name.empty()) {
      if (may_go_on) return if_header(at, known > 0 && damaged == 0);
      if (starts_otherwise(line) || ++damaged > max_damaged_lines) return std::nullopt;
      continue;
    }
    ++fields;
    if (is_of_multipart(name, line)) return at;
    if (has_known_name(name)) ++known;
    if (known == 2) return at;
  }
  // A single line may be text with a colon in it, or a part of a page.
  const bool is_header = known > 0 && damaged == 0 && (fields > 1 || text.find('<') == std::string_view::npos);
  return if_header(text.size(), is_header);
}

}  // namespace absolve::mime
