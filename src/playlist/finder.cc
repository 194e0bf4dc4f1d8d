// Playlists: M3U, and HLS (RFC 8216; draft-pantos-hls-rfc8216bis for newer tags). Each line stands alone:
//
//     #EXTM3U                                            a tag
//     #EXT-X-KEY:METHOD=AES-128,URI="key,1.bin"          a tag with a list of attributes
//                                    |--------|          value, with the rule of its tag and attribute
//     # made by hand                                     a comment
//      seg/1.ts                                          a URI: blanks around it do not belong to it
//      |------|
//
// Attributes are read as the list that they are (section 4.2): a quoted string may hold commas and equals signs. It has
// no escapes, so a quotation mark in a URL is percent-encoded; so is white space, which is never part of a URI, and a
// brace in a base, as `{$x}` is a variable. Lines end in LF or CR LF; a CR alone ends one, too, as programs read it.

#include "finder.h"

#include <algorithm>
#include <array>

#include "../text/ascii.h"
#include "../text/counted.h"
#include "../text/slice.h"
#include "../text/utf8.h"

namespace absolve::playlist {
namespace {

constexpr std::string_view first_tag = "#EXTM3U";
constexpr std::string_view beginning_of_hls_tags = "EXT-X-";

constexpr bool ends_uri(char c) noexcept { return is_space(c) || c == '"' || c == '{'; }

constexpr Rule attribute_rule(std::string_view tag, std::string_view attribute, Reason kept = Reason::none) noexcept {
  return {.element = tag, .attribute = attribute, .empty = Empty::no_fetch, .is_escaped = ends_uri, .kept = kept};
}

constexpr Rule line_rule = attribute_rule("", "");

/// The only table of attributes that hold a URI.
constexpr auto attribute_rules = std::to_array<Rule>({
    attribute_rule("EXT-X-KEY", "URI"),                 // RFC 8216, 4.3.2.4
    attribute_rule("EXT-X-MAP", "URI"),                 // 4.3.2.5
    attribute_rule("EXT-X-MEDIA", "URI"),               // 4.3.4.1
    attribute_rule("EXT-X-I-FRAME-STREAM-INF", "URI"),  // 4.3.4.3
    attribute_rule("EXT-X-SESSION-DATA", "URI"),        // 4.3.4.4
    attribute_rule("EXT-X-SESSION-KEY", "URI"),         // 4.3.4.5
    attribute_rule("EXT-X-PART", "URI"),                // rfc8216bis, as the next ones
    attribute_rule("EXT-X-PRELOAD-HINT", "URI"), attribute_rule("EXT-X-RENDITION-REPORT", "URI", Reason::relative_only),
    attribute_rule("EXT-X-CONTENT-STEERING", "SERVER-URI"),
    attribute_rule("EXT-X-DATERANGE", "X-ASSET-URI"),  // interstitials: its appendix D
    attribute_rule("EXT-X-DATERANGE", "X-ASSET-LIST"),
    attribute_rule("EXT-X-IMAGE-STREAM-INF", "URI"),  // of no standard: players read it
});

/// The same for a URI that begins with a variable, whose value may be absolute.
constexpr auto with_variable(Rule rule) noexcept {
  if (rule.kept == Reason::none) rule.kept = Reason::placeholder;
  return rule;
}

constexpr auto rules_with_variable = [] {
  std::array<Rule, attribute_rules.size()> rules;
  std::ranges::transform(attribute_rules, rules.begin(), with_variable);
  return rules;
}();

constexpr Rule line_rule_with_variable = with_variable(line_rule);

bool begins_with_variable(std::string_view uri) noexcept { return uri.starts_with("{$"); }

const Rule* rule_of(std::string_view tag, std::string_view attribute, std::string_view uri) noexcept {
  const auto& rules = begins_with_variable(uri) ? rules_with_variable : attribute_rules;
  const auto rule =
      std::ranges::find_if(rules, [&](const Rule& one) { return one.element == tag && one.attribute == attribute; });
  return rule == rules.end() ? nullptr : &*rule;
}

/// An attribute of a tag. The value is without its quotes.
struct Attribute {
  std::string_view name;
  std::string_view value;
  bool is_quoted;
};

/// Takes the first attribute from a list. A string whose quote is not closed ends nowhere, so that nothing is in it.
Attribute next_attribute(std::string_view& list) noexcept {
  const std::size_t equals = std::min(list.find_first_of("=,"), list.size());
  Attribute one{trimmed(list.substr(0, equals)), {}, false};
  list.remove_prefix(equals);
  if (list.starts_with('=')) {
    list = list.substr(after_spaces(list, 1));
    one.is_quoted = list.starts_with('"');
    const std::size_t end = std::min(list.find(one.is_quoted ? '"' : ',', 1), list.size());
    const bool is_closed = !one.is_quoted || end < list.size();
    if (is_closed) one.value = one.is_quoted ? list.substr(1, end - 1) : list.substr(0, list.find(','));
    list.remove_prefix(end);
  }
  const std::size_t comma = std::min(list.find(','), list.size());
  list.remove_prefix(std::min(comma + 1, list.size()));
  return one;
}

class Finder {
 public:
  explicit Finder(std::string_view text) noexcept : text_(text) {}

  void read_line(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with("#EXT")) read_tag(line.substr(1));
    else if (!line.empty() && !line.starts_with('#')) read_uri(line);
  }

  [[nodiscard]] Finding finish() && {
    if (!is_hls_) note_names();
    return std::move(finding_);
  }

 private:
  void read_tag(std::string_view tag) {
    is_hls_ = is_hls_ || tag.starts_with(beginning_of_hls_tags);
    const std::size_t colon = std::min(tag.find(':'), tag.size());
    const std::string_view name = tag.substr(0, colon);
    std::string_view list = tag.substr(std::min(colon + 1, tag.size()));
    while (!list.empty()) {
      const Attribute one = next_attribute(list);
      const Rule* const rule = rule_of(name, one.name, trimmed(one.value));
      if (rule == nullptr || one.value.data() == nullptr) continue;
      add(trimmed(one.value), tag, *rule, one.is_quoted ? codec::Coding::identity : codec::Coding::between_commas);
    }
  }

  void read_uri(std::string_view uri) {
    add(uri, uri, begins_with_variable(uri) ? line_rule_with_variable : line_rule, codec::Coding::identity);
    const bool may_be_name = uri.find("://") == std::string_view::npos && uri.find_first_of("#?") < uri.size();
    if (may_be_name && names_++ == 0) first_name_ = offset_of(uri, text_);
  }

  void add(std::string_view uri, std::string_view element, const Rule& rule, codec::Coding coding) {
    const std::size_t begin = offset_of(uri, text_);
    finding_.values.push_back(Value{.begin = begin,
                                    .end = begin + uri.size(),
                                    .element = offset_of(element, text_),
                                    .rule = &rule,
                                    .coding = coding});
  }

  /// In a playlist that is a list of files, `#` and `?` may be part of a name: `Track #1.mp3`.
  void note_names() {
    if (names_ == 0) return;
    finding_.notes.push_back({.code = NoteCode::name_or_url,
                              .severity = Note::Severity::notice,
                              .words = {counted(names_, "line", "lines")},
                              .offset = first_name_});
  }

  std::string_view text_;
  Finding finding_;
  bool is_hls_ = false;
  std::size_t names_ = 0;  // lines that may be names of files or URLs
  std::size_t first_name_ = 0;
};

}  // namespace

bool starts_like_a_playlist(std::string_view text) noexcept {
  return text.starts_with(first_tag) && (text.size() == first_tag.size() || is_space(text[first_tag.size()]));
}

Finding find(std::string_view text, const Request& request) {
  Finder finder(text);
  for (std::size_t begin = after_mark(text); begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    step(request.options);
    finder.read_line(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return std::move(finder).finish();
}

}  // namespace absolve::playlist
