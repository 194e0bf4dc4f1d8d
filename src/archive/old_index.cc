#include "old_index.h"

#include <algorithm>
#include <array>
#include <utility>

#include "../text/ascii.h"
#include "../text/json.h"

namespace absolve::inline detail {
namespace {

/// The members that only the request of a capture gives.
constexpr auto carried_members =
    std::to_array<std::string_view>({"requestBody", "method", "referrer", "req.http:cookie"});

std::string place_of(std::string_view file, std::string_view offset) {
  return std::string(offset).append(" ").append(file);
}

bool is_time(std::string_view text) noexcept {
  constexpr std::size_t seconds = 14, milliseconds = 17;
  return (text.size() == seconds || text.size() == milliseconds) && std::ranges::all_of(text, is_digit);
}

/// Whether the key of a capture is its URL, which has no host: no other key is right then.
bool is_opaque(const Capture& capture) {
  const std::size_t size = capture.url.find(':') + 1;
  return size > 0 &&
         std::string_view(capture.key).substr(0, size) == lower_case(std::string_view(capture.url).substr(0, size));
}

}  // namespace

void OldIndex::add(const std::function<std::size_t(std::span<char> room)>& read) {
  constexpr std::size_t longest_line = std::size_t{1} << 20;
  std::string text;
  std::size_t size = 0;
  bool is_too_long = false;  // the line that the text begins with
  do {
    const std::size_t before = text.size();
    text.resize(before + (std::size_t{64} << 10));
    size = read(std::span(text).subspan(before));
    text.resize(before + size);
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n', before); end != std::string::npos; end = text.find('\n', begin)) {
      if (!std::exchange(is_too_long, false)) add_line(std::string_view(text).substr(begin, end - begin));
      begin = end + 1;
    }
    text.erase(0, begin);
    if (text.size() > longest_line) {
      is_too_long = true;
      text.clear();
    }
  } while (size > 0);
  if (!is_too_long) add_line(text);
}

/// `com,example)/ 20260102030405 {"url": "http://example.com/", ...}`
void OldIndex::add_line(std::string_view line) {
  const std::size_t key_end = line.find(' ');
  const std::size_t time_end = key_end == std::string_view::npos ? key_end : line.find(' ', key_end + 1);
  if (time_end == std::string_view::npos) return;
  const std::string_view time = line.substr(key_end + 1, time_end - key_end - 1);
  if (!is_time(time)) return;
  Line read{std::string(line.substr(0, key_end)), std::string(time), {}, {}};
  const std::string_view text = trimmed(line.substr(time_end));
  json::Reader reader(text);
  int level = 0;
  std::string name, file, offset, scratch;
  while (const auto token = reader.next()) {
    const std::string_view raw = text.substr(token->begin, token->end - token->begin);
    const int step = json::step(token->kind);
    level += step;
    if (level != 1 || step != 0) continue;
    if (token->kind == json::Token::Kind::key) {
      name = json::decode_string(raw, scratch);
      continue;
    }
    if (name == "url") read.url = json::decode_string(raw, scratch);
    if (name == "filename") file = json::decode_string(raw, scratch);
    if (name == "offset") offset = raw;
    const bool is_carried = std::ranges::find(carried_members, name) != carried_members.end();
    if (!is_carried || token->kind != json::Token::Kind::string) continue;
    read.carried.members.append(", \"").append(name).append("\": \"").append(raw).append("\"");
    read.carried.has_request = read.carried.has_request || name == "method" || name == "requestBody";
  }
  if (!reader.is_valid()) return;
  read.carried.has_request = read.carried.has_request || read.key.find("__wb_") != std::string::npos;
  lines_.try_emplace(place_of(file, offset), std::move(read));
}

OldIndex::Carried OldIndex::carry_over(std::string_view file, std::uint64_t offset, Capture& capture) const {
  const std::string at = std::to_string(offset);
  auto found = lines_.find(place_of(file, at));
  // Some programs write the whole path in the WACZ.
  if (found == lines_.end()) found = lines_.find(place_of("archive/" + std::string(file), at));
  if (found == lines_.end() || found->second.url != capture.url) return {};
  const Line& line = found->second;
  if (!is_opaque(capture)) capture.key = line.key;
  capture.time = line.time;
  return line.carried;
}

}  // namespace absolve::inline detail
