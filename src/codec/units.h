#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../text/decode_text.h"
#include "../text/strings.h"
#include "absolve/edit.h"

namespace absolve::codec {

/// A piece of the outer text that doesn't stand for itself, and what it stands for: a character reference, an escape, a
/// line end, folding. All the other bytes stand for themselves. Offsets are bytes, from 0.
///
///     outer:  a&amp;b&lt;c        units: [1, 6) stands for [1, 2)
///              |   | |  |                [7, 11) stands for [3, 4)
///              1   5 7  10
///     text:   a&b<c
struct Unit {
  std::size_t text;
  std::size_t text_end;
  std::size_t outer;
  std::size_t outer_end;
};

/// The units of a text, and so the way from offsets of the text to those of the outer text.
class Units {
 public:
  /// After all that were added before. It stands for `text_size` bytes, for none where there is nothing to read in it.
  void add(std::size_t text, std::size_t outer, std::size_t text_size) {
    entries_.push_back({text, outer & max_outer, text_size & 0xFF});
  }

  /// So many are expected.
  void reserve(std::size_t count) { entries_.reserve(count); }

  /// After the last unit.
  void finish(std::size_t text_size, std::size_t outer_size) noexcept {
    text_size_ = text_size;
    outer_size_ = outer_size;
  }

  [[nodiscard]] bool empty() const noexcept { return entries_.empty(); }

  /// Where byte `offset` of the text lies outside: for all bytes of one unit, where that begins; at the end of the
  /// text, where the outer text ends. Logarithmic.
  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const noexcept;

  /// The last unit that begins before byte `offset` of the text, or stands for nothing right before it. Logarithmic.
  [[nodiscard]] std::optional<Unit> before(std::size_t offset) const noexcept;

  /// The unit that has bytes of the text on both sides of `offset`. Logarithmic.
  [[nodiscard]] std::optional<Unit> around(std::size_t offset) const noexcept;

 private:
  /// There may be many: the size shares a word with an offset.
  struct Entry {
    std::uint64_t text;
    std::uint64_t outer : 56;
    std::uint64_t text_size : 8;
  };
  static constexpr std::uint64_t max_outer = (std::uint64_t{1} << 56) - 1;

  [[nodiscard]] Unit unit(std::size_t index) const noexcept;

  std::vector<Entry> entries_;
  std::size_t text_size_ = 0;
  std::size_t outer_size_ = 0;
};

/// decode_text(), which also tells the units.
template <class Find, class Decode>
[[nodiscard]] std::string_view decode_units(std::string_view outer, std::string& decoded, Units& units, Find&& find,
                                            Decode&& decode) {
  const auto decode_unit = [&](std::size_t at, std::string& out) {
    const std::size_t begin = out.size();
    const std::size_t end = decode(at, out);
    const bool is_itself = end == at + 1 && out[begin] == outer[at];
    if (!is_itself) units.add(begin, at, out.size() - begin);
    return end;
  };
  const std::string_view text = decode_text(outer, decoded, find, decode_unit);
  units.finish(text.size(), outer.size());
  return text;
}

/// A new text for bytes [begin, end) of a text, which are whole units.
struct Replacement {
  std::size_t begin;
  std::size_t end;
  std::string text;
};

/// Edits of a text, widened until they hold whole units. What they leave of a unit is part of the new text; edits that
/// touch one another become one, and those that change nothing go. No two replacements touch. Linear, but for the
/// logarithmic way into the units.
[[nodiscard]] std::vector<Replacement> widened(std::string_view text, std::span<const Edit> edits, const Units& units);

/// Writes a list of edits. Those that touch one another become one.
class EditWriter {
 public:
  explicit EditWriter(Strings& strings) noexcept : strings_(strings) {}

  /// A new text for bytes [begin, end), which lie after those of all calls before.
  void add(std::size_t begin, std::size_t end, std::string_view text) { text_for(begin, end) += text; }

  /// The same, to append the new text to. It may hold the new text of bytes that end where these begin.
  [[nodiscard]] std::string& text_for(std::size_t begin, std::size_t end);

  [[nodiscard]] std::vector<Edit> take();

 private:
  void finish_edit();

  Strings& strings_;
  std::vector<Edit> edits_;
  bool is_open_ = false;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::string text_;
};

/// The edits of a codec whose units stand for themselves alone: `escape(text)` is how a new text is written.
template <class Escape>
[[nodiscard]] std::vector<Edit> encode_units(std::string_view text, std::span<const Edit> edits, const Units& units,
                                             Strings& strings, Escape&& escape) {
  EditWriter writer(strings);
  for (const Replacement& one : widened(text, edits, units)) {
    writer.add(units.outer_offset(one.begin), units.outer_offset(one.end), escape(one.text));
  }
  return writer.take();
}

/// A text with `sign` before each character that is one of `special`.
[[nodiscard]] inline std::string with_sign_before(std::string_view text, std::string_view special, char sign) {
  std::string escaped;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) escaped += sign;
    escaped += c;
  }
  return escaped;
}

}  // namespace absolve::codec
