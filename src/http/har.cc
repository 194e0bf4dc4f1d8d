// HTTP Archives, as browsers and proxies export them (HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/).
//
//     {"log": {"entries": [{                          a row of `steps` leads inwards from each place
//       "request": {"url": "http://a/b"},             the scope of everything in this entry
//       "response": {
//         "headers": [
//           {"name": "Location", "value": "/c"},      on request, a value: the body of a header field
//           {"name": "Content-Base", "value": "..."}  the scope of the text
//         ],
//         "redirectURL": "/c",                        the same as Location
//         "content": {
//           "size": 13,                               corrected once the text has changed
//           "mimeType": "text/html; charset=utf-8",   if it says no type, the text is sniffed
//           "text": "<a href=\"x\">",                 a value, inside a JSON string
//           "encoding": "base64"                      and then inside base64, and what the server compressed it with
//     }}}]}}
//
// The members of an entry may come in any order, so it is evaluated when it ends. A text that is not in base64 has
// already been decoded: a charset in its type, or declared in itself, is ignored. Linear.

#include "har.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../codec/compression/compressed.h"
#include "../codec/transfer/base64.h"
#include "../find/formats.h"
#include "../mime/fields.h"
#include "../mime/media_type.h"
#include "../mime/parts.h"
#include "../text/ascii.h"
#include "../text/base_source.h"
#include "../text/counted.h"
#include "../text/json.h"
#include "../text/limits.h"
#include "../text/utf8.h"
#include "content_codings.h"
#include "fields.h"
#include "sniffed.h"

namespace absolve::http {
namespace {

using json::Token;

enum class Place : std::uint8_t { nowhere, start, log, entries, entry, request, response, headers, header, content };

/// A step from a place to the place of a member, or of an item of an array.
struct Step {
  Place from;
  std::string_view key;  // "" for an item
  Place to;
};

constexpr auto steps = std::to_array<Step>({
    {Place::start, "log", Place::log},
    {Place::log, "entries", Place::entries},
    {Place::entries, "", Place::entry},
    {Place::entry, "request", Place::request},
    {Place::entry, "response", Place::response},
    {Place::response, "headers", Place::headers},
    {Place::headers, "", Place::header},
    {Place::response, "content", Place::content},
});

Place step(Place from, std::string_view key) noexcept {
  const auto row = std::ranges::find_if(steps, [&](const Step& one) { return one.from == from && one.key == key; });
  return row == steps.end() ? Place::nowhere : row->to;
}

/// A header field of a response.
struct HeaderField {
  std::optional<Token> name;
  std::optional<Token> value;
};

/// What was read of an entry so far.
struct Entry {
  std::optional<Token> url;
  std::vector<HeaderField> headers;
  std::optional<Token> name;  // of the header field that is being read
  std::optional<Token> value;
  std::optional<Token> redirect;
  std::optional<Token> text;
  std::optional<Token> file;  // that holds the text in its place
  std::optional<Token> encoding;
  std::optional<Token> type;
  std::optional<Token> size;  // a number, or another word
};

/// A member that has a meaning.
struct MemberRow {
  Place place;
  std::string_view key;
  Token::Kind kind;
  std::optional<Token> Entry::*in;
};

constexpr auto members = std::to_array<MemberRow>({
    {Place::request, "url", Token::Kind::string, &Entry::url},
    {Place::header, "name", Token::Kind::string, &Entry::name},
    {Place::header, "value", Token::Kind::string, &Entry::value},
    {Place::response, "redirectURL", Token::Kind::string, &Entry::redirect},
    {Place::content, "text", Token::Kind::string, &Entry::text},
    {Place::content, "_file", Token::Kind::string, &Entry::file},
    {Place::content, "encoding", Token::Kind::string, &Entry::encoding},
    {Place::content, "mimeType", Token::Kind::string, &Entry::type},
    {Place::content, "size", Token::Kind::other, &Entry::size},
});

class HarFinder {
 public:
  HarFinder(std::string_view text, const Request& request)
      : mark_(after_mark(text)), text_(text), request_(request), reader_(text.substr(mark_)) {}

  Finding find() {
    if (text_.size() > limits::har) {
      finding_.failure = "the limit of 256 MiB for an HTTP Archive";
    } else if (!read()) {
      finding_ = {};
      message_ = {};
      finding_.leaves_references = true;
      finding_.notes.push_back({NoteCode::malformed,
                                Note::Severity::failure,
                                {"invalid JSON, or nested more than 1000 levels deep"},
                                mark_ + reader_.position()});
    } else if (!has_entries_ && request_.outermost) {
      finding_.leaves_references = true;
      finding_.notes.push_back(
          {NoteCode::unread_kind,
           Note::Severity::failure,
           {"JSON that is no HTTP Archive (HAR) by its members, which is not read; left unchanged"}});
    }
    if (unread_ > 0) {
      finding_.notes.push_back({NoteCode::part_unread,
                                Note::Severity::detail,
                                {counted(unread_, "text is", "texts are") + " of a type that is not read"}});
    }
    if (in_files_ > 0) {
      finding_.notes.push_back(
          {NoteCode::part_unread,
           Note::Severity::notice,
           {counted(in_files_, "text is in a file", "texts are in files") + " beside the archive (_file), not read"}});
    }
    finding_.entity = std::make_unique<EntityFinding>(std::move(message_));
    return std::move(finding_);
  }

 private:
  /// An open object or array.
  struct Open {
    Place place;
    Place next;  // the place of the next value in it
    std::string key = {};
  };

  /// False: it is not JSON.
  bool read() {
    std::vector<Open> open = {{Place::nowhere, Place::start}};
    std::string scratch;
    while (auto token = reader_.next()) {
      token->begin += mark_;
      token->end += mark_;
      Open& around = open.back();
      switch (token->kind) {
        case Token::Kind::key:
          around.key = json::decode_string(text_.substr(token->begin, token->end - token->begin), scratch);
          around.next = step(around.place, around.key);
          break;
        case Token::Kind::begin_object:
          if (around.next == Place::entry) entry_ = {};
          open.push_back({around.next, Place::nowhere});
          break;
        case Token::Kind::begin_array:
          if (around.next == Place::headers) entry_.headers.clear();
          has_entries_ = has_entries_ || around.next == Place::entries;
          open.push_back({around.next, step(around.next, "")});
          break;
        case Token::Kind::end_object:
        case Token::Kind::end_array:
          if (around.place == Place::entry && token->kind == Token::Kind::end_object) end_entry();
          if (around.place == Place::header) {
            entry_.headers.push_back({std::exchange(entry_.name, {}), std::exchange(entry_.value, {})});
          }
          open.pop_back();
          break;
        case Token::Kind::string:
        case Token::Kind::other: {
          const auto row = std::ranges::find_if(members, [&](const MemberRow& one) {
            return one.place == around.place && one.key == around.key && one.kind == token->kind;
          });
          if (row != members.end()) entry_.*row->in = *token;
          break;
        }
      }
    }
    return reader_.is_valid();
  }

  [[nodiscard]] std::string meaning(const std::optional<Token>& string) const {
    std::string scratch;
    return string ? std::string(json::decode_string(text_.substr(string->begin, string->end - string->begin), scratch))
                  : std::string();
  }

  /// Called at the end of an entry.
  void end_entry() {
    ++number_;
    scope_ = Value::none;
    found_.clear();
    if (entry_.text) read_text();
    else if (entry_.file && format_said(meaning(entry_.type))) ++in_files_;
    if (request_.options.headers) read_header();
    std::ranges::sort(found_, {}, [](const Found& one) { return one.value.begin; });
    for (Found& one : found_) {
      finding_.values.push_back(one.value);
      message_.contexts.push_back(std::move(one.context));
    }
  }

  void read_text() {
    const std::string said = meaning(entry_.type);
    const bool is_declared = says_a_type(said);
    const mime::MediaType type = is_declared ? mime::read_media_type(said) : mime::MediaType();
    const bool is_base64 = is_name(meaning(entry_.encoding), "base64");
    auto format = is_declared ? format_said(said) : sniffed(is_base64);
    if (!format && is_declared) format = shown(type.name, is_base64);
    if (!format) {
      if (!is_declared || may_hold_links(type.name)) ++unread_;
      return;
    }
    const BodyCodings compression = is_base64 ? compression_of_text() : BodyCodings();
    if (!compression.unread.empty()) {
      finding_.notes.push_back(
          {NoteCode::coding_unread, Note::Severity::failure, {compression.unread}, entry_.text->begin});
      return;
    }
    const std::string media_type(is_declared ? type.name : media_type_of(*format));
    PartContext context = context_at(*entry_.text, media_type);
    context.charset = is_base64 ? std::string(type.parameter("charset")) : "utf-8";
    if (is_base64 && !request_.input.charset.empty()) context.charset = request_.input.charset;
    if (is_base64) context.codings.push_back(codec::Coding::base64);
    context.codings.insert(context.codings.end(), compression.codings.begin(), compression.codings.end());
    if (!is_declared) context.detected_by = meaning(entry_.url);
    const bool is_number =
        entry_.size && std::string_view("-0123456789").find(text_[entry_.size->begin]) != std::string_view::npos;
    if (is_number) context.size_at = {entry_.size->begin, entry_.size->end};
    std::vector<Candidate> candidates = bases_in_header();
    message_.parts.push_back({number(), 0, 0, media_type, candidates, ""});
    std::uint32_t scope = scope_of_entry();
    for (auto one = candidates.rbegin(); one != candidates.rend(); ++one) scope = add_scope(std::move(*one), scope);
    add(*entry_.text, *format, scope, nullptr, std::move(context));
  }

  /// The format of a text by its type.
  [[nodiscard]] std::optional<Format> format_said(std::string_view type) const {
    return format_of(mime::read_media_type(type).name, meaning(entry_.url), reads_json(request_.options.fields));
  }

  [[nodiscard]] std::string bytes_of_text(bool is_base64) const {
    std::string text = meaning(entry_.text);
    return is_base64 ? codec::decode_base64(text).value_or("") : text;
  }

  /// How a text in base64 is still compressed: some programs save what the server sent.
  [[nodiscard]] BodyCodings compression_of_text() const {
    std::vector<std::string> names;
    for (const HeaderField& field : entry_.headers) {
      if (!equal_ignoring_case(meaning(field.name), "Content-Encoding")) continue;
      append_names(names, meaning(field.value));
    }
    if (names.empty()) return {};
    std::ranges::reverse(names);
    const std::string bytes = bytes_of_text(true);
    BodyCodings found = codings_of(bytes, names);
    if (found.codings.empty() || codec::content_coding_at(bytes)) return found;
    // Other codings have no signature: bytes that can't be decompressed were saved decompressed.
    using codec::Fault;
    const Fault fault = codec::decompress_beginning(found.codings.front(), bytes, enough_to_detect).fault;
    const bool is_compressed = fault == Fault::none || fault == Fault::too_large || fault == Fault::left_out;
    return is_compressed ? found : BodyCodings();
  }

  /// The format that a text shows whose type says little.
  [[nodiscard]] std::optional<Format> shown(std::string_view media_type, bool is_base64) const {
    const std::string text = bytes_of_text(is_base64);
    return format_shown(media_type, std::string_view(text).substr(0, enough_to_detect), meaning(entry_.url),
                        request_.options.fields);
  }

  /// The format of a text without a type. In base64 it may be anything, unless it begins with a tag.
  [[nodiscard]] std::optional<Format> sniffed(bool is_base64) const {
    const std::string text = bytes_of_text(is_base64);
    const std::string_view head = std::string_view(text).substr(after_mark(text));
    if (is_base64 && !trimmed(head).starts_with('<')) return std::nullopt;
    return sniffed_format(std::string_view(text).substr(0, enough_to_detect), meaning(entry_.url),
                          request_.options.fields);
  }

  /// The header with the fields that give bases is put together, and read as that of a saved response.
  [[nodiscard]] std::vector<Candidate> bases_in_header() const {
    std::string header;
    std::vector<std::pair<std::size_t, std::size_t>> places;  // of each field: in the header, and in the archive
    for (const HeaderField& field : entry_.headers) {
      const std::string name = meaning(field.name);
      const auto gives_base = [&](const BaseSource& one) {
        return !one.field.empty() && equal_ignoring_case(name, one.field);
      };
      if (!field.value || std::ranges::none_of(base_sources, gives_base)) continue;
      std::string value = meaning(field.value);
      std::ranges::replace_if(value, is_control, ' ');
      places.emplace_back(header.size(), field.value->begin);
      header.append(name).append(": ").append(value).append("\r\n");
    }
    const mime::Entity entity{.fields = mime::find_fields(header, 0, header.size())};
    std::vector<Candidate> candidates = http::bases_in_header(header, entity, number(), request_.options.resolver);
    for (Candidate& one : candidates) {
      one.offset = std::ranges::find(places, *one.offset, &std::pair<std::size_t, std::size_t>::first)->second;
    }
    return candidates;
  }

  void read_header() {
    for (const HeaderField& field : entry_.headers) {
      if (const Rule* const rule = rule_of_field(meaning(field.name))) add_field(field.value, *rule);
    }
    const bool redirects = entry_.redirect && entry_.redirect->begin < entry_.redirect->end;
    if (redirects) add_field(entry_.redirect, rule_of_redirect_url());
  }

  void add_field(const std::optional<Token>& body, const Rule& rule) {
    if (!body) return;
    add(*body, Format::http_fields, scope_of_entry(), &rule,
        context_at(*body, std::string(media_type_of(Format::http_fields))));
  }

  /// The context of a string.
  [[nodiscard]] PartContext context_at(const Token& string, std::string media_type) const {
    return {.part = number(),
            .number = number(),
            .type = std::move(media_type),
            .header = string.begin,
            .codings = {codec::Coding::json_string}};
  }

  void add(const Token& string, Format format, std::uint32_t scope, const Rule* rule, PartContext context) {
    found_.push_back({Value{.begin = string.begin, .end = string.end, .rule = rule, .scope = scope, .format = format},
                      std::move(context)});
  }

  /// The scope of the entry's URL; none if it has no URL.
  [[nodiscard]] std::uint32_t scope_of_entry() {
    const std::string url = scope_ == Value::none ? meaning(entry_.url) : std::string();
    if (!url.empty())
      scope_ = add_scope(Candidate{BaseFrom::record, url, entry_.url->begin, number(), {}}, Value::none);
    return scope_;
  }

  std::uint32_t add_scope(Candidate candidate, std::uint32_t around) {
    finding_.scopes.push_back({std::move(candidate), around});
    return static_cast<std::uint32_t>(finding_.scopes.size() - 1);
  }

  [[nodiscard]] std::string number() const { return std::to_string(number_); }

  /// A value in an entry, and its context.
  struct Found {
    Value value;
    PartContext context;
  };

  std::size_t mark_;
  std::string_view text_;
  const Request& request_;
  json::Reader reader_;
  Entry entry_;
  std::size_t number_ = 0;             // of the entry, from 1
  std::uint32_t scope_ = Value::none;  // that of its URL, once it is needed
  std::vector<Found> found_;           // in it
  bool has_entries_ = false;           // log.entries is an array
  std::size_t unread_ = 0;             // number of texts
  std::size_t in_files_ = 0;           // number of texts that would be read here
  Finding finding_;
  EntityFinding message_;
};

constexpr auto members_of_log =
    std::to_array<std::string_view>({"version", "creator", "browser", "pages", "entries", "comment"});

}  // namespace

Finding find_in_har(std::string_view text, const Request& request) { return HarFinder(text, request).find(); }

bool starts_like_har(std::string_view beginning) {
  json::Reader reader(trimmed(beginning));
  const auto is_key = [&](const std::optional<Token>& token, auto&& fits) {
    return token && token->kind == Token::Kind::key &&
           fits(trimmed(beginning).substr(token->begin, token->end - token->begin));
  };
  const auto is_object = [&] {
    const auto token = reader.next();
    return token && token->kind == Token::Kind::begin_object;
  };
  return is_object() && is_key(reader.next(), [](std::string_view key) { return key == "log"; }) && is_object() &&
         is_key(reader.next(),
                [](std::string_view key) { return std::ranges::find(members_of_log, key) != members_of_log.end(); });
}

}  // namespace absolve::http
