#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "../http/blocks.h"
#include "../http/fields.h"
#include "../mime/media_type.h"
#include "../text/ascii.h"
#include "absolve/archive.h"
#include "record.h"

namespace absolve {
namespace {

/// A kind of records that are captures, by WARC-Type.
struct CaptureKind {
  std::string_view type;
  bool is_response;       // its block is an HTTP response
  std::string_view mime;  // "": declared by the record or the response
};

constexpr auto kinds = std::to_array<CaptureKind>(
    {{"response", true, ""}, {"resource", false, ""}, {"revisit", false, "warc/revisit"}, {"metadata", false, ""}});

std::string name_of_type(const std::string& content_type) {
  return content_type.find('/') == std::string::npos ? "unk" : mime::read_media_type(content_type).name;
}

}  // namespace

std::optional<Capture> capture_of(std::string_view record) {
  const warc::Header header = warc::read_header(record);
  if (header.kind != warc::Header::Kind::warc) return std::nullopt;
  const std::string type = warc::value_of(record, header, "WARC-Type");
  const auto* const kind = std::ranges::find_if(kinds, [&](const CaptureKind& one) { return is_name(type, one.type); });
  const std::string url(warc::without_brackets(warc::value_of(record, header, "WARC-Target-URI")));
  if (kind == kinds.end() || url.empty() || is_name(std::string_view(url).substr(0, 4), "dns:")) return std::nullopt;
  Capture capture{
      .key = surt_key(url), .time = {}, .url = url, .mime = std::string(kind->mime), .status = {}, .digest = {}};
  for (const char c : warc::value_of(record, header, "WARC-Date")) {
    if (is_digit(c) && capture.time.size() < 14) capture.time += c;
  }
  constexpr std::string_view earliest = "00000101000000";  // completes a date that has only a year or a day (WARC 1.1)
  capture.time += earliest.substr(capture.time.size());
  const std::string digest = warc::value_of(record, header, "WARC-Payload-Digest");
  capture.digest = digest.substr(digest.find(':') + 1);
  const std::string content_type = warc::value_of(record, header, "Content-Type");
  const bool is_http = kind->is_response && mime::read_media_type(content_type).name == "application/http";
  if (is_http) {
    const std::string_view block = record.substr(header.block);
    const http::Block first = http::first_final_block(block);
    if (const unsigned status = http::status_of(block, first); status > 0) capture.status = std::to_string(status);
    capture.mime = name_of_type(http::content_type_in(block, first));
  } else if (capture.mime.empty()) {
    capture.mime = name_of_type(content_type);
  }
  return capture;
}

}  // namespace absolve
