#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "../codec/charset/charset.h"
#include "../detect/declared_type.h"
#include "../detect/types.h"
#include "../text/ascii.h"
#include "../text/json_path.h"
#include "../text/nearest.h"
#include "../text/utf8.h"
#include "../url/resolver.h"
#include "../url/suitable.h"
#include "absolve/options.h"
#include "known_options.h"

namespace absolve {
namespace {

/// Options while they are being set, and the values that must be collected until the end.
struct OptionsBuilder {
  Input input;
  Options options;
  std::vector<std::string> skips;
};

/// Words, each of which stands for a value.
template <class Value, std::size_t size>
struct Choices {
  std::array<std::string_view, size> words;
  std::array<Value, size> values;

  [[nodiscard]] const Value* find(std::string_view word) const noexcept {
    const auto found = std::ranges::find(words, word);
    return found == words.end() ? nullptr : &values[static_cast<std::size_t>(found - words.begin())];
  }
};

constexpr Choices<bool, 2> base_elements{{"keep", "remove"}, {false, true}};
constexpr Choices<Fragments, 1> kept_fragments{{"page"}, {Fragments::page}};
constexpr Choices<FeedBase, 2> feed_bases{{"document", "entry"}, {FeedBase::document, FeedBase::entry}};
constexpr Choices<Signed, 2> signatures{{"skip", "rewrite"}, {Signed::skip, Signed::rewrite}};
constexpr Choices<HtmlReader, 3> html_readers{{"auto", "scan", "tree"},
                                              {HtmlReader::automatic, HtmlReader::automatic, HtmlReader::tree}};
constexpr std::string_view all = "all";  // the last word: stands for all others
constexpr Choices<bool Also::*, 9> kinds{
    {"lazy", "social", "conditional", "attachments", "ld-json", "rdfa", "amp", "custom", all},
    {&Also::lazy, &Also::social, &Also::conditional, &Also::attachments, &Also::ld_json, &Also::rdfa, &Also::amp,
     &Also::custom, nullptr}};

/// A type by its name, in upper or lower case, by a media type, or by a file name extension.
std::optional<Type> type_of_word(std::string_view word) {
  constexpr auto further_words = std::to_array<std::pair<std::string_view, Type>>({
      {"htm", Type::html},
      {"xhtml", Type::xml},
      {"svg", Type::xml},
      {"rss", Type::xml},
      {"atom", Type::xml},
      {"eml", Type::mime},
      {"mht", Type::mime},
      {"mhtml", Type::mime},
      {"md", Type::markdown},
      {"ndjson", Type::jsonl},
      {"m3u8", Type::playlist},
      {"m3u", Type::playlist},
      {"hls", Type::playlist},
      {"ipynb", Type::json},
      {"webmanifest", Type::json},
      {"application/json", Type::json},
      {"application/jsonl", Type::jsonl},
      {"application/x-ndjson", Type::jsonl},
      {"application/epub+zip", Type::epub},
      {"application/wacz", Type::wacz},
      {"application/warc", Type::warc},
      {"application/har+json", Type::har},
      {"text/csv", Type::csv},
      {"text/tab-separated-values", Type::tsv},
  });
  const auto declared = declared_type(word);
  const bool decides = declared && (declared->type != Type::automatic || is_name(word, "auto"));
  if (decides && declared->type != Type::unknown) return declared->type;
  const std::string_view name = trimmed(word.substr(0, word.find(';')));
  const auto found = std::ranges::find_if(further_words, [&](const auto& one) { return is_name(name, one.first); });
  return found == further_words.end() ? std::nullopt : std::optional(found->second);
}

/// The message for a word that is not in a list. Some words are tried again and again, and are similar to none.
std::string refused(std::string_view word, std::span<const std::string_view> words) {
  constexpr auto tried = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"page", "html"},       {"stylesheet", "css"},      {"feed", "xml"},       {"mail", "mime"},
      {"email", "mime"},      {"message", "mime"},        {"rfc822", "mime"},    {"mailbox", "mbox"},
      {"archive", "warc"},    {"list", "uris"},           {"text", "uris"},      {"txt", "uris"},
      {"jsonlines", "jsonl"}, {"excel", "csv"},           {"browser", "whatwg"}, {"chrome", "whatwg"},
      {"firefox", "whatwg"},  {"url", "whatwg"},          {"1808", "rfc1808"},   {"3986", "rfc3986"},
      {"gfm", "markdown"},    {"commonmark", "markdown"}, {"web", "whatwg"},     {"html5", "whatwg"},
      {"browsers", "whatwg"}, {"json-ld", "ld-json"},     {"jsonld", "ld-json"}, {"opengraph", "social"},
      {"og", "social"},       {"notebook", "json"},       {"book", "epub"},      {"table", "csv"},
  });
  const auto found = std::ranges::find_if(tried, [&](const auto& one) {
    return are_alike(word, one.first) && std::ranges::find(words, one.second) != words.end();
  });
  return none_of(word, words, found == tried.end() ? std::string_view() : found->second);
}

template <class Value, std::size_t size>
std::string choose(Value& option, const Choices<Value, size>& choices, std::string_view word) {
  const Value* const value = choices.find(word);
  if (value == nullptr) return none_of(word, choices.words);
  option = *value;
  return {};
}

template <class Value>
std::string choose(Value& option, std::optional<Value> value, std::string_view word,
                   std::span<const std::string_view> words) {
  if (!value) return refused(word, words);
  option = *value;
  return {};
}

/// Sets the kinds in a list that is separated by commas.
std::string add_kinds(Also& also, std::string_view list) {
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string_view name = list.substr(begin, end - begin);
    if (kinds.find(name) == nullptr) return refused(name, kinds.words);
    for (std::size_t i = 0; i < kinds.words.size(); ++i) {
      const auto kind = kinds.values[i];
      if (kind != nullptr && (name == all || name == kinds.words[i])) also.*kind = true;
    }
    begin = end + 1;
  }
  return {};
}

std::string add_pattern(std::vector<AttributePattern>& patterns, std::string_view text) {
  auto pattern = AttributePattern::from(text);
  if (!pattern) {
    return "'" + std::string(text) +
           "' is not of the form ELEMENT[NAME], such as img[src], img or [href]; for several, repeat the option";
  }
  patterns.push_back(*std::move(pattern));
  return {};
}

/// Adds what is left unchanged: kinds, or a pattern. Words of kinds are never read as names of elements.
std::string add_exception(Options& options, std::string_view text) {
  const bool names_kind = kinds.find(text.substr(0, text.find(','))) != nullptr;
  return names_kind ? add_kinds(options.except_also, text) : add_pattern(options.except, text);
}

std::string add_attribute(std::vector<AttributeSyntax>& attributes, std::string_view text) {
  const std::size_t equals = std::min(text.rfind('='), text.size());
  auto pattern = AttributePattern::from(text.substr(0, equals));
  if (equals == text.size() || !pattern || pattern->attribute.ends_with('*')) {
    return "'" + std::string(text) + "' is not of the form ELEMENT[NAME]=SYNTAX, such as amp-img[src]=url";
  }
  const std::string_view name = text.substr(equals + 1);
  const auto syntax = value_syntax_named(name);
  if (!syntax) return none_of(name, value_syntax_names());
  attributes.push_back({std::move(pattern->element), std::move(pattern->attribute), *syntax});
  return {};
}

/// The name of a header field (RFC 5322, section 3.6.8).
std::string add_field(std::vector<std::string>& fields, std::string_view name) {
  const bool is_name =
      !name.empty() && std::ranges::all_of(name, [](char c) { return c > ' ' && c <= '~' && c != ':'; });
  if (!is_name) return "'" + std::string(name) + "' is not the name of a header field, such as List-Archive";
  fields.emplace_back(name);
  return {};
}

/// The name of a member of a line.
std::string set_field(std::string& field, std::string_view name) {
  if (name.empty()) return "the name of a member is empty";
  if (!is_utf8(name)) return "'" + std::string(name) + "' is not valid UTF-8, as the name of a member must be";
  field = name;
  return {};
}

std::string wrong_path(std::string_view where) {
  const std::string why = where.empty() ? "the name of a member is empty" : json::Path(where).error();
  return why.empty() ? why : "'" + std::string(where) + "': " + why;
}

/// Why a member that is read can't be looked for by this name, or by this path in a line; "" if it can.
std::string error_in_place(std::string_view where) {
  const json::Path path(where);
  if (path.is_name() || path.is_singular() || !path.error().empty()) return wrong_path(where);
  return "'" + std::string(where) + "' may select several values: it must lead to one";
}

/// The first of the places that are wrong. Columns of tables have names alone, whatever these look like.
Error error_in_places(const FieldNames& fields, Type type) {
  if (type == Type::csv || type == Type::tsv) return {};
  const auto places =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"reference-field", fields.reference},
                                                                    {"base-field", fields.base},
                                                                    {"url-field", fields.url},
                                                                    {"body-field", fields.body}});
  for (const auto& [option, where] : places) {
    if (const std::string wrong = error_in_place(where); !wrong.empty()) {
      return {std::string(option).append(": ").append(wrong), std::nullopt};
    }
  }
  return {};
}

/// A base is looked for outwards from a member, so that a name is enough where a path would descend.
std::string error_in_base_path(std::string_view where) {
  const json::Path path(where);
  const bool is_wrong = path.error().empty() && !path.is_name() && path.descends();
  return is_wrong ? "'" + std::string(where) + "' descends with '..': give the name alone" : wrong_path(where);
}

constexpr Choices<MemberSyntax, 6> member_syntaxes{{"html", "markdown", "url", "srcset", "css", "xml"},
                                                   {MemberSyntax::html, MemberSyntax::markdown, MemberSyntax::url,
                                                    MemberSyntax::srcset, MemberSyntax::css, MemberSyntax::xml}};

/// What a member of JSON holds: WHERE=SYNTAX.
std::string add_member(std::vector<JsonMember>& members, std::string_view text) {
  const std::size_t equals = std::min(text.rfind('='), text.size());
  if (equals == text.size()) return "'" + std::string(text) + "' is not of the form WHERE=SYNTAX, such as body=html";
  const std::string_view name = text.substr(equals + 1);
  const MemberSyntax* const syntax = member_syntaxes.find(name);
  if (syntax == nullptr) return none_of(name, member_syntaxes.words);
  members.push_back({std::string(text.substr(0, equals)), *syntax});
  return wrong_path(members.back().where);
}

/// The names of members of a line, which are not looked for where members of JSON are named.
std::string error_in_members(const FieldNames& fields) {
  const FieldNames usual;
  if (fields.members.empty())
    return fields.member_urls.empty() ? "" : "json-url: it says where the base of --json-member is, and there is none";
  const bool names_others = fields.reference != usual.reference || fields.base != usual.base ||
                            fields.url != usual.url || fields.body != usual.body || fields.answer != usual.answer;
  return names_others ? "json-member: with it, whole lines are rewritten: --body-field and the like have no effect"
                      : "";
}

/// Why the member for the answer can't have its name; "" if it can.
std::string error_in_answer_name(const FieldNames& fields) {
  const auto others = std::to_array<std::string>(
      {fields.reference, fields.base, fields.url, fields.body, fields.body + "_b64", "content_type"});
  const auto is_in_answer = [&](const std::string& where) {
    const json::Path path(where);
    return where == fields.answer || (!path.is_name() && path.outermost_name() == fields.answer);
  };
  if (std::ranges::none_of(others, is_in_answer)) return {};
  return "'" + fields.answer + "' is the name of a member that is read: the answer needs a member of its own";
}

/// Why a URL can't be a base; "" if it can.
std::string error_in_base(std::string_view url, Resolver resolver = Resolver::rfc1808) {
  const Unsuitable why = unsuitable_as_base(url, resolver);
  return why == Unsuitable::no ? "" : "'" + std::string(url) + "' can't be a base: " + std::string(describe(why));
}

/// Why nothing can be appended to a URL; "" if it can.
std::string error_in_root(std::string_view url) {
  if (url.find_first_of("?#") == std::string_view::npos) return error_in_base(url);
  return "'" + std::string(url) + "' has a query or a fragment, so no path can be appended to it";
}

/// Whether a URL is below a root, or is the folder of the root itself, with or without a slash at its end.
bool is_below(std::string_view url, std::string_view root) noexcept {
  if (root.ends_with('/')) root.remove_suffix(1);
  return url.starts_with(root) && (url.size() == root.size() || url[root.size()] == '/');
}

/// An option by its name.
struct OptionRow {
  enum class Takes : std::uint8_t { nothing, perhaps_one, one, several };

  std::string_view name;
  Takes takes;
  std::string (*set)(OptionsBuilder& gathered, std::string_view value);  // returns what is wrong, or ""
  std::span<const std::string_view> (*words)() noexcept = []() noexcept { return std::span<const std::string_view>(); };
};

template <const auto& choices>
std::span<const std::string_view> words() noexcept {
  return choices.words;
}

using Takes = OptionRow::Takes;

/// In the order of the program's table: that of the words which new records say them in.
constexpr auto rows = std::to_array<OptionRow>({
    {"url", Takes::one,
     [](OptionsBuilder& to, std::string_view value) { return to.input.url = trimmed(value), std::string(); }},
    {"image-url", Takes::one,
     [](OptionsBuilder& to, std::string_view value) {
       return to.input.image_url = value, error_in_base(value, to.options.resolver);
     }},
    {"root-url", Takes::one,
     [](OptionsBuilder& to, std::string_view value) { return to.input.root_url = value, error_in_root(value); }},
    {"url-from-header", Takes::several,
     [](OptionsBuilder& to, std::string_view value) { return add_field(to.options.url_headers, value); }},
    {"no-marks", Takes::nothing,
     [](OptionsBuilder& to, std::string_view) { return to.options.marks = false, std::string(); }},
    {"null", Takes::nothing,
     [](OptionsBuilder& to, std::string_view) { return to.input.null_separated = true, std::string(); }},
    {"also", Takes::several,
     [](OptionsBuilder& to, std::string_view value) { return add_kinds(to.options.also, value); },
     words<kinds>},
    {"attribute", Takes::several,
     [](OptionsBuilder& to, std::string_view value) { return add_attribute(to.options.attributes, value); }},
    {"only", Takes::several,
     [](OptionsBuilder& to, std::string_view value) { return add_pattern(to.options.only, value); }},
    {"except", Takes::several,
     [](OptionsBuilder& to, std::string_view value) { return add_exception(to.options, value); }},
    {"skip", Takes::several,
     [](OptionsBuilder& to, std::string_view value) {
       if (value.empty()) return std::string("an empty expression matches every reference");
       return to.skips.emplace_back(value), std::string();
     }},
    {"keep-fragments", Takes::perhaps_one,
     [](OptionsBuilder& to, std::string_view value) {
       if (value.empty()) return to.options.fragments = Fragments::keep, std::string();
       return choose(to.options.fragments, kept_fragments, value);
     },
     words<kept_fragments>},
    {"headers", Takes::nothing,
     [](OptionsBuilder& to, std::string_view) { return to.options.headers = true, std::string(); }},
    {"type", Takes::one,
     [](OptionsBuilder& to, std::string_view value) {
       return choose(to.input.type, type_of_word(value), value, type_names());
     },
     type_names},
    {"reference-field", Takes::one,
     [](OptionsBuilder& to, std::string_view value) { return set_field(to.options.fields.reference, value); }},
    {"base-field", Takes::one,
     [](OptionsBuilder& to, std::string_view value) { return set_field(to.options.fields.base, value); }},
    {"url-field", Takes::one,
     [](OptionsBuilder& to, std::string_view value) { return set_field(to.options.fields.url, value); }},
    {"body-field", Takes::one,
     [](OptionsBuilder& to, std::string_view value) {  // who names the member in base64 means its document
       constexpr std::string_view in_base64 = "_b64";
       if (value.size() > in_base64.size() && value.ends_with(in_base64)) value.remove_suffix(in_base64.size());
       return set_field(to.options.fields.body, value);
     }},
    {"json-member", Takes::several,
     [](OptionsBuilder& to, std::string_view value) { return add_member(to.options.fields.members, value); }},
    {"json-url", Takes::several,
     [](OptionsBuilder& to, std::string_view value) {
       return to.options.fields.member_urls.emplace_back(value), error_in_base_path(value);
     }},
    {"delimiter", Takes::one,
     [](OptionsBuilder& to, std::string_view value) {
       constexpr std::string_view never = "\"\r\n";
       if (value.size() != 1 || never.find(value.front()) != std::string_view::npos) {
         const bool is_tab = is_name(value, "tab") || value == "\\t";
         return "'" + std::string(value) + "' is not one byte other than a quotation mark or a line end" +
                (is_tab ? "; tables with tabs: --type tsv" : "");
       }
       return to.options.delimiter = value.front(), std::string();
     }},
    {"answer-field", Takes::one,
     [](OptionsBuilder& to, std::string_view value) { return set_field(to.options.fields.answer, value); }},
    {"charset", Takes::one,
     [](OptionsBuilder& to, std::string_view value) {
       if (!value.empty() && !codec::names_charset(value)) return "'" + std::string(value) + "' is not a known charset";
       return to.input.charset = value, std::string();
     }},
    {"resolver", Takes::one,
     [](OptionsBuilder& to, std::string_view value) {
       return choose(to.options.resolver, resolver_named(value), value, resolver_names());
     },
     resolver_names},
    {"feed-base", Takes::one,
     [](OptionsBuilder& to, std::string_view value) { return choose(to.options.feed_base, feed_bases, value); },
     words<feed_bases>},
    {"base-element", Takes::one,
     [](OptionsBuilder& to, std::string_view value) {
       return choose(to.options.remove_base_elements, base_elements, value);
     },
     words<base_elements>},
    {"signed", Takes::one,
     [](OptionsBuilder& to, std::string_view value) { return choose(to.options.signatures, signatures, value); },
     words<signatures>},
    {"html-reader", Takes::one,
     [](OptionsBuilder& to, std::string_view value) { return choose(to.options.html_reader, html_readers, value); },
     words<html_readers>},
});

std::string set(OptionsBuilder& gathered, const NamedOption& option) {
  const auto row = std::ranges::find(rows, option.name, &OptionRow::name);
  if (row == rows.end()) return "unknown option";
  if (row->takes == Takes::nothing && !option.value.empty()) return "takes no value";
  return row->set(gathered, option.value);
}

}  // namespace

Expected<InputAndOptions> options_from(std::span<const NamedOption> named) {
  OptionsBuilder gathered;
  const auto error = [](std::string_view name, std::string_view why, std::optional<std::size_t> offset = {}) {
    return Error{std::string(name).append(": ").append(why), offset};
  };
  std::optional<std::size_t> url;  // the index of the last one
  for (const NamedOption& option : named) {
    const auto index = static_cast<std::size_t>(&option - named.data());
    if (const std::string why = set(gathered, option); !why.empty()) return error(option.name, why, index);
    if (option.name == "url") url = index;
  }
  auto& [input, options, skips] = gathered;
  const Unsuitable why = unsuitable_as_base(input.url, options.resolver);
  if (url && why != Unsuitable::no && !is_scheme_alone(input.url)) {
    return error("url", "'" + input.url + "' can't be a base: " + std::string(describe(why)), url);
  }
  if (!input.root_url.empty() && !input.url.empty() && !is_below(input.url, input.root_url)) {
    return error("root-url", "the URL '" + input.url + "' does not begin with '" + input.root_url + "'");
  }
  if (Error wrong = error_in_places(options.fields, input.type); !wrong.text.empty()) return wrong;
  if (const std::string wrong = error_in_answer_name(options.fields); !wrong.empty()) {
    return error("answer-field", wrong);
  }
  if (const std::string wrong = error_in_members(options.fields); !wrong.empty()) {
    return Error{wrong, std::nullopt};
  }
  auto patterns = Patterns::from(skips);
  if (!patterns) return error("skip", patterns.error().text);
  options.skip = *std::move(patterns);
  return InputAndOptions{std::move(input), std::move(options)};
}

inline namespace detail {

std::span<const KnownOption> known_options() {
  static const std::vector<KnownOption> known = [] {
    std::vector<KnownOption> options;
    for (const OptionRow& row : rows) {
      options.push_back({.name = row.name,
                         .takes_value = row.takes != Takes::nothing,
                         .repeats = row.takes == Takes::several,
                         .words = row.words(),
                         .may_lack_value = row.takes == Takes::nothing || row.takes == Takes::perhaps_one});
    }
    return options;
  }();
  return known;
}

}  // namespace detail
}  // namespace absolve
