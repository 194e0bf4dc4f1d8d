// Records of web archives. content_of() in record.cc tells what one holds; here it becomes one value in one scope:
//
//     WARC/1.0  WARC-Target-URI: http://a/b     the scope of everything in it
//                                               block
//     HTTP/1.1 200 OK ...                       a value of format http, up to the end of the record
//
// A record whose digest shows that it is damaged is left unchanged: a new record would get a new digest, and the damage
// would no longer show. This check needs a pass over the bytes, so it is only made for records that would be read.
// Linear.

#include "finder.h"

#include <memory>
#include <utility>

#include "../find/formats.h"
#include "../http/blocks.h"
#include "../mime/media_type.h"
#include "../text/ascii.h"
#include "damage.h"
#include "readable.h"
#include "record.h"

namespace absolve::warc {
namespace {

using Severity = Note::Severity;

class RecordFinder {
 public:
  RecordFinder(std::string_view text, const Request& request)
      : text_(text), request_(request), header_(read_header(text)) {}

  Finding find() {
    message_.record = name_of(text_, header_);
    const Content content = content_of(text_, header_, true);
    const bool is_read = content.kind == Content::Kind::response || content.kind == Content::Kind::entity;
    if (is_read && is_damaged(text_, header_)) {
      report_unread(NoteCode::record_unread, Severity::failure,
                    "it is damaged: its WARC-Block-Digest does not match its block");
    } else {
      read_content(content);
    }
    finding_.entity = std::make_unique<EntityFinding>(std::move(message_));
    return std::move(finding_);
  }

 private:
  [[nodiscard]] std::string value(std::string_view name) const { return value_of(text_, header_, name); }

  void read_content(const Content& content) {
    switch (content.kind) {
      case Content::Kind::broken:
        report_unread(NoteCode::record_unread, Severity::failure, std::string(content.why));
        break;
      case Content::Kind::part: report_part(content); break;
      case Content::Kind::revisit: read_revisit(content.begin); break;
      case Content::Kind::response: add(content.begin, Format::http, {}, {}); break;
      case Content::Kind::entity: add_entity(content.begin); break;
      case Content::Kind::none: break;
    }
  }

  /// Replay software serves a revisit with its own HTTP header.
  void read_revisit(std::size_t begin) {
    report_unread(NoteCode::revisit, Severity::detail, {});
    const std::string_view block = text_.substr(begin);
    if (!request_.options.headers || !http::starts_like_a_response(block) || is_damaged(text_, header_)) return;
    add(begin, Format::http, {}, {});
    finding_.values.back().end = begin + http::first_final_block(block).body;
  }

  void report_part(const Content& content) {
    const bool is_told = !why_part_is_left(text_, header_, reads_json(request_.options.fields)).empty();
    report_unread(NoteCode::record_unread, is_told ? Severity::notice : Severity::detail, std::string(content.why));
  }

  void add_entity(std::size_t begin) {
    const mime::MediaType type = mime::read_media_type(value("Content-Type"));
    if (const auto format = format_of(type.name, message_.record->target_uri, reads_json(request_.options.fields))) {
      add(begin, *format, type.name, std::string(type.parameter("charset")));
    }
  }

  void add(std::size_t begin, Format format, std::string media_type, std::string charset) {
    if (const std::string& url = message_.record->target_uri; !url.empty()) {
      finding_.scopes.push_back({Candidate{BaseFrom::record, url, {}, {}, {}}});
    }
    if (!request_.input.charset.empty()) charset = request_.input.charset;
    if (media_type.empty()) media_type = media_type_of(format);
    message_.contexts.push_back({.part = "",
                                 .number = "",
                                 .charset = std::move(charset),
                                 .type = std::move(media_type),
                                 .header = header_.block});
    const std::uint32_t scope = finding_.scopes.empty() ? Value::none : 0;
    finding_.values.push_back(Value{.begin = begin, .end = text_.size(), .scope = scope, .format = format});
  }

  void report_unread(NoteCode code, Severity severity, std::string why) {
    finding_.leaves_references = finding_.leaves_references || severity == Severity::failure;
    finding_.notes.push_back({code, severity, {std::move(why)}, 0, "", 0});
  }

  std::string_view text_;
  const Request& request_;
  Header header_;
  Finding finding_;
  EntityFinding message_;
};

}  // namespace

Finding find(std::string_view text, const Request& request) { return RecordFinder(text, request).find(); }

}  // namespace absolve::warc
