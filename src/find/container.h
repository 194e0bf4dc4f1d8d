#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace absolve::inline detail {

/// How an input is divided into pieces: messages, lines or records. Each is planned and written by itself, so that only
/// one of them needs to be in memory.
enum class Container : std::uint16_t {
  none,       // the whole input is one piece
  mailbox,    // each piece is a message: mboxo, mboxrd, mboxcl, mboxcl2
  lines,      // each piece is as many whole lines as are available
  records,    // each piece is as many entries as are available, each ended by NUL
  archive,    // records, which the Rewriter divides (rewriter.h): for next_piece, the whole input is one piece
  blocks,     // opaque bytes that are copied as they are: max_block_size at a time, cut anywhere
  rows = 256  // from here on: rows_with(a delimiter)
};

/// Each piece is as many whole rows of a table as are available (RFC 4180, with this byte in place of the comma): a
/// line end in quotes ends no row.
[[nodiscard]] constexpr Container rows_with(char delimiter) noexcept {
  return static_cast<Container>(static_cast<unsigned>(Container::rows) + static_cast<unsigned char>(delimiter));
}

/// Whether the pieces are rows of a table.
[[nodiscard]] constexpr bool is_of_rows(Container container) noexcept { return container >= Container::rows; }

/// The delimiter of rows.
[[nodiscard]] constexpr char delimiter_of(Container rows) noexcept {
  return static_cast<char>(static_cast<unsigned char>(static_cast<unsigned>(rows)));
}

inline constexpr std::size_t max_block_size = std::size_t{1} << 20;

/// A number in the frame of a piece that gives the length of its content: Content-Length in a mailbox (mboxcl,
/// mboxcl2), or the size in a batch for rnews. It must be corrected when the content changes. Offsets are in bytes from
/// 0, in the text that the piece was cut from.
struct LengthField {
  std::size_t begin;  // of its digits
  std::size_t end;
  std::size_t length;        // the value of the digits, right or wrong, in bytes
  std::size_t counted_from;  // where the counted bytes begin
};

/// A piece of an input. Offsets are in bytes from 0, in the text that it was cut from.
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

/// The piece that begins at offset `at`, in bytes from 0. `whole` means that the input ends where `text` ends. If it is
/// false, the result may be nullopt: more of the input is needed. If it is true, there always is a piece. Linear.
///
///     for (std::size_t at = 0; at < text.size();) {
///       const absolve::Piece piece = *absolve::next_piece(absolve::Container::mailbox, text, at, true);
///       ...
///       at = piece.next;
///     }
[[nodiscard]] std::optional<Piece> next_piece(Container container, std::string_view text, std::size_t at, bool whole);

/// How much of an input to read before next_piece is called, in bytes from where the piece begins.
struct Window {
  std::size_t min;  // read at least this many bytes, or to the end of the input
  std::size_t max;  // read up to this many, if that doesn't mean waiting
  std::size_t at;   // where next_piece starts to look: the bytes before need not be looked at again
};

/// How much of the input to read for the next piece, once next_piece has returned nullopt for the first `seen` bytes of
/// it; 0 at first. All windows of a piece together take linear time. A line is handed over as soon as it is complete,
/// so that a program can wait for the answer to one line before it writes the next.
[[nodiscard]] Window next_window(Container container, std::size_t seen) noexcept;

}  // namespace absolve::inline detail
