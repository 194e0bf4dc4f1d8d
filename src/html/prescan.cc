#include "prescan.h"

#include <algorithm>

#include "../codec/markup/character_references.h"
#include "../markup/attributes.h"
#include "../text/ascii.h"

namespace absolve::html {
namespace {

/// The value of `charset=` inside a content attribute (HTML standard, section 2.3.2).
std::string_view charset_in(std::string_view content) noexcept {
  for (std::size_t at = 0; (at = find_ignoring_case(content, "charset", at)) != std::string_view::npos;) {
    at += std::string_view("charset").size();
    while (at < content.size() && is_space(content[at])) ++at;
    if (at == content.size() || content[at] != '=') continue;
    ++at;
    while (at < content.size() && is_space(content[at])) ++at;
    const std::string_view rest = content.substr(at);
    if (rest.starts_with('"') || rest.starts_with('\'')) {
      const std::size_t close = rest.find(rest.front(), 1);
      return close == std::string_view::npos ? std::string_view() : rest.substr(1, close - 1);
    }
    return rest.substr(0, std::min({rest.find(';'), rest.find_first_of(white_space), rest.size()}));
  }
  return {};
}

std::string prescan(std::string_view bytes) {
  if (bytes.starts_with("+/v8") || bytes.starts_with("+/v9")) return "utf-7";  // its byte order mark
  bytes = bytes.substr(0, prescanned_bytes);
  for (std::size_t at = 0; (at = bytes.find('<', at)) != std::string_view::npos; ++at) {
    const std::string_view rest = bytes.substr(at);
    if (rest.starts_with("<!--")) {
      const std::size_t close = bytes.find("-->", at + 2);
      if (close == std::string_view::npos) return {};
      at = close;
      continue;
    }
    const std::size_t name = at + (rest.starts_with("</") ? 2 : 1);
    if (name >= bytes.size()) return {};
    if (!is_letter(bytes[name])) {  // `<!`, `</` and `<?` extend up to a `>`
      if (name == at + 1 && rest[1] != '!' && rest[1] != '?') continue;
      at = bytes.find('>', at);
      if (at == std::string_view::npos) return {};
      continue;
    }
    const std::size_t name_end = markup::tag_name_end(bytes, name);
    const bool meta = is_name(bytes.substr(at + 1, name_end - at - 1), "meta");

    std::string charset;
    std::string content;
    bool content_type = false;
    std::string scratch;
    const std::size_t end = markup::read_attributes(bytes, name_end, [&](const markup::Attribute& attribute) {
      if (!meta) return;
      scratch.clear();
      const std::string_view value = codec::decode_attribute(attribute.value(bytes), scratch);
      const std::string_view key = attribute.name(bytes);
      if (is_name(key, "charset") && charset.empty()) charset = value;
      if (is_name(key, "content") && content.empty()) content = value;
      if (is_name(key, "http-equiv")) content_type = is_name(value, "content-type");
    });
    if (end == markup::unclosed) return {};
    if (charset.empty() && content_type) charset = charset_in(content);
    if (!charset.empty()) return charset;
    at = end - 1;
  }
  return {};
}

}  // namespace

std::string declared_charset(std::string_view bytes, std::span<const Edit> edits) {
  if (edits.empty()) return prescan(bytes);
  std::string beginning;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    if (beginning.size() >= prescanned_bytes) break;
    beginning.append(bytes.substr(at, std::min(edit.offset - at, prescanned_bytes)));
    beginning.append(edit.text.substr(0, prescanned_bytes));
    at = edit.offset + edit.length;
  }
  if (beginning.size() < prescanned_bytes) beginning.append(bytes.substr(at, prescanned_bytes));
  return prescan(beginning);
}

}  // namespace absolve::html
