#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "absolve/export.h"

namespace absolve {

/// How an input is divided into pieces: messages, lines or records. Each is planned and written by itself, so that no
/// more than one of them must be in memory.
enum class Container : std::uint8_t {
  none,      // all of it is one piece
  mailbox,   // a message each: mboxo, mboxrd, mboxcl, mboxcl2
  lines,     // as many whole lines as there are
  records,   // as many entries as there are, each ended by NUL
  archive,   // records, which only ArchiveReader (archive.h) divides: for next_piece all is one piece
  csv_rows,  // as many whole rows of a table as there are (RFC 4180): a line end in quotes ends none
  tsv_rows,  // the same with tabs
  blocks,    // opaque bytes that are copied as they are: max_block_size at a time, cut anywhere
};

/// Whether the pieces are rows of a table.
[[nodiscard]] constexpr bool is_of_rows(Container container) noexcept {
  return container == Container::csv_rows || container == Container::tsv_rows;
}

inline constexpr std::size_t max_block_size = std::size_t{1} << 20;

/// A number in the frame of a piece that says how long its content is: Content-Length in a mailbox (mboxcl, mboxcl2),
/// or the size in a batch for rnews. It must be corrected when the content changes. Offsets are bytes of the text
/// that the piece stands in, from 0.
struct LengthField {
  std::size_t begin;  // of its digits
  std::size_t end;
  std::size_t length;        // what they say, right or wrong, in bytes
  std::size_t counted_from;  // where what is counted begins
};

/// A piece of an input. Offsets are bytes of the text that it was cut from, from 0.
///
///     From a@b Sat Jan  3 01:05:34 1996     the frame: a separator
///     Content-Length: 4                     offset; the frame: a length field
///
///     text                                  the content ends here: a blank line before a separator is frame again
///
///     From c@d ...                          next
struct Piece {
  std::size_t offset;  // of the content
  std::size_t length;  // of the content
  std::size_t next;    // where the next piece begins, with its frame
  std::optional<LengthField> length_field = std::nullopt;

  /// Where the content ends.
  [[nodiscard]] constexpr std::size_t end() const noexcept { return offset + length; }
};

/// The piece that begins at `at`. `whole`: the input ends where the text does. Otherwise the answer may be nullopt:
/// more of the input is needed. A whole text always has an answer. Linear.
///
///     for (std::size_t at = 0; at < text.size();) {
///       const absolve::Piece piece = *absolve::next_piece(absolve::Container::mailbox, text, at, true);
///       ...
///       at = piece.next;
///     }
[[nodiscard]] ABSOLVE_API std::optional<Piece> next_piece(Container container, std::string_view text, std::size_t at,
                                                          bool whole);

/// How much of an input to read before next_piece is called, in bytes from where the piece begins.
struct Window {
  std::size_t min;  // read so many, or to the end of the input, before next_piece is called
  std::size_t max;  // read more, up to so many, if that means no waiting
  std::size_t at;   // where next_piece starts: some bytes need not be looked at again
};

/// The window to look through for the next piece, once next_piece has seen `seen` bytes without an answer; 0 at first.
/// All windows of a piece together
/// take linear time. A line is handed over as soon as it is complete, so that a program can wait for each answer before
/// it writes the next line.
[[nodiscard]] ABSOLVE_API Window next_window(Container container, std::size_t seen) noexcept;

}  // namespace absolve
