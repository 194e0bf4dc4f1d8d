#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "absolve/export.h"

namespace absolve {

/// How an input is cut into pieces that stand alone: each is planned and written by itself, so that memory holds no
/// more than one of them.
enum class Container : std::uint8_t {
  none,     // all of it is one piece
  mailbox,  // a message each: mboxo, mboxrd, mboxcl, mboxcl2
  lines,    // as many whole lines as there are
  records,  // as many entries as there are, each ended by NUL
  archive,  // a record each, which ArchiveReader cuts (archive.h): next_piece takes all for one
  blocks,   // of max_block_size bytes: what is copied as it is, and cut anywhere
};

inline constexpr std::size_t max_block_size = std::size_t{1} << 20;

/// A number in the frame of a piece that says how long its content is: Content-Length in a mailbox (mboxcl, mboxcl2),
/// or the size that rnews is told. Once the content has changed it must be made right. Offsets are bytes of the text
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

/// The piece that begins at `at`. `whole` says that the input ends where the text does; where it doesn't, nullopt asks
/// for more of it. Whatever the text holds, and at its end too, a whole one has an answer. Linear.
///
///     for (std::size_t at = 0; at < text.size();) {
///       const absolve::Piece piece = *absolve::next_piece(absolve::Container::mailbox, text, at, true);
///       ...
///       at = piece.next;
///     }
[[nodiscard]] ABSOLVE_API std::optional<Piece> next_piece(Container container, std::string_view text, std::size_t at,
                                                          bool whole);

/// What to see of an input that comes bit by bit, in bytes from where a piece begins.
struct Window {
  std::size_t min;  // so many, or the end, before next_piece is asked
  std::size_t max;  // and more up to so many, where that takes no waiting
  std::size_t at;   // where next_piece is to look from: what it has seen before may be of no use any more
};

/// The window to look through for the next piece, once next_piece has seen `seen` bytes without an answer; 0 at first.
/// To look through one after the other is linear. Lines are not waited for longer than need be, so that a list serves
/// as one end of a conversation.
[[nodiscard]] ABSOLVE_API Window next_window(Container container, std::size_t seen) noexcept;

}  // namespace absolve
