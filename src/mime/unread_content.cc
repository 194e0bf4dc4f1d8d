#include "unread_content.h"

#include <algorithm>
#include <array>
#include <string>

#include "../codec/codec.h"
#include "../find/formats.h"
#include "../text/ascii.h"
#include "../text/lines.h"
#include "../url/split.h"
#include "absolve/url.h"

namespace absolve::mime {
namespace {

/// RFC 8551, section 3.2.2: an entity with only certificates has no content.
bool has_content(std::string_view, const Entity& entity) {
  return !is_name(entity.type.parameter("smime-type"), "certs-only");
}

/// The description of an event in HTML, as Outlook writes it: X-ALT-DESC;FMTTYPE=text/html:<html>...
bool has_description_in_html(std::string_view message, const Entity& entity) {
  constexpr std::string_view property = "x-alt-desc";
  const std::string_view body = message.substr(entity.body, entity.end - entity.body);
  const auto codec = codec::open(coding_of(entity.encoding), body);
  if (!codec) return false;
  const std::string_view calendar = codec->text();
  for (std::size_t at = 0; at < calendar.size(); at = line_end(calendar, at) + 1) {
    if (is_name(calendar.substr(at, property.size()), property)) return true;
  }
  return false;
}

/// RFC 2017, section 3: URL="..." says where the body is, with white space in it if it was folded.
bool has_relative_url(std::string_view, const Entity& entity) {
  std::string url(entity.type.parameter("url"));
  std::erase_if(url, is_space);
  return !url.empty() && scheme_of(url).empty();
}

struct UnreadRow {
  std::string_view type;
  std::string_view file_name;  // of a part without a declared type; "" for any other
  bool (*is_there)(std::string_view message, const Entity& entity);  // nullptr means always
  std::string_view words;
};

constexpr std::string_view in_smime = "S/MIME content, encrypted or signed, is not read";
constexpr std::string_view in_tnef = "TNEF content (winmail.dat) is not read";
constexpr std::string_view in_calendar = "HTML in X-ALT-DESC, the description of a calendar event, is not read";

constexpr auto rows = std::to_array<UnreadRow>({
    {"application/pkcs7-mime", "smime.p7m", has_content, in_smime},
    {"application/x-pkcs7-mime", "", has_content, in_smime},
    {"application/ms-tnef", "winmail.dat", nullptr, in_tnef},
    {"application/vnd.ms-tnef", "", nullptr, in_tnef},
    {"text/calendar", "", has_description_in_html, in_calendar},
    {"multipart/encrypted", "", nullptr, "it is encrypted"},
    {"message/partial", "", nullptr, "a fragment of a message (message/partial) is not read"},
    {"message/external-body", "", has_relative_url, "the relative URL in a message/external-body is not read"},
});

}  // namespace

std::string file_name_of(std::string_view message, const Entity& entity) {
  const Field* const disposition = find(entity.fields, Meaning::disposition);
  std::string name = disposition == nullptr ? "" : file_name_of(body_of(message, *disposition));
  return name.empty() ? std::string(entity.type.parameter("name")) : name;
}

std::string_view unread_content(std::string_view message, const Entity& entity) {
  const bool says_no_type = entity.type.name == unknown_type;
  const std::string name = says_no_type ? lower_case(file_name_of(message, entity)) : "";
  const auto fits = [&](const UnreadRow& one) {
    return says_no_type ? !name.empty() && name == one.file_name : entity.type.name == one.type;
  };
  const auto row = std::ranges::find_if(rows, fits);
  const bool found = row != rows.end() && (row->is_there == nullptr || row->is_there(message, entity));
  return found ? row->words : "";
}

}  // namespace absolve::mime
