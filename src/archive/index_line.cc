#include "index_line.h"

#include "../text/json.h"

namespace absolve::inline detail {
namespace {

/// Appends a member to a line; nothing if it has no value.
void append_member(std::string& line, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  line.append(line.ends_with('{') ? "\"" : ", \"").append(name).append("\": ");
  json::append_string(line, value);
}

}  // namespace

std::string index_line(const Capture& capture, std::uint64_t length, std::uint64_t offset, std::string_view file,
                       std::string_view more) {
  std::string line = capture.key + " " + capture.time + " {";
  append_member(line, "url", capture.url);
  append_member(line, "mime", capture.mime);
  append_member(line, "status", capture.status);
  append_member(line, "digest", capture.digest);
  append_member(line, "length", std::to_string(length));
  append_member(line, "offset", std::to_string(offset));
  append_member(line, "filename", file);
  return line.append(more).append("}");
}

std::string members_of(const CapturedRequest& request) {
  std::string members;
  append_member(members, "requestBody", request.body);
  append_member(members, "method", request.method);
  return members;
}

void add_request(std::string& line, const CapturedRequest& request) {
  line.replace(0, line.find(' '), request.key);
  line.insert(line.size() - 1, members_of(request));
}

}  // namespace absolve::inline detail
