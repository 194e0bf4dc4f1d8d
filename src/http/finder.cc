#include "finder.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "../find/formats.h"
#include "../mime/entities.h"
#include "../mime/headings.h"
#include "../text/ascii.h"
#include "absolve/options.h"
#include "blocks.h"
#include "coding.h"

namespace absolve::http {
namespace {

using Severity = Note::Severity;

constexpr std::string_view names_only = "in HTTP a Content-Location is no base (RFC 9110, section 8.7)";

/// Fields that say a digest of the body, which a rewrite makes wrong (RFC 9530; RFC 3230; RFC 1864).
constexpr auto digests = std::to_array<std::string_view>({"Content-Digest", "Repr-Digest", "Digest", "Content-MD5"});

class ResponseFinder {
 public:
  ResponseFinder(std::string_view text, const Request& request)
      : text_(text), request_(request), block_(last_block(text)) {}

  Finding all() {
    entity_.header = block_.begin;
    entity_.body = block_.body;
    entity_.end = text_.size();
    if (block_.body - block_.fields > mime::max_header_size) {
      give_up(NoteCode::part_unread, "its header passes the limit of 1 MiB");
    } else {
      entity_.fields = mime::find_fields(text_, block_.fields, block_.body);
      take();
    }
    finding_.message = std::make_unique<MessageFinding>(std::move(message_));
    return std::move(finding_);
  }

 private:
  void take() {
    const mime::Field* type = mime::find(entity_.fields, mime::Meaning::content_type);
    const std::string said = type == nullptr ? "" : body_of(text_, *type);
    if (said.find('/') == std::string::npos)
      type = nullptr;  // as good as missing (MIME Sniffing standard, section 5.1)
    if (type != nullptr) entity_.type = mime::read_media_type(said);
    add_scopes();
    const std::string_view body = text_.substr(block_.body);
    const auto format = type == nullptr ? sniffed(body) : format_of(entity_.type.name);
    const std::string media_type(type != nullptr ? entity_.type.name : format ? media_type_of(*format) : unknown_type);
    message_.parts.push_back({"", 0, 0, media_type, scopes_shown_, ""});
    const bool is_message = media_type.starts_with("multipart/") || media_type.starts_with("message/");
    if (!format && is_message) {
      finding_.leaves_references = true;
      finding_.remarks.push_back({NoteCode::part_unread,
                                  Severity::notice,
                                  {"its body is " + media_type + ", and no such body is read"},
                                  block_.begin,
                                  "",
                                  block_.begin});
    }
    if (!format) return;
    if (type != nullptr && type->contradicted) {
      return give_up(NoteCode::part_unread, "it has several Content-Types that differ");
    }
    if (last_of("Transfer-Encoding") == "chunked" && is_chunked(body)) {
      return give_up(NoteCode::coding_unread, "its body is still in chunks (Transfer-Encoding: chunked)");
    }
    if (const std::string coding = last_of("Content-Encoding"); is_packed(body, coding)) {
      return give_up(NoteCode::coding_unread, "its body is still packed (Content-Encoding: " + coding + ")");
    }
    if (block_.bodiless) {
      finding_.remarks.push_back({NoteCode::no_body, Severity::notice, {}, block_.begin, "", block_.begin});
    }
    add_body(*format, media_type);
    add_claims();
  }

  /// Its headings that are bases, the outermost first.
  void add_scopes() {
    std::vector<Candidate> candidates = mime::headings(text_, entity_, "");
    for (Candidate& one : candidates) {
      if (one.from == BaseFrom::content_location) one.disqualified = names_only;
    }
    scopes_shown_ = candidates;
    for (auto one = candidates.rbegin(); one != candidates.rend(); ++one) {
      const auto around =
          finding_.scopes.empty() ? Value::none : static_cast<std::uint32_t>(finding_.scopes.size() - 1);
      finding_.scopes.push_back({std::move(*one), around});
    }
  }

  /// What a body is read as whose type nothing says.
  [[nodiscard]] std::optional<Format> sniffed(std::string_view body) const {
    switch (type_of(body.substr(0, enough_to_tell), request_.options.retrieval_url)) {
      case Type::html: return Format::html;
      case Type::css: return Format::css;
      case Type::xml: return Format::xml;
      case Type::json: return Format::json;
      default: return std::nullopt;
    }
  }

  /// The last word of all fields with a name, which says what the body was packed in last, in lower case.
  [[nodiscard]] std::string last_of(std::string_view name) const {
    const auto fields = mime::find_named(text_, block_.fields, block_.body, name);
    if (fields.empty()) return {};
    const std::string value = body_of(text_, fields.back());
    const std::string_view last = std::string_view(value).substr(after_last(value, ','));
    return lower_case(trimmed(last.substr(0, last.find(';'))));
  }

  void add_body(Format format, const std::string& media_type) {
    const std::string& given = request_.options.charset;
    message_.contexts.push_back({.part = "",
                                 .number = "",
                                 .charset = given.empty() ? std::string(entity_.type.parameter("charset")) : given,
                                 .type = media_type,
                                 .header = block_.begin});
    const auto scope = finding_.scopes.empty() ? Value::none : static_cast<std::uint32_t>(finding_.scopes.size() - 1);
    finding_.values.push_back(Value{.begin = block_.body, .end = text_.size(), .scope = scope, .format = format});
  }

  void add_claims() {
    for (const std::string_view name : digests) {
      if (mime::find_named(text_, block_.fields, block_.body, name).empty()) continue;
      message_.claims.push_back({std::string(name), "is out of date", {{block_.body, text_.size()}}, block_.begin, ""});
    }
  }

  void give_up(NoteCode code, std::string why) {
    finding_.leaves_references = true;
    finding_.remarks.push_back({code, Severity::failure, {std::move(why)}, block_.begin, "", block_.begin});
  }

  std::string_view text_;
  const Request& request_;
  Block block_;
  mime::Entity entity_;
  Finding finding_;
  MessageFinding message_;
  std::vector<Candidate> scopes_shown_;
};

}  // namespace

Finding find(std::string_view text, const Request& request) { return ResponseFinder(text, request).all(); }

}  // namespace absolve::http
