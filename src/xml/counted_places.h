#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "../find/finding.h"
#include "../text/ascii.h"
#include "../text/counted.h"

namespace absolve::xml {

/// Whether a text, as written, may begin like a path. Most texts don't, so this is checked first.
[[nodiscard]] inline bool may_be_path(std::string_view text) noexcept {
  return !text.empty() && (text.front() == '/' || text.front() == '.');
}

/// Whether a value, as written, is nothing but a path.
[[nodiscard]] inline bool looks_relative(std::string_view value) noexcept {
  const bool is_path = value.starts_with('/') || value.starts_with("./") || value.starts_with("../");
  return is_path && value.size() > 1 && value.find_first_of(white_space) == std::string_view::npos;
}

/// The places of one kind in a document, which share one note.
struct CountedPlaces {
  std::size_t number = 0;
  std::size_t first = 0;  // offset

  void add(std::size_t at) noexcept {
    if (number++ == 0) first = at;
  }

  /// Adds the note, if any place was counted. It starts with `1 id is` or `3 ids are`, for example.
  void add_note(std::vector<FoundNote>& notes, NoteCode code, Note::Severity severity, std::string_view one,
                std::string_view many) const {
    if (number > 0) notes.push_back({code, severity, {counted(number, one, many)}, first});
  }
};

}  // namespace absolve::xml
