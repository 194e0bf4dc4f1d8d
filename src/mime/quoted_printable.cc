#include <algorithm>

#include "../splicing/lines.h"
#include "../url/ascii.h"
#include "transfer.h"

namespace absolve::mime {
namespace {

/// A line of an encoded body.
///
///     text=20more =      data_end: behind the last byte that is no blank; blanks at its end are nothing (RFC 2045,
///                |  ||   section 6.7, rule 3)
///         data_end  ||   end: before the line end
///                 end next
struct Line {
  Line(std::string_view encoded, std::size_t at) noexcept : end(line_end(encoded, at)) {
    next = std::min(end + 1, encoded.size());
    if (end < encoded.size() && end > at && encoded[end - 1] == '\r') --end;
    data_end = end;
    while (data_end > at && is_blank(encoded[data_end - 1])) --data_end;
    ends_softly = data_end > at && encoded[data_end - 1] == '=';
  }

  std::size_t end;
  std::size_t next;
  std::size_t data_end;
  bool ends_softly;
};

void append_escape(std::string& out, char c) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out.append(1, '=').append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
}

void append_encoded(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c < ' ' || c > '~' || c == '=') {
      append_escape(out, c);
    } else {
      out += c;
    }
  }
}

constexpr std::size_t width_of_token(std::string_view encoded) noexcept { return encoded[0] == '=' ? 3 : 1; }

/// Appends what goes on in a line after `column` bytes and before `behind` others, broken softly where it is too long.
/// No further line starts like a delimiter or like the separator of a mailbox.
void append_wrapped(std::string& out, std::string_view text, std::size_t column, std::size_t behind,
                    std::string_view ending) {
  for (;;) {
    if (column + text.size() + std::min(behind, longest_encoded_line) <= longest_encoded_line) {
      out += text;
      return;
    }
    std::size_t fitting = 0;
    while (fitting < text.size()) {
      const std::size_t next = fitting + width_of_token(text.substr(fitting));
      if (column + next >= longest_encoded_line) break;
      fitting = next;
    }
    out.append(text.substr(0, fitting)).append("=").append(ending);
    text.remove_prefix(fitting);
    column = 0;
    if (text.starts_with("--") || text.starts_with("From ")) {
      append_escape(out, text[0]);
      text.remove_prefix(1);
      column = 3;
    }
  }
}

/// Walks through an encoded body beside the edits of the decoded one.
class Encoder {
 public:
  Encoder(std::string_view encoded, std::span<const Edit> edits, std::string_view ending, Strings& strings)
      : encoded_(encoded), edits_(edits), strings_(strings), ending_(ending), line_(encoded, 0) {}

  std::vector<Edit> all() {
    while (!edits_.empty()) rewrite_line();
    return std::move(result_);
  }

 private:
  void go_to_line(std::size_t at) noexcept {
    at_ = line_begin_ = at;
    line_ = Line(encoded_, at);
  }

  /// The bytes that the line, read from its start on, decodes to.
  [[nodiscard]] std::size_t decoded_size() const noexcept {
    std::size_t size = line_.data_end - line_begin_;
    for (std::size_t at = line_begin_;
         (at = encoded_.substr(0, line_.data_end).find('=', at)) != std::string_view::npos; at += 3) {
      size -= 2;
    }
    // A sign at the end of the line is no escape, and stands for nothing.
    return line_.ends_softly ? size + 1 : size + line_.next - line_.end;
  }

  /// Passes over what stands for one decoded byte, or over what stands for none.
  void step() noexcept {
    if (at_ < line_.data_end) {
      const bool soft_end = line_.ends_softly && at_ + 1 == line_.data_end;
      if (soft_end) return go_to_line(line_.next);
      at_ += encoded_[at_] == '=' ? 3 : 1;
      ++decoded_;
    } else if (at_ < line_.end) {
      at_ = line_.end;
    } else {
      ++at_;
      ++decoded_;
      if (at_ == line_.next) go_to_line(at_);
    }
  }

  /// Whether the line has nothing more to say: blanks, a line end, a soft line end or nothing follow.
  [[nodiscard]] bool line_is_over() const noexcept {
    return at_ >= line_.data_end || (line_.ends_softly && at_ + 1 == line_.data_end);
  }

  /// To the place where the next edit begins: at its first byte, or, where it only inserts, in the line of the byte
  /// before it.
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
      const bool stays = !at_soft_end || (edit.length == 0 && at_ > line_begin_);
      if (decoded_ == edit.offset && stays) return;
      step();
    }
  }

  /// From the next edit to the end of its line; the edits on the way are carried out.
  void rewrite_line() {
    find_edit();
    std::size_t begin = at_;
    const std::size_t line = line_begin_;
    std::string text;
    for (;;) {
      while (!edits_.empty() && edits_.front().offset == decoded_) replace(text);
      if (line_is_over()) break;
      const std::size_t from = at_;
      step();
      text.append(encoded_.substr(from, at_ - from));
    }
    take_back(begin, line, text);
    std::string wrapped;
    append_wrapped(wrapped, text, begin - line, line_.end - at_, ending_);
    result_.push_back({begin, at_ - begin, strings_.keep(wrapped)});
  }

  /// Carries out the next edit: passes over what it takes away.
  void replace(std::string& text) {
    const Edit edit = edits_.front();
    edits_ = edits_.subspan(1);
    append_encoded(text, edit.text);
    const std::size_t until = decoded_ + edit.length;
    while (decoded_ < until && at_ < encoded_.size()) step();
  }

  /// Draws kept bytes into the new text where the line needs it: a blank would stand at its end and be lost, or
  /// there is no room for the `=` of a soft line end. A line that starts like a delimiter or a separator is drawn in
  /// whole and made to start otherwise, as it might become one.
  void take_back(std::size_t& begin, std::size_t line, std::string& text) const {
    const bool hard_end = !line_.ends_softly;
    if (text.empty() && hard_end && begin > line && is_blank(encoded_[begin - 1])) text += encoded_[--begin];
    if (hard_end && !text.empty() && is_blank(text.back())) {
      const char blank = text.back();
      text.pop_back();
      append_escape(text, blank);
    }
    const std::string whole = std::string(encoded_.substr(line, begin - line)) + text;
    if (whole.starts_with("--") || whole.starts_with("From ")) {
      begin = line;
      text.clear();
      append_escape(text, whole[0]);
      text.append(whole, 1);
    }
    while (!text.empty() && begin - line == longest_encoded_line) {
      const std::size_t width = begin - line >= 3 && encoded_[begin - 3] == '=' ? 3 : 1;
      begin -= width;
      text.insert(0, encoded_.substr(begin, width));
    }
  }

  std::string_view encoded_;
  std::span<const Edit> edits_;
  Strings& strings_;
  std::string_view ending_;
  std::vector<Edit> result_;
  std::size_t at_ = 0;          // in the encoded body
  std::size_t decoded_ = 0;     // the decoded bytes before it
  std::size_t line_begin_ = 0;  // where its line starts
  Line line_;
};

}  // namespace

std::optional<std::string> decode_quoted_printable(std::string_view encoded) {
  std::string decoded;
  decoded.reserve(encoded.size());
  for (std::size_t at = 0; at < encoded.size();) {
    const Line line(encoded, at);
    while (at < line.data_end) {
      const std::size_t sign = std::min(encoded.find('=', at), line.data_end);
      decoded.append(encoded.substr(at, sign - at));
      at = sign;
      if (at == line.data_end) break;
      const auto byte = hexadecimal_byte(encoded.substr(0, line.data_end), at + 1);
      if (!byte && at + 1 < line.data_end) return std::nullopt;
      if (byte) decoded += *byte;
      at += byte ? 3 : 1;
    }
    if (!line.ends_softly) decoded.append(encoded.substr(line.end, line.next - line.end));
    at = line.next;
  }
  return decoded;
}

std::vector<Edit> encode_quoted_printable(std::string_view encoded, std::span<const Edit> edits,
                                          std::string_view ending, Strings& strings) {
  return Encoder(encoded, edits, ending, strings).all();
}

}  // namespace absolve::mime
