#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "absolve/container.h"
#include "absolve/detect.h"
#include "given.h"

namespace absolve::test {

/// A list, answered piece by piece as a program reads it: `seen` bytes of a piece can be seen at first, and one more
/// whenever they do not suffice. `answers(piece, options)` answers one.
template <class Answers>
std::string answered_in_pieces(std::string_view list, Given given, std::size_t seen, Answers&& answers) {
  const Container container = container_of(list, given.input, given.options);
  std::string result;
  for (std::size_t at = 0; at < list.size();) {
    const std::string_view part = list.substr(at, seen);
    const auto piece = next_piece(container, part, 0, part.size() == list.size() - at);
    if (!piece) {
      ++seen;
      continue;
    }
    given.input.continues = at > 0;
    result += answers(part.substr(0, piece->next), given);
    at += piece->next;
  }
  return result;
}

}  // namespace absolve::test
