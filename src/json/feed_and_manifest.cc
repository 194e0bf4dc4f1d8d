// JSON Feeds and web app manifests: two tables of steps (places.h) over the same reader.
//
// The text is first read with the table for feeds, since without a media type only its `version` shows that it is a
// feed; if it isn't, it is read again with the table for manifests. The steps for feeds give the role `entry` to the
// URL of an item, and `html` to its content: add_to_item() collects both, in any order, and the scope is made at the
// end of the item.
//
//     {"items": [{"content_html": "<img src=x>", "url": "/a/b"}]}     x is resolved against /a/b, on request
//
// Linear.

#include "feed_and_manifest.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "../text/ascii.h"
#include "../text/json.h"
#include "../text/utf8.h"
#include "members.h"
#include "notebook.h"
#include "places.h"
#include "values.h"

namespace absolve::json {
namespace {

/// JSON Feed, version 1.1 (https://www.jsonfeed.org/version/1.1/), and the author of version 1.0. `id` is not a place:
/// readers identify an item by it, and would show every item again if it changed.
namespace in_feed {
constexpr Place items = 2;
constexpr Place item = 4;
constexpr Place authors = 8;
constexpr Place author = 16;
constexpr Place attachments = 32;
constexpr Place attachment = 64;
constexpr Place hubs = 128;
constexpr Place hub = 256;
constexpr Place the_author = 512;  // of version 1.0

constexpr auto steps = std::to_array<Step>({
    {start, "version", nowhere, Role::none, Role::version},
    {start, "home_page_url", nowhere, Role::none, Role::url},
    {start, "feed_url", nowhere, Role::none, Role::url},
    {start, "next_url", nowhere, Role::none, Role::url},
    {start, "icon", nowhere, Role::none, Role::url},
    {start, "favicon", nowhere, Role::none, Role::url},
    {start | item, "authors", authors},
    {start | item, "author", the_author},
    {start, "hubs", hubs},
    {start, "items", items},
    {hubs, Step::item, hub},
    {hub, "url", nowhere, Role::none, Role::url, "hubs"},
    {authors, Step::item, author},
    {author, "url", nowhere, Role::none, Role::url, "authors"},
    {author, "avatar", nowhere, Role::none, Role::url, "authors"},
    {the_author, "url", nowhere, Role::none, Role::url, "author"},
    {the_author, "avatar", nowhere, Role::none, Role::url, "author"},
    {items, Step::item, item},
    {item, "url", nowhere, Role::none, Role::entry, "items"},
    {item, "external_url", nowhere, Role::none, Role::url, "items"},
    {item, "image", nowhere, Role::none, Role::url, "items"},
    {item, "banner_image", nowhere, Role::none, Role::url, "items"},
    {item, "content_html", nowhere, Role::none, Role::html, "items"},
    {item, "attachments", attachments},
    {attachments, Step::item, attachment},
    {attachment, "url", nowhere, Role::none, Role::url, "attachments"},
});
}  // namespace in_feed

/// Web Application Manifest, section 1, Web Share Target, and of Manifest Incubations those of `file_handlers`,
/// `protocol_handlers` and `note_taking`. `id` is not a place: it identifies the application.
namespace in_manifest {
constexpr Place images = 2;
constexpr Place image = 4;
constexpr Place screenshots = 8;
constexpr Place screenshot = 16;
constexpr Place shortcuts = 32;
constexpr Place shortcut = 64;
constexpr Place file_handlers = 128;
constexpr Place file_handler = 256;
constexpr Place protocol_handlers = 512;
constexpr Place protocol_handler = 1024;
constexpr Place share_target = 2048;
constexpr Place note_taking = 4096;

constexpr auto steps = std::to_array<Step>({
    {start, "start_url", nowhere, Role::none, Role::url},
    {start, "scope", nowhere, Role::none, Role::url},
    {start | shortcut | file_handler, "icons", images},
    {start, "screenshots", screenshots},
    {start, "shortcuts", shortcuts},
    {start, "file_handlers", file_handlers},
    {start, "protocol_handlers", protocol_handlers},
    {start, "share_target", share_target},
    {start, "note_taking", note_taking},
    {images, Step::item, image},
    {image, "src", nowhere, Role::none, Role::url, "icons"},
    {screenshots, Step::item, screenshot},
    {screenshot, "src", nowhere, Role::none, Role::url, "screenshots"},
    {shortcuts, Step::item, shortcut},
    {shortcut, "url", nowhere, Role::none, Role::url, "shortcuts"},
    {file_handlers, Step::item, file_handler},
    {file_handler, "action", nowhere, Role::none, Role::url, "file_handlers"},
    {protocol_handlers, Step::item, protocol_handler},
    {protocol_handler, "url", nowhere, Role::none, Role::url, "protocol_handlers"},
    {share_target, "action", nowhere, Role::none, Role::url, "share_target"},
    {note_taking, "new_note_url", nowhere, Role::none, Role::url, "note_taking"},
});
}  // namespace in_manifest

/// One rule for each step: the names of the place that it leads to. An empty string names nothing.
template <std::size_t size>
constexpr std::array<Rule, size> rules_of(const std::array<Step, size>& steps) noexcept {
  std::array<Rule, size> rules{};
  std::ranges::transform(steps, rules.begin(), [](const Step& step) {
    return Rule{step.name, step.key, Against::document, Empty::no_fetch};
  });
  return rules;
}

constexpr auto rules_of_feed = rules_of(in_feed::steps);
constexpr auto rules_of_manifest = rules_of(in_manifest::steps);

/// A kind of document.
struct Kind {
  std::string_view media_type;
  std::span<const Step> steps;
  std::span<const Rule> rules;  // one for each step
};

constexpr Kind feed{"application/feed+json", in_feed::steps, rules_of_feed};
constexpr Kind manifest{"application/manifest+json", in_manifest::steps, rules_of_manifest};

/// The members of which a manifest has at least one, and other JSON hardly any.
constexpr auto members_of_manifest = std::to_array<std::string_view>(
    {"background_color", "display", "display_override", "file_handlers", "icons", "protocol_handlers",
     "related_applications", "screenshots", "share_target", "short_name", "shortcuts", "start_url", "theme_color"});

constexpr auto versions_of_feed =
    std::to_array<std::string_view>({"https://jsonfeed.org/version/", "http://jsonfeed.org/version/"});

/// The item of a feed that is being read.
struct Item {
  std::size_t container = 0;             // its number; 0 if there is none yet
  std::uint32_t url = Value::none;       // index of the value that is its URL; none if it has no URL
  std::vector<std::uint32_t> html = {};  // indices of the values that hold HTML
};

class DocumentFinder {
 public:
  DocumentFinder(std::string_view text, const Request& request)
      : request_(request), text_(text), mark_(after_mark(text)) {
    json_ = text.substr(mark_);
  }

  Finding find() {
    if (const Notebook notebook = kind_of_notebook(json_, request_); notebook != Notebook::no) {
      if (notebook == Notebook::unread) return unread("a notebook that is not of version 4, or that is damaged");
      find_in_notebook(text_, json_, request_, finding_);
      return has_members_ ? with_members({json_}) : std::move(finding_);
    }
    auto strings = find_strings(json_, feed.steps);
    if (!strings) return several();
    const bool is_feed = request_.media_type == feed.media_type || says_version(*strings);
    if (!is_feed && (has_members_ || is_only_called_json()) && !has_member_of_manifest()) {
      return has_members_
                 ? with_members({json_})
                 : unread("JSON that is neither a JSON Feed nor a web app manifest nor a notebook by its members",
                          " (" + std::string(advice_on_members) + ")");
    }
    const Kind& kind = is_feed ? feed : manifest;
    if (!is_feed) strings = find_strings(json_, kind.steps);
    finding_.media_type = kind.media_type;
    for (const String& one : *strings) add_value(one, kind);
    cover_item();
    return has_members_ ? with_members({json_}) : std::move(finding_);
  }

 private:
  using Values = std::vector<std::string_view>;

  /// The decoded string. Valid until the next call.
  [[nodiscard]] std::string_view meaning_of(const String& one) {
    return decode_string(json_.substr(one.begin, one.end - one.begin), scratch_);
  }

  [[nodiscard]] bool says_version(std::span<const String> strings) {
    return std::ranges::any_of(strings, [&](const String& one) {
      const auto starts_so = [&](std::string_view version) { return meaning_of(one).starts_with(version); };
      return one.role == Role::version && std::ranges::any_of(versions_of_feed, starts_so);
    });
  }

  /// Whether nobody said that the text is a manifest: bundlers and browsers' extensions call other files manifest.json.
  [[nodiscard]] bool is_only_called_json() const {
    return request_.outermost && !has_ending(request_.input.name, ".webmanifest");
  }

  [[nodiscard]] bool has_member_of_manifest() {
    Reader reader(json_);
    int level = 0;
    bool has_member = false;
    while (const auto token = reader.next()) {
      level += step(token->kind);
      if (level != 1 || token->kind != Token::Kind::key) continue;
      const std::string_view name = decode_string(json_.substr(token->begin, token->end - token->begin), scratch_);
      if (name == "manifest_version") return false;  // of an extension
      has_member = has_member || std::ranges::find(members_of_manifest, name) != members_of_manifest.end();
    }
    return has_member;
  }

  Finding unread(std::string_view what, std::string_view advice = {}) {
    finding_.notes.push_back({NoteCode::unread_kind,
                              Note::Severity::failure,
                              {std::string(what) + ", which is not read; left unchanged" + std::string(advice)}});
    finding_.leaves_references = true;
    return std::move(finding_);
  }

  /// HTML without a `<` holds no link, so it is skipped.
  void add_value(const String& one, const Kind& kind) {
    const bool is_html = one.role == Role::html;
    if (one.role == Role::version || (is_html && meaning_of(one).find('<') == std::string_view::npos)) return;
    if (is_html || one.role == Role::entry) add_to_item(one);
    finding_.values.push_back(Value{.begin = mark_ + one.begin,
                                    .end = mark_ + one.end,
                                    .rule = &kind.rules[static_cast<std::size_t>(one.step - kind.steps.data())],
                                    .coding = codec::Coding::json_string,
                                    .format = is_html ? Format::html_fragment : Format::url});
  }

  /// Of several URLs with one name the last is used, as in JSON.parse.
  void add_to_item(const String& one) {
    if (one.container != item_.container) {
      cover_item();
      item_ = {one.container};
    }
    const auto next = static_cast<std::uint32_t>(finding_.values.size());
    if (one.role == Role::html) item_.html.push_back(next);
    else item_.url = trimmed(meaning_of(one)).empty() ? Value::none : next;
  }

  /// If requested, the HTML of an item is resolved against the item's own URL, wherever in the item that is.
  void cover_item() {
    if (item_.url == Value::none || item_.html.empty()) return;
    if (request_.options.feed_base == FeedBase::document) {
      for (const std::uint32_t html : item_.html) finding_.entry_html.push_back({html, item_.url});
      return;
    }
    for (const std::uint32_t html : item_.html) {
      finding_.values[html].scope = static_cast<std::uint32_t>(finding_.scopes.size());
    }
    finding_.scopes.push_back({.candidate = {BaseFrom::entry, {}, {}, {}, {}}, .value = item_.url});
  }

  /// Several values after one another, or one after a guard: only what the user names in them is read.
  Finding several() {
    const std::vector<std::string_view> values = has_members_ ? values_in(without_guard(json_)) : Values();
    return values.empty() ? malformed() : with_members(values);
  }

  /// Adds what the user names in JSON of any kind, in the place of what was found there already.
  Finding with_members(const Values& texts) {
    Finding all;
    MemberFinder finder(request_, all);
    for (const std::string_view one : texts) finder.read(text_, one);
    finder.add_notes();
    const auto scopes = static_cast<std::uint32_t>(finding_.scopes.size());
    for (Value& value : all.values) value.scope += value.scope == Value::none ? 0 : scopes;
    std::ranges::move(all.scopes, std::back_inserter(finding_.scopes));
    std::ranges::move(all.notes, std::back_inserter(finding_.notes));
    auto other = all.values.begin();
    std::vector<Value> values;
    std::vector<std::uint32_t> now_at;  // for each value that was found already
    for (const Value& value : finding_.values) {
      while (other != all.values.end() && other->begin < value.begin) values.push_back(*other++);
      now_at.push_back(static_cast<std::uint32_t>(values.size()));
      const auto behind =
          std::find_if(other, all.values.end(), [&](const Value& one) { return one.begin >= value.end; });
      // An array that is read as one text says the same as its strings, and more: a code block may begin in another
      // one.
      const bool is_joined = value.coding == codec::Coding::json_strings && other != behind &&
                             std::all_of(other, behind, [&](const Value& one) { return one.format == value.format; });
      if (is_joined) other = behind;
      if (other == behind) values.push_back(value);
    }
    values.insert(values.end(), other, all.values.end());
    for (FoundScope& scope : finding_.scopes)
      scope.value = scope.value == Value::none ? scope.value : now_at[scope.value];
    finding_.values = std::move(values);
    return std::move(finding_);
  }

  /// A more lenient reader might find references. In an empty text there are none.
  Finding malformed() {
    if (trimmed(json_).empty()) return std::move(finding_);
    Reader reader(json_);
    while (reader.next()) continue;
    if (reader.is_too_deep()) {
      Finding failed;
      failed.failure = "the nesting limit of 1000 objects and arrays";
      return failed;
    }
    finding_.notes.push_back({NoteCode::malformed,
                              Note::Severity::failure,
                              {"invalid JSON at byte " + std::to_string(mark_ + reader.position())}});
    finding_.leaves_references = true;
    return std::move(finding_);
  }

  const Request& request_;
  std::string_view text_;
  std::size_t mark_;  // length of the byte order mark, in bytes
  std::string_view json_;
  std::string scratch_;
  const bool has_members_ = !request_.options.fields.members.empty();  // the user names some
  Item item_;
  Finding finding_;
};

}  // namespace

Finding find_in_document(std::string_view text, const Request& request) { return DocumentFinder(text, request).find(); }

}  // namespace absolve::json
