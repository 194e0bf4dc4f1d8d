#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "archive.h"

namespace absolve::inline detail {

/// The index (CDXJ) of a WACZ that is replaced by a new one. Its writer may have known more than the archives say: the
/// milliseconds of a capture, the request that it answers.
class OldIndex {
 public:
  /// Adds the lines that `read` returns, until it returns 0. A line that is no line of CDXJ is skipped. Linear; all
  /// lines are held in memory. What `read` throws passes through, and the lines before it count.
  void add(const std::function<std::size_t(std::span<char> room)>& read);

  /// What a new line gets from an old one, besides its key and its time.
  struct Carried {
    std::string members = {};  // of the JSON, each after a comma
    bool has_request = false;  // the old line says which request the capture answers
  };
  /// Gives a capture the key and the time of its old line. The capture was at `offset` in `file`. Nothing is carried
  /// over if there is no such line, or if it is about another URL.
  [[nodiscard]] Carried carry_over(std::string_view file, std::uint64_t offset, Capture& capture) const;

 private:
  struct Line {
    std::string key;
    std::string time;
    std::string url;
    Carried carried;
  };

  void add_line(std::string_view line);

  std::unordered_map<std::string, Line> lines_;  // by offset and file
};

}  // namespace absolve::inline detail
