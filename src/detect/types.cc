#include "types.h"

#include <algorithm>
#include <array>
#include <memory>

#include "../archive/record.h"
#include "../codec/charset/charset.h"
#include "../find/file_names.h"
#include "../find/formats.h"
#include "../http/blocks.h"
#include "../http/har.h"
#include "../json/stream.h"
#include "../mime/fields.h"
#include "../mime/mailbox.h"
#include "../playlist/finder.h"
#include "../text/ascii.h"
#include "../text/types.h"
#include "../xml/output_before.h"
#include "../xml/vocabularies.h"
#include "binary.h"
#include "content_coding.h"
#include "evidence.h"
#include "prolog.h"
#include "unread_kind.h"

namespace absolve {
namespace {

bool is_response(const Beginning& one) { return !one.is_wide && http::starts_like_a_response(one.text); }

/// The dictionary that zstd may need is in the archive, so a file name can be enough.
bool is_archive(const Beginning& one) {
  const bool is_named = one.media_type == media_type_of(Format::warc);
  return !one.is_wide && (warc::starts_like_an_archive(one.text) || (is_named && one.text.empty() && one.cut));
}

/// All ZIP archives begin alike, so the file name must show it.
bool is_collection(const Beginning& one) {
  return one.media_type == media_type_of_wacz && one.text.starts_with("PK\x03\x04");
}

/// A ZIP archive whose name says so, or whose first member does: it is stored (EPUB 3.3, section 4.2.6.3).
bool is_book(const Beginning& one) {
  constexpr std::size_t name_at = 30;
  constexpr std::string_view first_member = "mimetypeapplication/epub+zip";
  if (!one.text.starts_with("PK\x03\x04") || one.text.size() < name_at) return false;
  return one.media_type == media_type_of_epub || one.text.substr(name_at).starts_with(first_member);
}

bool is_mailbox(const Beginning& one) {
  if (one.is_wide || !container::starts_like_a_mailbox(one.text)) return false;
  const std::size_t separator = std::min(line_end(one.text, 0) + 1, one.text.size());
  return std::ranges::none_of(one.text.substr(0, line_end(one.text, separator)), is_binary_data_byte);
}

/// Archives, databases and the like contain mail between binary data. So there must be no binary data before the part
/// that shows a header, unless the file name says that it is a message.
bool is_message(const Beginning& one) {
  if (one.is_wide) return false;
  const std::string_view text = one.text.substr(std::min(one.text.find_first_not_of("\r\n"), one.text.size()));
  const auto evidence = mime::size_of_header_evidence(text, one.cut);
  if (!evidence) return false;
  return one.media_type == media_type_of(Format::mime) ||
         !std::ranges::any_of(text.substr(0, *evidence), is_binary_data_byte);
}

/// A text that starts like no other type and has no binary data byte is HTML, as in the MIME Sniffing standard, unless
/// it is in another language.
bool is_html(const Beginning& one) {
  const bool is_markup = trimmed(one.text).starts_with('<');
  return (is_markup || !holds_binary_data(one.text)) && !other_language(one, Format::html);
}

/// A server may have answered with an error page, which was saved under the name of the style sheet. But a style sheet
/// may also start with `<!--` (CSS Syntax, level 3, section 4.3.1).
bool is_sheet(const Beginning& one) {
  const std::string_view head = trimmed(one.text);
  return format_of(one.media_type) == Format::css && !other_language(one, Format::css) &&
         (head.starts_with('<') ? head.starts_with("<!--") : !holds_binary_data(one.text));
}

/// Markdown is detected by its name alone. The URL of such a file may also be that of a page that shows it, or of JSON;
/// but an object before other text is its front matter.
bool is_markdown(const Beginning& one) {
  const bool is_named = format_of(one.media_type) == Format::markdown;
  return is_named && !holds_binary_data(one.text) && !is_page_whatever_follows(one.text) && !is_only_json(one);
}

/// Without its first tag only the file name shows it: its lines could be anything.
bool is_playlist(const Beginning& one) {
  if (playlist::starts_like_a_playlist(one.text)) return true;
  return format_of(one.media_type) == Format::playlist && !holds_binary_data(one.text) &&
         !other_language(one, Format::playlist);
}

/// Elements that a part of a page begins with, whatever it declares.
constexpr auto roots_of_html =
    std::to_array<std::string_view>({"body", "center", "div", "font", "frameset", "head", "p", "span", "table"});

/// Whether what follows `xmlns` in an attribute of a tag passes a test. A URL may contain such a name, but no white
/// space before it.
template <class Test>
bool has_namespace(std::string_view tag, Test&& test) {
  constexpr std::string_view name = "xmlns";
  for (std::size_t at = tag.find(name); at != std::string_view::npos; at = tag.find(name, at + 1)) {
    if (at > 0 && is_space(tag[at - 1]) && test(trimmed(tag.substr(at + name.size())))) return true;
  }
  return false;
}

bool declares_namespace(std::string_view tag) {
  return has_namespace(tag, [](std::string_view rest) { return rest.starts_with('=') || rest.starts_with(':'); });
}

/// Roots of XML that is not read, and hardly ever has a declaration or a namespace.
constexpr auto other_roots = std::to_array<std::string_view>({"asx", "smil"});

/// Whether a root is in a default namespace that is neither HTML's nor one that pages hold.
bool is_in_other_namespace(const Prolog& prolog) {
  static constexpr std::string_view html = "http://www.w3.org/1999/xhtml";
  if (is_name(prolog.root, "svg") || is_name(prolog.root, "math")) return false;
  return has_namespace(prolog.tag, [](std::string_view rest) {
    return rest.starts_with('=') &&
           trimmed(rest.substr(1)).substr(0, html.size() + 1).find(html) == std::string_view::npos;
  });
}

/// Whether a feed, a sitemap or the like is behind other output of a server, or, where the name says that it is XML,
/// behind any text without a tag.
bool is_xml_behind_output(const Beginning& one) {
  const std::size_t output = xml::size_of_output(one.text);
  const bool is_named = format_of(one.media_type) == Format::xml;
  const std::size_t begin = output == 0 && is_named ? one.text.find('<') : output;
  if (begin == 0 || begin == std::string_view::npos) return false;
  const Prolog prolog = prolog_of(one.text.substr(begin));
  return prolog.declared && xml::is_root_of_xml(prolog.root) && !is_mailbox(one) && !is_message(one);
}

/// XHTML is only detected from the file name: saved pages that look like XHTML are nearly always text/html, whatever
/// they declare, and text that scripts write into them would be read as markup in XML.
bool is_xml(const Beginning& one) {
  if (is_xml_behind_output(one)) return true;
  if (!trimmed(one.text).starts_with('<')) return false;
  if (one.media_type == "application/xhtml+xml") return true;
  const Prolog prolog = prolog_of(one.text);
  const bool is_page = prolog.prefix.empty() && is_name(prolog.root, "html");
  if (is_page || !manifest_of_video(prolog).empty() || is_name(prolog.doctype, "html")) return false;
  if (xml::is_root_of_xml(prolog.root)) return true;
  const auto named = format_of(one.media_type);
  if (named == Format::html) return false;
  if (named == Format::xml) return true;
  const bool is_document = prolog.declared || !prolog.doctype.empty() || !prolog.prefix.empty();
  if (prolog.root == "svg") return is_document || declares_namespace(prolog.tag);
  const auto is_root = [&](std::string_view name) { return prolog.prefix.empty() && is_name(prolog.root, name); };
  const bool is_other = is_in_other_namespace(prolog) || std::ranges::any_of(other_roots, is_root);
  // Pages of WML are read as those of HTML are: both begin links alike.
  const bool is_of_doctype = prolog.is_identified && prolog.root == prolog.doctype && prolog.root != "wml";
  const bool is_declared = prolog.declared || is_of_doctype;
  return is_other || (is_declared && std::ranges::none_of(roots_of_html, is_root));
}

/// How the versions of JSON Feed start, written as JSON strings.
constexpr auto versions_of_json_feed = std::to_array<std::string_view>({
    R"("https://jsonfeed.org/version/)",
    R"("https:\/\/jsonfeed.org\/version\/)",
    R"("http://jsonfeed.org/version/)",
    R"("http:\/\/jsonfeed.org\/version\/)",
});

/// Whether the value at `at` is that of a member `version`.
bool is_version(std::string_view text, std::size_t at) noexcept {
  std::string_view before = trimmed(text.substr(0, at));
  if (!before.ends_with(':')) return false;
  before.remove_suffix(1);
  return trimmed(before).ends_with("\"version\"");
}

/// Whether a text is JSON by its grammar, and the user has named what to read in it.
bool is_named_json(const Beginning& one, std::string_view kind) {
  if (one.fields.members.empty() || holds_binary_data(one.text)) return false;
  const auto language = other_language(one, Format::html);
  return language && language->name == kind;
}

bool is_json(const Beginning& one) {
  if (is_named_json(one, json_text) && one.media_type != media_type_of(Format::json_lines)) return true;
  const std::string_view text = trimmed(one.text);
  if (!text.starts_with('{')) return false;
  const auto is_version_of_it = [&](std::string_view version) {
    std::size_t at = text.find(version);
    while (at != std::string_view::npos && !is_version(text, at)) at = text.find(version, at + version.size());
    return at != std::string_view::npos;
  };
  return format_of(one.media_type) == Format::json || std::ranges::any_of(versions_of_json_feed, is_version_of_it);
}

/// An HTTP Archive, detected by its beginning or, if that is inconclusive, by its file name.
bool is_har(const Beginning& one) {
  const bool is_named = one.media_type == media_type_of(Format::har) && trimmed(one.text).starts_with('{');
  return is_named || http::starts_like_har(one.text);
}

/// A stream with the file name of one; logs of other programs have such names, too.
bool is_named_stream(const Beginning& one) {
  if (is_named_json(one, json_lines)) return true;
  if (one.media_type != media_type_of(Format::json_lines)) return false;
  const std::string_view text = trimmed(one.text);
  if (!one.fields.members.empty()) return text.starts_with('{') || text.starts_with('[');
  return json::StreamReader(one.fields).starts_like_a_line(text.substr(0, text.find('\n')));
}

/// A name without query, number and compression, in whatever order they were put after it.
std::string_view plain_name(std::string_view name) noexcept {
  return name_without_compression(without_query(name_without_compression(name)));
}

/// The media type for the name of a file, or for a URL. Programs make file names from URLs: `st.css?v=3`, `st.css@v=3`.
std::string_view media_type_by(std::string_view name,
                               std::string_view (*by_name)(std::string_view) noexcept = type_by_name) noexcept {
  std::string_view said = is_url(name) ? std::string_view() : by_name(name_without_compression(name));
  // In a query it is the name of what a page shows.
  if (!said.empty() && name.find('?') != std::string_view::npos && format_of(said) == Format::markdown) said = {};
  return said.empty() ? by_name(plain_name(name)) : said;
}

/// The kind of unread file that a file name stands for. A query in the name is ignored (`index.php?title=a.js`), and so
/// is the end of a URL.
NamedKind other_kind_by(std::string_view name) noexcept {
  if (name.empty() || is_url(name)) return {};
  const std::string_view whole = name_without_compression(name.substr(0, name.find('?')));
  const std::string_view plain = plain_name(name);
  const NamedKind kind = other_kind_by_name(whole);
  return kind.content == NamedKind::Content::any && plain != whole ? other_kind_by_name(plain) : kind;
}

/// Whether a text starts with a tag, or declares that it is a page.
bool starts_with_tag(const Beginning& one) {
  const Prolog prolog = prolog_of(one.text);
  return is_name(prolog.doctype, "html") || (!prolog.root.empty() && is_letter(prolog.root.front()));
}

/// The beginning of an input, decompressed and converted for detection.
class OpenedBeginning {
 public:
  /// The charset counts for a text of which `is_in_it` is true.
  OpenedBeginning(ContentCoding coding, std::string_view beginning, std::string_view name, const FieldNames& fields,
                  std::string_view charset = {}, bool (*is_in_it)(std::string_view) noexcept = nullptr)
      : opened_(open_beginning(coding, beginning)),
        one_{opened_.text(), opened_.cut, false, media_type_by(name), fields} {
    if (!charset.empty() && is_in_it != nullptr && !is_in_it(one_.text)) charset = {};
    const auto detected = codec::detect(one_.text, charset);
    if (!detected) return;
    one_.is_wide = !codec::ends_lines_in_bytes(detected->encoding);
    if (codec::coding_of(detected->encoding) != codec::Coding::identity) {
      codec_ = codec::open(codec::coding_of(detected->encoding), one_.text, {.mark = detected->mark});
      one_.text = codec_->text();
    } else if (one_.is_wide) {
      one_.text = {};  // UTF-32 or the like: its content is ignored
    } else {
      one_.text.remove_prefix(detected->mark);
    }
  }
  OpenedBeginning(const OpenedBeginning&) = delete;
  OpenedBeginning& operator=(const OpenedBeginning&) = delete;

  [[nodiscard]] const Beginning& beginning() const noexcept { return one_; }

 private:
  CompressedBeginning opened_;
  std::unique_ptr<codec::Codec> codec_;
  Beginning one_;
};

/// The only table of types, in the order in which they are tried.
constexpr auto rows = std::to_array<TypeRow>({
    {Type::wacz, "wacz", Container::blocks, std::nullopt, is_collection},
    {Type::epub, "epub", Container::blocks, std::nullopt, is_book},
    {Type::warc, "warc", Container::archive, Format::warc, is_archive},
    {Type::http, "http", Container::none, Format::http, is_response},
    {Type::har, "har", Container::none, Format::har, is_har},
    {Type::markdown, "markdown", Container::none, Format::markdown, is_markdown},
    {Type::css, "css", Container::none, Format::css, is_sheet},
    {Type::playlist, "playlist", Container::none, Format::playlist, is_playlist},
    {Type::xml, "xml", Container::none, Format::xml, is_xml},
    {Type::json, "json", Container::none, Format::json, is_json},
    {Type::jsonl, "jsonl", Container::lines, Format::json_lines, is_named_stream},
    {Type::mbox, "mbox", Container::mailbox, Format::mime, is_mailbox},
    {Type::mime, "mime", Container::none, Format::mime, is_message},
    {Type::html, "html", Container::none, Format::html, is_html},
    {Type::uris, "uris", Container::lines, Format::uris, nullptr},
    {Type::pairs, "pairs", Container::lines, Format::pairs, nullptr},
    {Type::csv, "csv", rows_with(','), Format::table, nullptr},
    {Type::tsv, "tsv", rows_with('\t'), Format::table, nullptr},
    {Type::unknown, "", Container::blocks, std::nullopt, nullptr},
});

Type detected_in(const Beginning& one) {
  if (!is_collection(one) && !is_book(one) && starts_like_another_kind(one.text)) return Type::unknown;
  // For most pages, no more is looked at.
  const bool may_be_page = one.media_type.empty() || one.media_type == media_type_of(Format::html);
  if (may_be_page && is_page_whatever_follows(one.text)) return Type::html;
  const auto is_detected = [&](const TypeRow& row) { return row.is_detected != nullptr && row.is_detected(one); };
  const auto row = std::ranges::find_if(rows, is_detected);
  return row == rows.end() ? Type::unknown : row->type;
}

constexpr auto names =
    std::to_array<std::string_view>({"auto", "html", "css", "xml", "json", "markdown", "playlist", "mime", "mbox",
                                     "http", "har", "warc", "wacz", "epub", "uris", "pairs", "jsonl", "csv", "tsv"});

}  // namespace

inline namespace detail {

const TypeRow& row_of(Type type) noexcept { return *std::ranges::find(rows, type, &TypeRow::type); }

const TypeRow& row_of(Format format) noexcept {
  return *std::ranges::find(rows, std::optional(format), &TypeRow::format);
}

bool is_name_of_page(std::string_view name) noexcept {
  const std::string_view said = media_type_by(name, type_by_any_name);
  return format_of(said) == Format::html || said == "application/xhtml+xml";
}

}  // namespace detail

std::span<const std::string_view> detail::type_names() noexcept { return names; }

std::optional<Type> detail::type_named(std::string_view name) noexcept {
  if (name == names.front()) return Type::automatic;
  const auto row = std::ranges::find(rows, name, &TypeRow::name);
  return row == rows.end() || name.empty() ? std::nullopt : std::optional(row->type);
}

namespace {

/// Whether a text says itself that it is a page: by its doctype, or by its root element.
bool declares_page(std::string_view text) {
  const Prolog prolog = prolog_of(text);
  if (!prolog.doctype.empty()) return is_name(prolog.doctype, "html");
  return prolog.prefix.empty() && is_name(prolog.root, "html");
}

/// Whether the name of a file shows that its type was wrongly detected: that it is text in another language, or a
/// stream or an archive that doesn't begin as one. This doesn't apply to style sheets, which are detected by name only,
/// to JSON, which is detected by name or by a version of JSON Feed, and to what begins as nothing but a page does: its
/// name comes from a URL (`search.pl`).
bool is_of_another_kind(Type type, std::string_view name, const Beginning& one) noexcept {
  if (is_url(name) || type == Type::css || type == Type::json || type == Type::har) return false;
  const std::string_view said = one.media_type;
  const NamedKind::Content content = said.empty() ? other_kind_by(name).content : NamedKind::Content::any;
  const bool may_be_page = content == NamedKind::Content::any || content == NamedKind::Content::language;
  if (may_be_page && type == Type::html && declares_page(one.text)) return false;
  if (said == media_type_of(Format::json_lines)) return type != Type::jsonl;
  if (said == media_type_of(Format::har)) return type != Type::har;
  if (said == media_type_of(Format::warc)) return type != Type::warc;
  if (said == media_type_of_wacz) return type != Type::wacz;
  if (said == media_type_of_epub) return type != Type::epub;
  return content != NamedKind::Content::any && content != NamedKind::Content::media;
}

/// Whether pages and messages may be saved under such a name: as plain text, or with an address or a host as the name
/// (`joe@firma.pl`, `www.example.org`).
bool may_be_saved_as(std::string_view name) noexcept {
  const std::string_view last = name.substr(after_last(name, '/'));
  const bool is_address = last.find('@') != std::string_view::npos || last.starts_with("www.");
  const NamedKind::Content content = other_kind_by(name).content;
  return content == NamedKind::Content::text || (is_address && content == NamedKind::Content::language);
}

/// Whether a text begins as JSON does, or as what people take for it: with a name without quotes, or in single ones.
bool begins_like_json(std::string_view text) noexcept {
  text = trimmed(text);
  if (text.empty()) return false;
  const std::string_view inside = trimmed(text.substr(1));
  const std::string_view may_follow = text.front() == '[' ? "{[\"'" : "\"'}";
  if (inside.empty() || (text.front() != '[' && text.front() != '{')) return false;
  if (may_follow.find(inside.front()) != std::string_view::npos) return true;
  const auto end = std::ranges::find_if_not(inside, [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
  return text.front() == '{' && end != inside.begin() && end != inside.end() && *end == ':';
}

/// The type that was detected; or JSON if the user has named members of it, and the text begins like it, though it may
/// not be valid: then the finder says where it isn't.
Type or_json(Type detected, const Beginning& one, std::string_view name) {
  const bool is_asked_for = !one.fields.members.empty() && one.media_type.empty();
  const bool is_undecided = detected == Type::html || detected == Type::unknown;
  if (!is_asked_for || !is_undecided || !begins_like_json(one.text) || holds_binary_data(one.text)) return detected;
  const NamedKind kind = other_kind_by(name);
  return kind.content == NamedKind::Content::any || kind.name.starts_with("JSON") ? Type::json : detected;
}

/// The type of a file that the user named.
Type type_of_named(const Beginning& one, std::string_view name) {
  const Type type = or_json(detected_in(one), one, name);
  if (type == Type::jsonl && !one.fields.members.empty()) return type;  // whatever its name is
  const bool is_empty = !one.cut && (one.text.empty() || (trimmed(one.text).empty() && one.media_type.empty()));
  if (is_empty || !is_of_another_kind(type, name, one)) return type;
  return may_be_saved_as(name) && (type != Type::html || starts_with_tag(one)) ? type : Type::unknown;
}

/// The type of a file that was found in a folder.
Type type_of_found(const Beginning& one, std::string_view name) {
  const bool is_named = !one.fields.members.empty() && other_kind_by(name).name.starts_with("JSON");
  const Type type = is_named ? or_json(detected_in(one), one, name) : detected_in(one);
  if (type == Type::jsonl) return one.fields.members.empty() ? Type::unknown : type;
  if (is_of_another_kind(type, name, one)) return Type::unknown;
  return type != Type::html || is_name_of_page(name) || starts_with_tag(one) ? type : Type::unknown;
}

/// The name that shows what an input is: that of its file or, if that shows nothing, the URL that it was retrieved
/// from.
std::string_view telling_name(const Input& input) noexcept {
  const std::string_view file_name = input.name;
  const auto has_ending = [&] { return file_name.find('.', file_name.rfind('/') + 1) != std::string_view::npos; };
  const auto is_of_a_kind = [&] { return other_kind_by(file_name).content != NamedKind::Content::any; };
  if (!file_name.empty() && (has_ending() || is_of_a_kind())) return file_name;
  if (!input.url.empty() || input.retrieved_from.empty()) return input.url;
  return input.retrieved_from.front().value;
}

/// Whether a text may be in UTF-16 without a mark: it has NUL bytes, and begins like nothing that is in bytes.
bool may_be_wide(std::string_view beginning) noexcept {
  const bool is_markup = beginning.substr(0, 2).find('<') != std::string_view::npos;
  const bool is_of_bytes = !is_markup && (starts_like_another_kind(beginning) || beginning.starts_with("HTTP/") ||
                                          warc::starts_like_an_archive(beginning));
  return !is_of_bytes && beginning.substr(0, 64).find('\0') != std::string_view::npos;
}

bool starts_like_markup(std::string_view beginning) {
  const FieldNames usual;
  return trimmed(OpenedBeginning(ContentCoding::identity, beginning, "", usual).beginning().text).starts_with('<');
}

}  // namespace

inline namespace detail {

std::optional<std::string_view> name_detected_by(const Input& input) noexcept {
  return input.type == Type::automatic ? std::optional(telling_name(input)) : std::nullopt;
}

Detected detect_declared(std::string_view beginning, const Input& input, const FieldNames& fields) {
  Detected found = detect(beginning, input, fields);
  if (input.type == Type::automatic) return found;
  const auto format = row_of(found.type).format;
  if (!format || !may_be_declared_wrongly(*format)) return found;
  const OpenedBeginning opened(found.content_coding, beginning, "", fields, input.charset);
  const Shown shown = shown_by(opened.beginning(), *format);
  found.type = shown.format ? row_of(*shown.format).type : Type::unknown;
  if (shown.other) found.unread_kind = *shown.other;
  return found;
}

bool stays_detected(std::string_view before, std::string_view after) {
  // One name for each effect that a name can have on detection; those of pages have none.
  constexpr std::array<std::string_view, 7> file_names = {"", "a.css", "a.eml", "a.json", "a.txt", "a.xhtml", "a.xml"};
  const bool is_markup = starts_like_markup(after);
  if (starts_like_markup(before) && !is_markup) return false;
  const auto holds_others = [](Type type) {
    return type == Type::mime || type == Type::mbox || type == Type::http || is_web_archive(type);
  };
  const auto stays = [&](Type one, Type other) {
    return !holds_others(other) && (other == one || !is_markup || holds_others(one));
  };
  const auto in_folder = [](std::string_view beginning) { return detect(beginning, {.is_found = true}).type; };
  return stays(in_folder(before), in_folder(after)) && std::ranges::all_of(file_names, [&](std::string_view name) {
           return stays(type_of(before, name), type_of(after, name));
         });
}

}  // namespace detail

Detected detect(std::string_view beginning, const Input& input, const FieldNames& fields) {
  if (input.detected) return *input.detected;
  const std::string_view name = telling_name(input);
  Detected found{.type = input.type, .content_coding = content_coding_of(beginning, input, name)};
  const bool is_given = input.type != Type::automatic && input.type != Type::unknown;
  if (is_given && input.type != Type::xml) return found;
  // Whatever else a charset is given for, it counts for a text without a mark in UTF-16, whose markup has NUL bytes.
  const bool may_count = codec::is_utf16(codec::encoding_of(input.charset));
  const OpenedBeginning opened(found.content_coding, beginning, name, fields,
                               may_count ? input.charset : std::string_view(), may_be_wide);
  const Beginning& one = opened.beginning();
  // Whoever says that a manifest is XML does not know its rules for URLs.
  if (is_given && manifest_of_video(prolog_of(one.text)).empty()) return found;
  found.type = Type::unknown;
  if (input.type == Type::automatic) found.type = (input.is_found ? type_of_found : type_of_named)(one, name);
  if (found.type == Type::unknown) found.unread_kind = unread_kind_in(one, other_kind_by(input.name));
  return found;
}

}  // namespace absolve
