#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../find/finding.h"
#include "../text/json_path.h"

namespace absolve::json {

/// A walk over the tokens of a JSON text, which knows how far each value is along each of several paths, and under
/// which key it stands.
///
///     {"cells": [{"source": "x"}]}     at the string: levels() are {, [, {; innermost().key is `source`
class PathWalk {
 public:
  /// An open object or array.
  struct Level {
    bool is_array;
    std::size_t begin;                         // offset in the JSON text
    Token key = {};                            // of the next value; in an array, that of the array
    std::size_t next = 0;                      // the index of the next element
    std::vector<Path::Progress> at = {};       // of the object or array, for each path
    std::vector<Path::Progress> at_next = {};  // of the next value
  };

  /// Both must outlive the walk. `json` is a slice of `text`, to which the offsets of values refer.
  PathWalk(std::string_view text, std::string_view json, std::span<const Path> paths) noexcept
      : json_(json), offset_(static_cast<std::size_t>(json.data() - text.data())), paths_(paths) {}

  /// Takes the next token. After that of a string, at_next of the innermost level is how far the string is. Linear in
  /// the steps of the paths.
  void consume(const Token& token);

  /// Whether no object or array is open: at the beginning, at the end, and at a string that is the whole text.
  [[nodiscard]] bool is_outermost() const noexcept { return levels_.empty(); }
  [[nodiscard]] const Level& innermost() const noexcept { return levels_.back(); }

  /// What a key or a string means, without escapes. Valid until the next call.
  [[nodiscard]] std::string_view text_of(const Token& token) {
    return decode_string(json_.substr(token.begin, token.end - token.begin), scratch_);
  }

  /// What is at [begin, end) as a value whose element is its key.
  [[nodiscard]] Value value_at(std::size_t begin, std::size_t end, const Token& key, codec::Coding coding) const;

  /// An offset in the JSON text as one in the whole text.
  [[nodiscard]] std::size_t in_text(std::size_t offset) const noexcept { return offset_ + offset; }

 private:
  void open(const Token& token);
  void next_element();

  std::string_view json_;
  std::size_t offset_;
  std::span<const Path> paths_;
  std::vector<Level> levels_;
  std::string scratch_;
};

}  // namespace absolve::json
