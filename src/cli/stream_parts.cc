#include "stream_parts.h"

#include <algorithm>

namespace absolve::cli {

void for_each_part(std::string_view piece, const Options& options, const std::function<void(const StreamPart&)>& take) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";  // before the first line, it is none of it
  const char separator = options.null_separated ? '\0' : '\n';
  std::size_t begin = 0;  // of what was not taken yet
  const auto take_list = [&](std::size_t end) {
    if (end > begin) take({.text = piece.substr(begin, end - begin), .ending = {}});
  };
  for (std::size_t at = !options.continues && piece.starts_with(mark) ? mark.size() : 0; at < piece.size();) {
    const std::size_t next = std::min(piece.find(separator, at), piece.size());
    const bool has_return = separator == '\n' && next > at && next < piece.size() && piece[next - 1] == '\r';
    const std::size_t end = has_return ? next - 1 : next;
    const std::size_t after = std::min(next + 1, piece.size());
    const std::string_view line = piece.substr(at, end - at);
    const bool is_too_long = line.size() > max_document_line;
    auto document = is_too_long ? std::nullopt : DocumentLine::from(line, options);
    if (is_too_long || document) {
      take_list(at);
      take({line, piece.substr(end, after - end), std::move(document), is_too_long});
      begin = after;
    }
    at = after;
  }
  take_list(piece.size());
}

}  // namespace absolve::cli
