// Saved responses: header blocks, and the body after the last.
//
//     HTTP/1.1 301 Moved        each redirect leads to the URL that the next block was retrieved from
//     Location: /b
//
//     HTTP/1.1 200 OK           block_: in an archive, the first final response
//     Content-Encoding: gzip    only trusted if the body looks like it: most programs store it decompressed
//
//     <a href=x>                a value, inside PartContext::codings
//
// read_response() makes the scopes and finds out what the body is; it adds the header, on request, and then the body,
// unless there is a reason to leave it unchanged. A Content-Location is not a base here (RFC 9110, section 8.7).
// Linear.

#include "finder.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../codec/compression/compressed.h"
#include "../codec/transfer/chunked.h"
#include "../find/formats.h"
#include "../mime/parts.h"
#include "../text/ascii.h"
#include "../text/limits.h"
#include "../text/utf8.h"
#include "absolve/input.h"
#include "blocks.h"
#include "content_codings.h"
#include "fields.h"
#include "redirects.h"
#include "sniffed.h"

namespace absolve::http {
namespace {

using Severity = Note::Severity;

/// How many bytes of a body are enough to show its coding.
constexpr std::size_t enough_for_a_mark = 1024;

class ResponseFinder {
 public:
  ResponseFinder(std::string_view text, const Request& request)
      : text_(text), request_(request), block_(request.in_archive ? first_final_block(text) : last_block(text)) {}

  Finding find() {
    entity_.header = block_.begin;
    entity_.body = block_.body;
    entity_.end = text_.size();
    // A record only holds the response of the last URL.
    if (!request_.in_archive) redirects_ = redirects_in(text_, request_.options.resolver);
    if (redirects_.size() > limits::redirects) {
      give_up(NoteCode::part_unread, "its redirects exceed the limit of " + std::to_string(limits::redirects));
    } else if (block_.body - block_.fields > limits::header) {
      give_up(NoteCode::part_unread, "its header exceeds the limit of 1 MiB");
    } else {
      entity_.fields = mime::find_fields(text_, block_.fields, block_.body);
      read_response();
    }
    finding_.entity = std::make_unique<EntityFinding>(std::move(message_));
    return std::move(finding_);
  }

 private:
  void read_response() {
    const std::string type = content_type_in(text_, block_);
    const bool has_type = !type.empty();
    if (has_type) entity_.type = mime::read_media_type(type);
    add_scopes();
    if (std::ranges::any_of(redirects_, [](const Redirect& one) { return one.next > one.end; })) {
      report_unread(NoteCode::part_unread, Severity::detail, "the body of a redirect is not read");
    }
    const std::string_view body = text_.substr(block_.body);
    std::optional<Format> format;
    if (has_type) format = format_of(entity_.type.name, url(), reads_json(request_.options.fields));
    const bool may_hold = !has_type || may_hold_links(entity_.type.name);  // images are not examined for codings
    const BodyCodings compression = may_hold ? codings_of(body, named_codings()) : BodyCodings{};
    if (!format && may_hold) format = sniffed(body, has_type, compression);
    const std::string media_type(has_type ? entity_.type.name : format ? media_type_of(*format) : unknown_type);
    message_.parts.push_back({"", 0, 0, media_type, scopes_shown_, ""});
    if (request_.in_archive && format && is_part_of_a_page()) {
      return report_unread(NoteCode::part_unread, Severity::notice, "its body is only a part of a page (status 206)");
    }
    if (request_.options.headers) add_header();
    const bool may_be_read = format || (!has_type && !compression.unread.empty());
    const bool is_message = media_type.starts_with("multipart/") || media_type.starts_with("message/");
    const bool is_all_there_is = !request_.in_archive && !body.empty() && may_hold_links(media_type);
    if (!may_be_read && (is_message || is_all_there_is)) {
      report_unread(
          NoteCode::part_unread, Severity::notice,
          has_type ? "its body is " + media_type + ", which is not read" : "its body shows no type that is read");
    }
    if (!may_be_read || (request_.in_archive && body.empty())) return;
    if (!compression.unread.empty()) {
      return give_up(NoteCode::coding_unread, compression.unread);
    }
    // Browsers show such bytes without decoding them: for them, they hold no link.
    if (const auto hidden = codec::content_coding_at(beginning_of(body, compression.codings, enough_for_a_mark))) {
      return report_unread(
          NoteCode::coding_unread, Severity::notice,
          "its body is compressed with " + std::string(codec::name_of(*hidden)) + ", but its header doesn't say so");
    }
    if (block_.bodiless && !request_.in_archive) {
      note(NoteCode::no_body, Severity::notice, {});
    }
    if (!compression.codings.empty() && compression.codings.front() == codec::Coding::chunked &&
        codec::are_chunks_cut(body)) {
      note(NoteCode::body_cut, Severity::failure, {});
    }
    add_body(*format, media_type, compression.codings, !has_type);
    if (!request_.in_archive)
      add_dependent_statements();  // in an archive, new records are made, in which these fields are corrected or
                                   // renamed
  }

  [[nodiscard]] bool is_part_of_a_page() const noexcept {
    constexpr unsigned partial_content = 206;
    return status_of(text_, block_) == partial_content;
  }

  /// Adds a scope inside the one that was added last.
  void add_scope(Candidate candidate) {
    const std::uint32_t around = innermost();
    finding_.scopes.push_back({std::move(candidate), around});
  }

  /// Index of the scope that was added last; none if there is none yet.
  [[nodiscard]] std::uint32_t innermost() const noexcept {
    return finding_.scopes.empty() ? Value::none : static_cast<std::uint32_t>(finding_.scopes.size() - 1);
  }

  /// Adds scopes for the URLs that redirects led to, and inside the last of them those for bases in the header; the
  /// outermost first.
  void add_scopes() {
    for (const Redirect& one : redirects_) add_scope(one.to);
    std::vector<Candidate> candidates = bases_in_header(text_, entity_, "", request_.options.resolver);
    scopes_shown_ = candidates;
    for (auto one = candidates.rbegin(); one != candidates.rend(); ++one) add_scope(std::move(*one));
  }

  /// The format of a body whose type is not declared, or says little.
  [[nodiscard]] std::optional<Format> sniffed(std::string_view body, bool has_type,
                                              const BodyCodings& compression) const {
    if (!compression.unread.empty()) return std::nullopt;
    const std::string beginning = beginning_of(body, compression.codings, enough_to_detect);
    const FieldNames& fields = request_.options.fields;
    return has_type ? format_shown(entity_.type.name, beginning, url(), fields)
                    : sniffed_format(beginning, url(), fields);
  }

  [[nodiscard]] std::string_view url() const noexcept {
    return redirects_.empty() ? request_.url : redirects_.back().to.value;
  }

  /// The names of the codings in its header, in lower case, the outermost first: transfer codings are outside of
  /// content codings, and the last in each list was applied last.
  [[nodiscard]] std::vector<std::string> named_codings() const {
    std::vector<std::string> names;
    for (const std::string_view name : {"Content-Encoding", "Transfer-Encoding"}) {
      for (const mime::Field& field : mime::find_named(text_, block_.fields, block_.body, name)) {
        append_names(names, body_of(text_, field));
      }
    }
    std::ranges::reverse(names);
    return names;
  }

  /// The references in all header blocks are independent of the body. Those in each block are resolved against the URL
  /// that the block was retrieved from.
  void add_header() {
    std::size_t begin = std::min(after_mark(text_), block_.body);  // it may have no header at all
    std::uint32_t scope = Value::none;
    for (std::uint32_t i = 0; i < redirects_.size(); ++i) {
      add_fields(begin, redirects_[i].end, scope);
      begin = redirects_[i].next;
      scope = i;
    }
    add_fields(begin, block_.body, scope);
  }

  void add_fields(std::size_t begin, std::size_t end, std::uint32_t scope) {
    message_.contexts.push_back(
        {.part = "", .number = "", .type = std::string(media_type_of(Format::http_fields)), .header = begin});
    finding_.values.push_back(Value{.begin = begin, .end = end, .scope = scope, .format = Format::http_fields});
  }

  void add_body(Format format, const std::string& media_type, std::vector<codec::Coding> codings, bool is_sniffed) {
    const std::string& given = request_.input.charset;
    message_.contexts.push_back({.part = "",
                                 .number = "",
                                 .charset = given.empty() ? std::string(entity_.type.parameter("charset")) : given,
                                 .type = media_type,
                                 .header = block_.begin,
                                 .codings = std::move(codings),
                                 .detected_by = is_sniffed ? std::optional(std::string(url())) : std::nullopt});
    finding_.values.push_back(Value{.begin = block_.body, .end = text_.size(), .scope = innermost(), .format = format});
  }

  void add_dependent_statements() {
    for (const std::string_view name : digest_fields) {
      if (mime::find_named(text_, block_.fields, block_.body, name).empty()) continue;
      finding_.dependent_statements.push_back(
          {std::string(name), "is out of date", {{block_.body, text_.size()}}, block_.begin, ""});
    }
  }

  void give_up(NoteCode code, std::string why) { report_unread(code, Severity::failure, std::move(why)); }

  void report_unread(NoteCode code, Severity severity, std::string why) {
    finding_.leaves_references = true;
    note(code, severity, {std::move(why)});
  }

  void note(NoteCode code, Severity severity, std::vector<std::string> words) {
    finding_.notes.push_back({code, severity, std::move(words), block_.begin, "", block_.begin});
  }

  std::string_view text_;
  const Request& request_;
  Block block_;
  mime::Entity entity_;
  Finding finding_;
  EntityFinding message_;
  std::vector<Redirect> redirects_;
  std::vector<Candidate> scopes_shown_;
};

}  // namespace

Finding find(std::string_view text, const Request& request) { return ResponseFinder(text, request).find(); }

}  // namespace absolve::http
