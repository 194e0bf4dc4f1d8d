#pragma once

#include <cstddef>

/// All limits on what is read, held, or made of an input. limits.cc has their values twice: the fuzz targets link small
/// ones, which random inputs of a few kilobytes exceed. Words in messages name the usual ones.
namespace absolve::inline detail::limits {

extern const bool are_small;

// The size of what is read, in bytes.
extern const std::size_t har;
extern const std::size_t document_line;     // of a stream
extern const std::size_t record;            // of an archive
extern const std::size_t record_beginning;  // no more of a record that no finder reads is held
extern const std::size_t header;            // of a message, a response or a record
extern const std::size_t field;             // of a header
extern const std::size_t arc_line;
extern const std::size_t base;
extern const std::size_t detection;  // how much of an input shows its type
extern const std::size_t head;       // how much of a page is searched for its head

// How many there are, in one another or one after the other.
extern const std::size_t document_levels;  // documents and entities
extern const std::size_t decoded_levels;   // documents that each hold a decoded copy
extern const std::size_t json_levels;      // RFC 8259, section 9, allows readers to set a limit
extern const std::size_t markdown_levels;  // quotes, list items and footnotes
extern const std::size_t element_levels;   // a few MB at most, deeper than any real page
extern const std::size_t entities;
extern const std::size_t redirects;
extern const std::size_t marks;

// What is made of it: what any input may take, and what it may take for each of its bytes.
extern const std::size_t growth;  // bytes that are decompressed, or added
extern const std::size_t growth_a_byte;
extern const std::size_t bases;  // bytes
extern const std::size_t bases_a_byte;
extern const std::size_t tree_steps;
extern const std::size_t tree_steps_a_byte;

// No limits, but how much is taken at once, in bytes: what comes out is the same, whatever they are.
extern const std::size_t message_at_first;
extern const std::size_t entries_at_once;
extern const std::size_t deflated_whole;
extern const std::size_t read_at_once;          // of a compressed archive
extern const std::size_t decompressed_at_once;  // of it

}  // namespace absolve::inline detail::limits
