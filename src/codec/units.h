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
#include "absolve/link.h"

namespace absolve::codec {

/// A piece of the outer text that doesn't stand for itself, and the text that it stands for: a character reference, an
/// escape, a line end, folding. All other bytes stand for themselves. Offsets are bytes, from 0.
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

/// The units of a text, and so the mapping from offsets of the text to those of the outer text.
class Units {
 public:
  /// Adds a unit after all others. It stands for `text_size` bytes; 0 if it stands for nothing.
  void add(std::size_t text, std::size_t outer, std::size_t text_size) {
    entries_.push_back({text, outer & max_outer, text_size & 0xFF});
  }

  /// How many units to expect.
  void reserve(std::size_t count) { entries_.reserve(count); }

  /// To be called after the last unit was added.
  void finish(std::size_t text_size, std::size_t outer_size) noexcept {
    text_size_ = text_size;
    outer_size_ = outer_size;
  }

  [[nodiscard]] bool empty() const noexcept { return entries_.empty(); }

  /// Where byte `offset` of the text is in the outer text: for all bytes of a unit, the beginning of the unit; at the
  /// end of the text, the end of the outer text. Logarithmic.
  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const noexcept;

  /// The last unit that begins before byte `offset` of the text, or that stands for nothing right before it.
  /// Logarithmic.
  [[nodiscard]] std::optional<Unit> before(std::size_t offset) const noexcept;

  /// The unit whose text has bytes on both sides of `offset`. Logarithmic.
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

/// The same as decode_text(), but also records the units.
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

/// A new text for bytes [begin, end) of a text, which cover only whole units.
struct Replacement {
  std::size_t begin;
  std::size_t end;
  std::string text;
};

/// Edits of a text, extended to whole units. The parts of a unit that an edit leaves become part of the new text. Edits
/// that touch each other become one, and edits that change nothing are dropped. No two replacements touch. Linear, plus
/// a logarithmic lookup in the units for each edit.
[[nodiscard]] std::vector<Replacement> widened(std::string_view text, std::span<const Edit> edits, const Units& units);

/// Builds a list of edits. Those that touch each other become one.
class EditWriter {
 public:
  explicit EditWriter(Strings& strings) noexcept : strings_(strings) {}

  /// Adds a new text for bytes [begin, end), which must come after those of all earlier calls.
  void add(std::size_t begin, std::size_t end, std::string_view text) { text_for(begin, end) += text; }

  /// The same, but the caller appends the new text to what is returned. That may hold text already: of an edit that
  /// ends at `begin`, and with which this one becomes one.
  [[nodiscard]] std::string& text_for(std::size_t begin, std::size_t end);

  [[nodiscard]] std::vector<Edit> finish();

 private:
  void finish_edit();

  Strings& strings_;
  std::vector<Edit> edits_;
  bool is_open_ = false;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::string text_;
};

/// The edits for a codec whose units are independent of the bytes next to them: `escape(text)` returns a new text as it
/// is written.
template <class Escape>
[[nodiscard]] std::vector<Edit> encode_units(std::string_view text, std::span<const Edit> edits, const Units& units,
                                             Strings& strings, Escape&& escape) {
  EditWriter writer(strings);
  for (const Replacement& one : widened(text, edits, units)) {
    writer.add(units.outer_offset(one.begin), units.outer_offset(one.end), escape(one.text));
  }
  return writer.finish();
}

/// A text with `sign` before each character that is in `special`.
[[nodiscard]] inline std::string with_sign_before(std::string_view text, std::string_view special, char sign) {
  std::string escaped;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) escaped += sign;
    escaped += c;
  }
  return escaped;
}

}  // namespace absolve::codec
