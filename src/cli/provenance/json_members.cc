#include "json_members.h"

#include <charconv>
#include <cstddef>
#include <system_error>

namespace absolve::cli {
namespace {

constexpr std::size_t max_depth = 64;  // of what is passed over

void append_utf8(std::string& out, unsigned code) {
  const auto append = [&](unsigned byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    append(code);
  } else if (code < 0x800) {
    append(0xC0 | code >> 6);
    append(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    append(0xE0 | code >> 12);
    append(0x80 | (code >> 6 & 0x3F));
    append(0x80 | (code & 0x3F));
  } else {
    append(0xF0 | code >> 18);
    append(0x80 | (code >> 12 & 0x3F));
    append(0x80 | (code >> 6 & 0x3F));
    append(0x80 | (code & 0x3F));
  }
}

/// Reads what stands next; each function returns whether it was there.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool take(char c) {
    pass_spaces();
    if (next() != c) return false;
    ++at_;
    return true;
  }

  bool at_end() {
    pass_spaces();
    return at_ == text_.size();
  }

  bool string(std::string& out) {
    out.clear();
    if (!take('"')) return false;
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '"') return true;
      if (static_cast<unsigned char>(c) < 0x20) return false;
      if (c != '\\') {
        out += c;
      } else if (!escape(out)) {
        return false;
      }
    }
    return false;
  }

  /// A value of any kind; one that is a string goes to `out`, and `is_string` says so.
  bool value(std::string& out, bool& is_string, std::size_t depth = 0) {
    pass_spaces();
    is_string = next() == '"';
    if (is_string) return string(out);
    if (next() == '{') return depth < max_depth && object(depth);
    if (next() == '[') return depth < max_depth && array(depth);
    for (const std::string_view word : {"true", "false", "null"}) {
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return true;
    }
    return number();
  }

 private:
  [[nodiscard]] char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void pass_spaces() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }

  bool unit(unsigned& code) {
    if (text_.size() - at_ < 4) return false;
    const char* const begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, begin + 4, code, 16);
    at_ += 4;
    return error == std::errc() && end == begin + 4;
  }

  /// What follows a backslash.
  bool escape(std::string& out) {
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    if (at_ == text_.size()) return false;
    const char c = text_[at_++];
    if (const std::size_t which = letters.find(c); which != std::string_view::npos) {
      out += meanings[which];
      return true;
    }
    unsigned code = 0;
    if (c != 'u' || !unit(code)) return false;
    if (code >= 0xDC00 && code <= 0xDFFF) return false;
    if (code >= 0xD800 && code <= 0xDBFF) {  // the first half of a pair
      unsigned low = 0;
      if (!text_.substr(at_).starts_with("\\u")) return false;
      at_ += 2;
      if (!unit(low) || low < 0xDC00 || low > 0xDFFF) return false;
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    append_utf8(out, code);
    return true;
  }

  bool digits() {
    const std::size_t begin = at_;
    while (next() >= '0' && next() <= '9') ++at_;
    return at_ > begin;
  }

  bool number() {
    if (next() == '-') ++at_;
    if (next() == '0') {
      ++at_;
    } else if (!digits()) {
      return false;
    }
    if (next() == '.') {
      ++at_;
      if (!digits()) return false;
    }
    if (next() != 'e' && next() != 'E') return true;
    ++at_;
    if (next() == '+' || next() == '-') ++at_;
    return digits();
  }

  bool array(std::size_t depth) {
    std::string out;
    bool is_string = false;
    if (!take('[')) return false;
    if (take(']')) return true;
    do {
      if (!value(out, is_string, depth + 1)) return false;
    } while (take(','));
    return take(']');
  }

  bool object(std::size_t depth) {
    std::string out;
    bool is_string = false;
    if (!take('{')) return false;
    if (take('}')) return true;
    do {
      if (!string(out) || !take(':') || !value(out, is_string, depth + 1)) return false;
    } while (take(','));
    return take('}');
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<JsonMembers> json_string_members(std::string_view text) {
  JsonMembers members;
  Reader reader(text);
  if (!reader.take('{')) return std::nullopt;
  if (!reader.take('}')) {
    do {
      std::string name;
      std::string value;
      bool is_string = false;
      if (!reader.string(name) || !reader.take(':') || !reader.value(value, is_string)) return std::nullopt;
      if (is_string) members.emplace_back(std::move(name), std::move(value));
    } while (reader.take(','));
    if (!reader.take('}')) return std::nullopt;
  }
  if (!reader.at_end()) return std::nullopt;
  return members;
}

}  // namespace absolve::cli
