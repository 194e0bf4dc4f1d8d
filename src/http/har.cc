// HTTP Archives, as browsers and proxies export them (HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/).
//
//     {"log": {"entries": [{                          a row of `steps` leads inwards from each place
//       "request": {"url": "http://a/b"},             the scope of everything in this entry
//       "response": {"content": {
//         "size": 13,                                 corrected once the text has changed
//         "mimeType": "text/html; charset=utf-8",
//         "text": "<a href=\"x\">",                   a value, inside a JSON string
//         "encoding": "base64"                        and then inside base64
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

#include "../find/formats.h"
#include "../mime/media_type.h"
#include "../text/ascii.h"
#include "../text/counted.h"
#include "../text/json.h"
#include "../text/utf8.h"

namespace absolve::http {
namespace {

using json::Token;

enum class Place : std::uint8_t { nowhere, start, log, entries, entry, request, response, content };

/// A step from a place to the place of a member, or of an item of an array.
struct Step {
  Place from;
  std::string_view key;  // "": an item
  Place to;
};

constexpr auto steps = std::to_array<Step>({
    {Place::start, "log", Place::log},
    {Place::log, "entries", Place::entries},
    {Place::entries, "", Place::entry},
    {Place::entry, "request", Place::request},
    {Place::entry, "response", Place::response},
    {Place::response, "content", Place::content},
});

Place step(Place from, std::string_view key) noexcept {
  const auto* const row =
      std::ranges::find_if(steps, [&](const Step& one) { return one.from == from && one.key == key; });
  return row == steps.end() ? Place::nowhere : row->to;
}

/// What was read of an entry so far.
struct Entry {
  std::optional<Token> url;
  std::optional<Token> text;
  std::optional<Token> encoding;
  std::optional<Token> type;
  std::optional<Token> size;  // only if it is a number
};

/// The member of Entry for a value at a place; nullptr: the value has no meaning.
std::optional<Token>* member(Entry& entry, Place place, std::string_view key, Token::Kind kind) noexcept {
  const bool is_string = kind == Token::Kind::string;
  if (place == Place::request && key == "url" && is_string) return &entry.url;
  if (place != Place::content) return nullptr;
  if (key == "text" && is_string) return &entry.text;
  if (key == "encoding" && is_string) return &entry.encoding;
  if (key == "mimeType" && is_string) return &entry.type;
  if (key == "size" && kind == Token::Kind::other) return &entry.size;
  return nullptr;
}

class HarFinder {
 public:
  HarFinder(std::string_view text, const Request& request)
      : mark_(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0),
        text_(text),
        request_(request),
        reader_(text.substr(mark_)) {}

  Finding all() {
    if (text_.size() > max_har_size) {
      finding_.failure = "the limit of 256 MiB for an HTTP Archive";
    } else if (!read()) {
      finding_ = {};
      message_ = {};
      finding_.leaves_references = true;
      finding_.notes.push_back({NoteCode::malformed,
                                Note::Severity::failure,
                                {"invalid JSON, or nested more than 1000 levels deep"},
                                mark_ + reader_.position()});
    }
    if (unread_ > 0) {
      finding_.notes.push_back({NoteCode::part_unread,
                                Note::Severity::detail,
                                {counted(unread_, "text is", "texts are") + " of a type that is not read"}});
    }
    finding_.entity = std::make_unique<EntityFinding>(std::move(message_));
    return std::move(finding_);
  }

 private:
  [[nodiscard]] static bool may_hold_links(std::string_view type) noexcept {
    constexpr auto others = std::to_array<std::string_view>({"image/", "audio/", "video/", "font/"});
    return std::ranges::none_of(others, [&](std::string_view one) { return type.starts_with(one); });
  }

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
        case Token::Kind::begin_array: open.push_back({around.next, step(around.next, "")}); break;
        case Token::Kind::end_object:
        case Token::Kind::end_array:
          if (around.place == Place::entry && token->kind == Token::Kind::end_object) take();
          open.pop_back();
          break;
        case Token::Kind::string:
        case Token::Kind::other:
          if (auto* const one = member(entry_, around.place, around.key, token->kind)) *one = *token;
          break;
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
  void take() {
    ++number_;
    const mime::MediaType type = mime::read_media_type(meaning(entry_.type));
    const auto format = entry_.type ? format_of(type.name) : std::nullopt;
    if (entry_.text && !format && (!entry_.type || may_hold_links(type.name))) ++unread_;
    if (!format || !entry_.text) return;
    const bool is_base64 = is_name(meaning(entry_.encoding), "base64");
    const std::string part = std::to_string(number_);
    std::vector<codec::Coding> codings = {codec::Coding::json_string};
    if (is_base64) codings.push_back(codec::Coding::base64);
    PartContext context{.part = part,
                        .number = part,
                        .charset = is_base64 ? std::string(type.parameter("charset")) : "utf-8",
                        .type = type.name,
                        .header = entry_.text->begin};
    if (is_base64 && !request_.options.charset.empty()) context.charset = request_.options.charset;
    context.codings = std::move(codings);
    const bool is_number =
        entry_.size && std::string_view("-0123456789").find(text_[entry_.size->begin]) != std::string_view::npos;
    if (is_number) context.size_at = {entry_.size->begin, entry_.size->end};
    std::uint32_t scope = Value::none;
    if (const std::string url = meaning(entry_.url); !url.empty()) {
      scope = static_cast<std::uint32_t>(finding_.scopes.size());
      finding_.scopes.push_back({Candidate{BaseFrom::record, url, entry_.url->begin, part, {}}});
    }
    message_.contexts.push_back(std::move(context));
    message_.parts.push_back({part, 0, 0, type.name, {}, ""});
    finding_.values.push_back(
        Value{.begin = entry_.text->begin, .end = entry_.text->end, .scope = scope, .format = *format});
  }

  std::size_t mark_;
  std::string_view text_;
  const Request& request_;
  json::Reader reader_;
  Entry entry_;
  std::size_t number_ = 0;  // of the entry, from 1
  std::size_t unread_ = 0;  // number of texts
  Finding finding_;
  EntityFinding message_;
};

constexpr auto members_of_log =
    std::to_array<std::string_view>({"version", "creator", "browser", "pages", "entries", "comment"});

}  // namespace

Finding find_in_har(std::string_view text, const Request& request) { return HarFinder(text, request).all(); }

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
