#include "report_beginnings.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "../inputs/open_input.h"
#include "outcome.h"

namespace absolve::cli {
namespace {

/// Enough for a long file name in JSON.
constexpr std::size_t max_beginning = std::size_t{64} << 10;

/// `{"file":"a/page.html","status":"changed","exit":0,`: no other JSON of absolve has a status as its second or third
/// member. A quotation mark in a name has a backslash before it, so that no name can look like this.
bool begins_like_lines(std::string_view text) {
  if (!text.starts_with(R"({"file":")")) return false;
  constexpr std::array kinds = {Outcome::Kind::changed, Outcome::Kind::unchanged, Outcome::Kind::skipped,
                                Outcome::Kind::failed};
  return std::ranges::any_of(kinds, [&](Outcome::Kind kind) {
    std::string members = R"(","status":")";
    members.append(name_of(kind)).append(R"(","exit":)");
    return text.find(members) != std::string_view::npos;
  });
}

/// report_page.html.
bool begins_like_page(std::string_view text) {
  constexpr std::string_view doctype = "<!doctype html>\n<html lang=\"en\">\n<head>\n";
  return text.starts_with(doctype) && text.find("\n<title>absolve: report</title>\n") != std::string_view::npos;
}

/// A line of CDXJ: `com,example)/ 20260102030405 {"url": "http://example.com/", `; a time may have milliseconds.
bool begins_like_index(std::string_view text) {
  constexpr std::size_t seconds = 14, milliseconds = 17;
  std::string_view line = text.substr(0, text.find('\n'));
  const std::size_t key_end = line.find(' ');
  if (key_end == std::string_view::npos) return false;
  line.remove_prefix(key_end + 1);
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  return (digits == seconds || digits == milliseconds) && line.substr(digits).starts_with(" {\"url\": \"");
}

}  // namespace

bool looks_like_report(const std::string& path) {
  try {
    Buffer buffer;
    OpenInput input(buffer, path, OpenInput::Open::found);
    const std::string_view text = input.ahead(max_beginning).substr(0, max_beginning);
    return text.empty() || begins_like_lines(text) || begins_like_page(text) || begins_like_index(text);
  } catch (const FileError& error) {
    return error.code() == ENOENT;
  }
}

}  // namespace absolve::cli
