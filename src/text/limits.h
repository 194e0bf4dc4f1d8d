#pragma once

#include <cstddef>

/// All limits on what is read, held, or made of an input. With ABSOLVE_SMALL_LIMITS they are so small that random
/// inputs of a few kilobytes exceed each of them, which the fuzz targets do. Words in messages name the usual ones.
namespace absolve::inline detail::limits {

#ifdef ABSOLVE_SMALL_LIMITS
inline constexpr bool are_small = true;
#else
inline constexpr bool are_small = false;
#endif

[[nodiscard]] constexpr std::size_t limit(std::size_t usual, std::size_t small) noexcept {
  return are_small ? small : usual;
}

inline constexpr std::size_t kibi = 1024;
inline constexpr std::size_t mebi = 1024 * kibi;

// The size of what is read, in bytes.
inline constexpr std::size_t har = limit(256 * mebi, 2000);
inline constexpr std::size_t document_line = limit(256 * mebi, 1000);  // of a stream
inline constexpr std::size_t record = limit(256 * mebi, 2000);         // of an archive
inline constexpr std::size_t record_beginning = limit(mebi, 500);  // no more of a record that no finder reads is held
inline constexpr std::size_t header = limit(mebi, 800);            // of a message, a response or a record
inline constexpr std::size_t field = limit(64 * kibi, 200);        // of a header
inline constexpr std::size_t arc_line = limit(64 * kibi, 200);
inline constexpr std::size_t base = limit(64 * kibi, 300);
inline constexpr std::size_t detection = limit(64 * kibi, 1500);  // how much of an input shows its type
inline constexpr std::size_t head = limit(64 * kibi, 1000);       // how much of a page is searched for its head

// How many there are, in one another or one after the other.
inline constexpr std::size_t document_levels = limit(64, 6);   // documents and entities
inline constexpr std::size_t decoded_levels = limit(8, 2);     // documents that each hold a decoded copy
inline constexpr std::size_t json_levels = limit(1000, 12);    // RFC 8259, section 9, allows readers to set a limit
inline constexpr std::size_t markdown_levels = limit(100, 6);  // quotes, list items and footnotes
inline constexpr std::size_t element_levels = limit(64 * kibi, 20);  // a few MB at most, deeper than any real page
inline constexpr std::size_t entities = limit(10'000, 12);
inline constexpr std::size_t redirects = limit(100, 3);
inline constexpr std::size_t marks = limit(16, 2);

// What is made of it: what any input may take, and what it may take for each of its bytes.
inline constexpr std::size_t growth = limit(64 * mebi, 1000);  // bytes that are decompressed, or added
inline constexpr std::size_t growth_a_byte = limit(100, 2);
inline constexpr std::size_t bases = limit(32 * mebi, 500);  // bytes
inline constexpr std::size_t bases_a_byte = limit(10, 1);
inline constexpr std::size_t tree_steps = limit(mebi, 400);
inline constexpr std::size_t tree_steps_a_byte = limit(16, 1);

// No limits, but how much is taken at once, in bytes: what comes out is the same, whatever they are.
inline constexpr std::size_t message_at_first = limit(64 * kibi, 100);
inline constexpr std::size_t entries_at_once = limit(mebi, 100);
inline constexpr std::size_t deflated_whole = limit(64 * mebi, 500);
inline constexpr std::size_t read_at_once = limit(512 * kibi, 50);          // of a compressed archive
inline constexpr std::size_t decompressed_at_once = limit(128 * kibi, 70);  // of it

}  // namespace absolve::inline detail::limits
