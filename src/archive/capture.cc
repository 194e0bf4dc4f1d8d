#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "../http/blocks.h"
#include "../http/fields.h"
#include "../mime/media_type.h"
#include "../text/ascii.h"
#include "archive.h"
#include "record.h"

namespace absolve::inline detail {
namespace {

/// A kind of records that are captures, by WARC-Type.
struct CaptureKind {
  std::string_view type;
  bool is_response;       // its block is an HTTP response, or the header of one
  std::string_view mime;  // "" if it is declared by the record or the response
};

constexpr auto kinds = std::to_array<CaptureKind>(
    {{"response", true, ""}, {"resource", false, ""}, {"revisit", true, "warc/revisit"}, {"metadata", false, ""}});

/// What crawlers note about a capture: records of its URL and its time, which replay would show in place of the page.
constexpr auto types_of_notes = std::to_array<std::string_view>({"application/warc-fields", "text/anvl"});

std::string name_of_type(const std::string& content_type) {
  return content_type.find('/') == std::string::npos ? "unk" : mime::read_media_type(content_type).name;
}

/// 14 digits, and three more of a fraction: 2026-01-02T03:04:05.5Z becomes 20260102030405500.
std::string time_of(std::string_view date) {
  constexpr std::string_view earliest = "00000101000000";  // completes a date that has only a year or a day (WARC 1.1)
  constexpr std::size_t with_milliseconds = earliest.size() + 3;
  std::string time;
  std::size_t at = 0;
  for (; at < date.size() && time.size() < earliest.size(); ++at) {
    if (is_digit(date[at])) time += date[at];
  }
  time += earliest.substr(time.size());
  if (!date.substr(at).starts_with('.') || at + 1 == date.size() || !is_digit(date[at + 1])) return time;
  while (++at < date.size() && is_digit(date[at]) && time.size() < with_milliseconds) time += date[at];
  time.resize(with_milliseconds, '0');
  return time;
}

}  // namespace

std::optional<Capture> capture_of(std::string_view record) {
  const warc::Header header = warc::read_header(record);
  if (header.kind != warc::Header::Kind::warc) return std::nullopt;
  const std::string type = warc::value_of(record, header, "WARC-Type");
  const auto kind = std::ranges::find_if(kinds, [&](const CaptureKind& one) { return is_name(type, one.type); });
  const std::string url(warc::without_brackets(warc::value_of(record, header, "WARC-Target-URI")));
  if (kind == kinds.end() || url.empty() || is_name(std::string_view(url).substr(0, 4), "dns:")) return std::nullopt;
  const std::string content_type = warc::value_of(record, header, "Content-Type");
  const std::string type_name = mime::read_media_type(content_type).name;
  if (!kind->is_response && std::ranges::find(types_of_notes, type_name) != types_of_notes.end()) return std::nullopt;
  Capture capture{.key = surt_key(url),
                  .time = time_of(warc::value_of(record, header, "WARC-Date")),
                  .url = url,
                  .mime = std::string(kind->mime),
                  .status = {},
                  .digest = {}};
  const std::string digest = warc::value_of(record, header, "WARC-Payload-Digest");
  capture.digest = digest.substr(digest.find(':') + 1);
  const std::string_view block = record.substr(header.block);
  if (kind->is_response && (type_name == "application/http" || block.starts_with("HTTP/"))) {
    const http::Block first = http::first_final_block(block);
    if (const unsigned status = http::status_of(block, first); status > 0) capture.status = std::to_string(status);
    if (capture.mime.empty()) capture.mime = name_of_type(http::content_type_in(block, first));
  } else if (capture.mime.empty()) {
    capture.mime = name_of_type(content_type);
  }
  return capture;
}

}  // namespace absolve::inline detail
