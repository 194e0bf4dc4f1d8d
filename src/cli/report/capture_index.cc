#include "capture_index.h"

#include <algorithm>
#include <iterator>

#include "../../text/json.h"
#include "../outputs/writer.h"

namespace absolve::cli {

std::string index_line(const Capture& capture, std::uint64_t length, std::uint64_t offset, std::string_view file) {
  std::string line = capture.key + " " + capture.time + " {";
  const auto add = [&](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    line.append(line.ends_with('{') ? "\"" : ", \"").append(name).append("\": ");
    json::append_string(line, value);
  };
  add("url", capture.url);
  add("mime", capture.mime);
  add("status", capture.status);
  add("digest", capture.digest);
  add("length", std::to_string(length));
  add("offset", std::to_string(offset));
  add("filename", file);
  return line += "}";
}

bool sends_something(std::string_view request) {
  constexpr std::string_view end_of_header = "\r\n\r\n";
  const std::size_t end = request.find(end_of_header);
  const std::string_view block = request.substr(std::min(request.size(), end + end_of_header.size()));
  return end != std::string_view::npos && !block.starts_with("GET ") && !block.starts_with("HEAD ");
}

void CaptureIndex::add(std::vector<std::string>&& lines) {
  lines_.insert(lines_.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
}

void CaptureIndex::commit() {
  std::ranges::sort(lines_);
  Writer out(destination_.descriptor());
  for (const std::string& line : lines_) out.write(line + "\n");
  out.flush();
  destination_.commit();
}

}  // namespace absolve::cli
