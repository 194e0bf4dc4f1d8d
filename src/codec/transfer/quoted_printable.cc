// Quoted-printable (RFC 2045, section 6.7). An edit replaces the rest of its line; all other lines are kept byte for
// byte.
//
//     The page =E2=80=93 see =      kept up to the edit, then encoded again, in lines of at most 76 bytes
//     http://a/b                    kept: `=` at the end of a line joins it to the next
//
// Decoding never fails: a `=` that begins no escape stands for itself. Where new and kept bytes meet, several things
// could go wrong, each with a function below: a raw `=` becomes an escape (keep_raw); blanks come to the end of a line,
// where they are lost, or there is no room for the `=` of a soft line break (extend_back); a line begins like a
// boundary, like `From ` or with a dot (append_wrapped). Linear.

#include <algorithm>
#include <memory>

#include "../../text/ascii.h"
#include "../../text/byte_sets.h"
#include "../../text/lines.h"
#include "../rows.h"
#include "../units.h"

namespace absolve::codec {
namespace {

/// Bytes that may stand for something else than themselves.
using Stops = Bytes<'=', '\n'>;

/// How many encoded bytes stand for the first byte: three for an escape, otherwise one. A `=` without two hexadecimal
/// digits after it is raw: it stands for itself, as in every reader.
constexpr std::size_t width_of_token(std::string_view encoded) noexcept {
  return encoded[0] == '=' && hexadecimal_byte(encoded, 1) ? 3 : 1;
}

/// A line of an encoded body.
///
///     text=20more =      data_end: after the last byte that is not a blank; blanks at its end are ignored
///                |  ||   (RFC 2045, section 6.7, rule 3)
///         data_end  ||   end: before the line end
///                 end next
struct Line {
  Line(std::string_view encoded, std::size_t at) noexcept : end(at) {
    while ((end = find_in_set<Stops>(encoded, end)) < encoded.size() && encoded[end] == '=') {
      const std::size_t width = width_of_token(encoded.substr(end));
      escaped += width - 1;
      end += width;
    }
    next = std::min(end + 1, encoded.size());
    if (end < encoded.size() && end > at && encoded[end - 1] == '\r') --end;
    data_end = end;
    while (data_end > at && is_blank(encoded[data_end - 1])) --data_end;
    ends_softly = data_end > at && encoded[data_end - 1] == '=';
  }

  std::size_t escaped = 0;  // how many bytes its escapes have besides their signs
  std::size_t end;
  std::size_t next;
  std::size_t data_end;
  bool ends_softly;
};

/// Where the next line starts, if the `=` before `at` is a soft line break; nullopt if it is not.
std::optional<std::size_t> after_soft_end(std::string_view encoded, std::size_t at) noexcept {
  while (at < encoded.size() && is_blank(encoded[at])) ++at;
  if (at == encoded.size()) return at;
  if (encoded[at] == '\n') return at + 1;
  return encoded.substr(at, 2) == "\r\n" ? std::optional(at + 2) : std::nullopt;
}

/// RFC 2045, section 6.7, rule 1.
void append_octet(std::string& out, char c) { absolve::append_escape(out, '=', c); }

void append_encoded(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c < ' ' || c > '~' || c == '=') {
      append_octet(out, c);
    } else {
      out += c;
    }
  }
}

/// Where the raw `=` signs at the end of the first `end` bytes of a text begin: not all readers recognize a soft line
/// break after one.
constexpr std::size_t before_raw_signs(std::string_view text, std::size_t end) noexcept {
  while (end > 0 && text[end - 1] == '=') --end;
  return end;
}

/// Where the character of UTF-8 begins that `end` is in the middle of; `end` if it is in none. Raw bytes of it may
/// stand there although they should not, and a line of JSON around must stay UTF-8.
constexpr std::size_t before_character(std::string_view text, std::size_t end) noexcept {
  const auto goes_on = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80; };
  std::size_t at = end;
  while (at > 0 && at < text.size() && end - at < 3 && goes_on(at)) --at;
  return at < text.size() && goes_on(at) ? end : at;
}

/// Whether an encoded line begins like a boundary between parts or the separator of a mailbox. `blanks_follow` means
/// that `line` is followed by blanks that stand for nothing, but that a mail reader sees: `From` and a blank.
constexpr bool starts_like_structure(std::string_view line, bool blanks_follow) noexcept {
  return line.starts_with("--") || line.starts_with("From ") || (line == "From" && blanks_follow);
}

/// Appends a part of a line that follows `column` bytes and precedes `after` others, with soft line breaks where it is
/// too long. No line after a break starts like a boundary or the separator of a mailbox, or with a dot, which SMTP
/// doubles.
void append_wrapped(std::string& out, std::string_view text, std::size_t column, std::size_t after,
                    std::string_view ending) {
  for (;;) {
    if (column + text.size() + std::min(after, max_encoded_line) <= max_encoded_line) {
      out += text;
      return;
    }
    std::size_t fitting = 0;
    while (fitting < text.size()) {
      const std::size_t next = fitting + width_of_token(text.substr(fitting));
      if (column + next >= max_encoded_line) break;
      fitting = next;
    }
    const std::size_t safe = before_raw_signs(text, before_character(text, fitting));
    if (safe > 0 || column > 0) fitting = safe;
    out.append(text.substr(0, fitting)).append("=").append(ending);
    text.remove_prefix(fitting);
    column = 0;
    if (starts_like_structure(text, after > 0) || text.starts_with('.')) {
      append_octet(out, text[0]);
      text.remove_prefix(1);
      column = 3;
    }
  }
}

/// Walks through an encoded body and counts the decoded bytes.
class Walk {
 public:
  explicit Walk(std::string_view encoded) noexcept : encoded_(encoded), line_(encoded, 0) {}

 protected:
  void go_to_line(std::size_t at) noexcept {
    at_ = line_begin_ = at;
    line_ = Line(encoded_, at);
  }

  /// The decoded size of the whole line.
  [[nodiscard]] std::size_t decoded_size() const noexcept {
    const std::size_t size = line_.data_end - line_begin_ - line_.escaped;
    // The sign of a soft line break stands for nothing.
    return line_.ends_softly ? size - 1 : size + line_.next - line_.end;
  }

  /// Skips the encoding of one decoded byte, or something that stands for none.
  void step() noexcept {
    if (at_ < line_.data_end) {
      const bool soft_end = line_.ends_softly && at_ + 1 == line_.data_end;
      if (soft_end) return go_to_line(line_.next);
      at_ += width_of_token(encoded_.substr(at_, line_.data_end - at_));
      ++decoded_;
    } else if (at_ < line_.end) {
      at_ = line_.end;
    } else {
      ++at_;
      ++decoded_;
      if (at_ == line_.next) go_to_line(at_);
    }
  }

  /// Skips bytes of the line that stand for themselves, up to a `=`, at most `most`; returns how many.
  std::size_t pass_plain(std::size_t most) noexcept {
    const std::size_t left = std::max(line_.data_end, at_) - at_;
    const std::size_t size = find_in_set<Bytes<'='>>(encoded_.substr(at_, std::min(left, most)), 0);
    at_ += size;
    decoded_ += size;
    return size;
  }

  /// Whether nothing more of the line is to be decoded: blanks, a line end, a soft line break or nothing follow.
  [[nodiscard]] bool line_is_over() const noexcept {
    return at_ >= line_.data_end || (line_.ends_softly && at_ + 1 == line_.data_end);
  }

  std::string_view encoded_;
  std::size_t at_ = 0;          // offset in the encoded body
  std::size_t decoded_ = 0;     // number of decoded bytes before it
  std::size_t line_begin_ = 0;  // where its line starts
  Line line_;
};

/// Walks through an encoded body while carrying out edits of the decoded text.
class Encoder : private Walk {
 public:
  Encoder(std::string_view encoded, std::span<const Edit> edits, std::string_view ending, Strings& strings)
      : Walk(encoded), edits_(edits), strings_(strings), ending_(ending) {}

  std::vector<Edit> edits() {
    result_.reserve(edits_.size());
    text_.reserve(usual_line);
    wrapped_.reserve(usual_line);
    while (!edits_.empty()) rewrite_line();
    return std::move(result_);
  }

 private:
  /// Walks to the place where the next edit begins: to its first byte or, if it only inserts, in the line of the byte
  /// before it; at the end, before a soft line break that no line follows.
  void find_edit() noexcept {
    const Edit& edit = edits_.front();
    while (at_ < encoded_.size()) {
      if (at_ == line_begin_) {
        const std::size_t size = decoded_size();
        if (decoded_ + size < edit.offset) {
          decoded_ += size;
          go_to_line(line_.next);
          continue;
        }
      }
      const bool at_soft_end = line_.ends_softly && line_is_over();
      const bool at_last = line_.next == line_.end;
      const bool stays = !at_soft_end || at_last || (edit.length == 0 && at_ > line_begin_);
      if (decoded_ == edit.offset && stays) return;
      if (decoded_ == edit.offset || pass_plain(edit.offset - decoded_) == 0) step();
    }
  }

  /// Rewrites from the next edit to the end of its line, and carries out all edits on the way.
  void rewrite_line() {
    find_edit();
    const std::size_t line = line_begin_;
    std::size_t begin = before_raw_sign();
    std::string& text = text_;
    text.assign(encoded_, begin, at_ - begin);
    std::size_t raw_sign = text.empty() ? std::string::npos : 0;
    for (;;) {
      while (!edits_.empty() && edits_.front().offset == decoded_) replace(text);
      if (line_is_over()) break;
      const std::size_t from = at_;
      if (pass_plain(edits_.empty() ? encoded_.size() : edits_.front().offset - decoded_) == 0) step();
      text.append(encoded_.substr(from, at_ - from));
      if (encoded_[from] != '=' || at_ - from != 1) continue;
      keep_raw(text, raw_sign);
      raw_sign = text.size() - 1;
    }
    keep_raw(text, raw_sign);
    extend_back(begin, line, text);
    wrapped_.clear();
    append_wrapped(wrapped_, text, begin - line, line_.end - at_, ending_);
    result_.push_back({begin, at_ - begin, strings_.keep(wrapped_)});
  }

  /// The offset of the raw `=` that could become an escape or a soft line break through the text that is written next:
  /// the last or last but one byte before it in the line. If there is none, the current offset.
  [[nodiscard]] std::size_t before_raw_sign() const noexcept {
    for (const std::size_t back : {std::size_t{1}, std::size_t{2}}) {
      if (at_ < line_begin_ + back) break;
      if (encoded_[at_ - back] == '=') return at_ - back;
      if (digit_value(encoded_[at_ - back]) > 15) break;
    }
    return at_;
  }

  /// Writes a raw `=` in a new text as an escape if it would be read as something else there.
  static void keep_raw(std::string& text, std::size_t raw_sign) {
    if (raw_sign == std::string::npos) return;
    const std::string_view after = std::string_view(text).substr(raw_sign);
    if (after.size() == 1 || width_of_token(after) > 1) text.replace(raw_sign, 1, "=3D");
  }

  /// Carries out the next edit: skips the bytes that it removes.
  void replace(std::string& text) {
    const Edit edit = edits_.front();
    edits_ = edits_.subspan(1);
    append_encoded(text, edit.text);
    const std::size_t until = decoded_ + edit.length;
    while (decoded_ < until && at_ < encoded_.size()) {
      if (pass_plain(until - decoded_) == 0) step();
    }
  }

  /// Extends the new text by kept bytes if the line needs it: if a blank or a CR would be at its end and be lost, if
  /// there is no room for the `=` of a soft line break, or if that would follow raw signs. A line that could come to
  /// start like a boundary or a separator is rewritten as a whole, so that it starts differently.
  void extend_back(std::size_t& begin, std::size_t line, std::string& text) const {
    const bool hard_end = !line_.ends_softly;
    const auto is_lost = [](char c) { return is_blank(c) || c == '\r'; };
    if (text.empty() && hard_end && begin > line && is_lost(encoded_[begin - 1])) {
      --begin;
      text = encoded_[begin];
    }
    if (hard_end && !text.empty() && is_lost(text.back())) {
      const char last = text.back();
      text.pop_back();
      append_octet(text, last);
    }
    constexpr std::size_t enough = 5;  // bytes that show how a line starts
    std::string whole(encoded_.substr(line, std::min(begin - line, enough)));
    if (whole.size() < enough) whole += text;
    if (starts_like_structure(whole, at_ < line_.end)) {
      whole = std::string(encoded_.substr(line, begin - line)) + text;
      begin = line;
      text.clear();
      append_octet(text, whole[0]);
      text.append(whole, 1);
    }
    while (!text.empty() && begin - line == max_encoded_line) {
      const std::size_t width = begin - line >= 3 ? width_of_token(encoded_.substr(begin - 3, 3)) : 1;
      begin -= width;
      text.insert(0, encoded_.substr(begin, width));
    }
    if (text.empty()) return;
    const std::size_t signs = before_raw_signs(encoded_, begin);
    text.insert(0, encoded_.substr(signs, begin - signs));
    begin = signs;
  }

  static constexpr std::size_t usual_line = 2 * max_encoded_line;  // with the new text in it, before it is broken

  std::span<const Edit> edits_;
  Strings& strings_;
  std::string_view ending_;
  std::string text_, wrapped_;  // scratch: the new text of a line, and the same in several lines
  std::vector<Edit> result_;
};

/// A `=` before anything but a line end or two hexadecimal digits, of either case, stands for itself, as in mail
/// readers (RFC 2045, section 6.7). If it is kept, it is left unchanged, unless the bytes after an edit would make it
/// an escape. `decoded` has room for as many bytes as are encoded.
std::string_view decode_quoted_printable(std::string_view encoded, char* decoded) {
  char* out = decoded;
  for (std::size_t at = 0; at < encoded.size();) {
    const char* const plain = out;
    at = copy_to_set<Stops>(encoded, at, out);
    const bool is_sign = at < encoded.size() && encoded[at] == '=';
    if (!is_sign) {
      const bool after_return = at < encoded.size() && out > plain && out[-1] == '\r';
      if (after_return) --out;
      while (out > plain && is_blank(out[-1])) --out;
      if (after_return) *out++ = '\r';
      if (at < encoded.size()) *out++ = '\n';
      ++at;
    } else if (const auto escaped = hexadecimal_byte(encoded, at + 1)) {
      *out++ = *escaped;
      at += 3;
    } else if (const auto next = after_soft_end(encoded, at + 1)) {
      at = *next;
    } else {
      *out++ = '=';
      ++at;
    }
  }
  return {decoded, out};
}

std::vector<Edit> encode_quoted_printable(std::string_view encoded, std::span<const Edit> edits,
                                          std::string_view ending, Strings& strings) {
  return Encoder(encoded, edits, ending, strings).edits();
}

/// A body in quoted-printable (RFC 2045, section 6.7). An edit also replaces the rest of its lines.
class QuotedPrintable final : public Codec {
 public:
  QuotedPrintable(std::string_view outer, const DecodeContext& around)
      : Codec(outer),
        decoded_(std::make_unique_for_overwrite<char[]>(outer.size())),
        ending_(line_ending(outer, around.line_ending)) {
    text_ = decode_quoted_printable(outer, decoded_.get());
  }

  [[nodiscard]] bool can_hold(const Edit&) const override { return true; }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    const Units line_ends = line_ends_cut_by(edits);
    if (line_ends.empty()) return encode_quoted_printable(outer_, edits, ending_, strings);
    const std::vector<Replacement> replacements = widened(text_, edits, line_ends);
    std::vector<Edit> whole;
    for (const Replacement& one : replacements) whole.push_back({one.begin, one.end - one.begin, one.text});
    return encode_quoted_printable(outer_, whole, ending_, strings);
  }

 private:
  /// The line ends, CR and LF, inside of which an edit begins or ends: half of one is not a line end in the body.
  [[nodiscard]] Units line_ends_cut_by(std::span<const Edit> edits) const {
    Units units;
    std::size_t last = 0;
    const auto look_at = [&](std::size_t offset) {
      if (offset == last || offset == 0 || offset >= text_.size()) return;
      if (text_.substr(offset - 1, 2) != "\r\n") return;
      units.add(offset - 1, offset - 1, 2);
      last = offset;
    };
    for (const Edit& edit : edits) {
      look_at(edit.offset);
      look_at(edit.offset + edit.length);
    }
    units.finish(text_.size(), text_.size());
    return units;
  }

  std::unique_ptr<char[]> decoded_;
  std::string ending_;
};

}  // namespace

std::unique_ptr<Codec> open_quoted_printable(Coding, std::string_view outer, const DecodeContext& around) {
  return std::make_unique<QuotedPrintable>(outer, around);
}

}  // namespace absolve::codec
