#include "settings.h"

#include <algorithm>
#include <array>
#include <boost/program_options.hpp>
#include <iterator>
#include <set>
#include <span>
#include <string_view>

#include "hints.h"
#include "layout.h"

namespace absolve::cli {
namespace {

namespace po = boost::program_options;

// Keys that nobody can type, as an option name has no space.
constexpr const char* file_key = "the file";
constexpr const char* suffix_key = "the suffix";

/// An option: what is parsed and what --help shows are made of this.
struct Option {
  const char* name;   // and, after a comma, its letter
  const char* value;  // what its argument is called; nullptr: it has none
  std::string_view text;
  bool repeats = false;  // all that are given count, and not the last alone
};

struct Group {
  std::string_view heading;
  std::vector<Option> options;
};

const std::vector<Group>& groups() {
  static const std::vector<Group> all = {
      {"What is read, and against what",
       {{"url,u", "URL", "URL the input was retrieved from (also --base-url, --base, -b)"},
        {"type,t", "TYPE",
         "auto (default: told by its name and its beginning); html; css; xml: feeds, SVG, XHTML; json: JSON Feed, web "
         "app manifests; mime: a message, or MHTML; mbox: a mailbox; or a list, with an answer a line: uris: one "
         "reference a line in, one absolute URL a line out; pairs: a base, a tab and a reference a line in, one "
         "absolute URL a line out; jsonl: an object with reference and base a line, which gets a url (or reason, "
         "error), in the place of one that is there"},
        {"charset", "LABEL",
         "charset of the pages and lists, as a header would say it; the parts of a message have headers of their own"},
        {"resolver", "NAME",
         "by which references are resolved: rfc1808 (default), rfc3986 or whatwg (the URL standard, as browsers do)"},
        {"null,0", nullptr, "lists: NUL ends each entry, and each answer, and not a line end"},
        {"keep-fragments", nullptr, "leave references that are a fragment alone (#top) as they are"},
        {"base-element", "HOW", "keep (default: its href is made absolute) or remove; xml:base always stays"},
        {"feed-base", "BASE",
         "of the HTML in a feed, where no xml:base covers it: document (default: the base of the feed) or entry (the "
         "entry's own link)"},
        {"headers", nullptr, "make URLs in the headers of messages absolute too: Content-Location, Link, List-*"},
        {"signed", "HOW",
         "signed messages: rewrite (all of them) or skip (all); else multipart/signed stays, and what bears a DKIM or "
         "ARC signature is rewritten with a warning"},
        {"html-reader", "READER",
         "auto (default), scan (over the bytes) or tree (by Gumbo); auto scans, and builds the tree of a page that is "
         "nested too deeply for that"},
        {"require-base", nullptr, "an input whose base stays undefined is an error"},
        {"lenient", nullptr, "what can't be read and is left is no error"}}},
      {"Which links",
       {{"also", "KIND,...",
         "read also what is usually left: lazy (data-src and the like), social (og:image and other meta elements), "
         "conditional (comments, outside of messages), attachments (of messages: pages by their names alone), ld-json, "
         "or all",
         true},
        {"attribute", "ELEMENT[NAME]=SYNTAX",
         "read this attribute too, or in another way: url, srcset, tokens, commas, css or html; ELEMENT may be * or "
         "x-*",
         true},
        {"only", "ELEMENT[NAME]",
         "rewrite these links alone: img[src], img, [href], v:*; style: of style elements and sheets; [Link]: of "
         "headers",
         true},
        {"except", "ELEMENT[NAME]", "leave these links as they are", true},
        {"skip", "REGEX", "leave the references in which this matches (RE2's syntax) as they are", true}}},
      {"Where to",
       {{"output,o", "PATH", "write here"},
        {"in-place,i", nullptr,
         "rewrite the files themselves; -iSUFFIX and --in-place=SUFFIX keep the original beside"},
        {"lock", "HOW",
         "mailboxes that are rewritten where they are: auto (default: fcntl and FILE.lock, against programs that "
         "deliver mail) or none"}}},
      {"What to print",
       {{"list", nullptr, "print the links instead of rewriting"},
        {"explain", nullptr, "print how the base was established"},
        {"check", nullptr,
         "print the relative references that absolve would rewrite, could not for want of a base, or can't read; "
         "exit 1 if there are any"},
        {"diff", nullptr, "print what would change, as a unified diff"},
        {"json", nullptr, "--list, --explain, --check: JSON Lines; with --type uris or pairs: an object a reference"},
        {"color", "WHEN", "auto (default: on a terminal), always or never"},
        {"quiet,q", nullptr, "no notes; errors only"},
        {"verbose,v", nullptr, "more notes: the links and the base of each document, what RFC 1808 advises against"},
        {"help,h", nullptr, "print this help"},
        {"version,V", nullptr, "print the version"}}}};
  return all;
}

// What people try for --url.
constexpr std::array<std::pair<const char*, const char*>, 2> other_names_of_url = {
    {{"base-url", "base-url"}, {"base", "base,b"}}};

constexpr std::size_t help_columns = 80;
constexpr std::size_t help_indent = 28;

constexpr std::string_view usage =
    "Usage: absolve [OPTION]... [FILE]...\n"
    "Gives every link in the FILEs its absolute form and changes no other byte.\n"
    "Without FILE, or where FILE is -, standard input is read; without -o or -i the\n"
    "result goes to standard output.\n";

constexpr std::string_view epilogue =
    "\n"
    "The base of a page is its first base element with an href, or else --url\n"
    "(RFC 1808 section 3). In XML, an xml:base counts for its element and all that\n"
    "is in it; under whatwg not in XHTML and SVG, as browsers have dropped it. In a\n"
    "message, the Content-Base, Base and absolute Content-Location headers come\n"
    "between: those of the part, then those around it.\n"
    "A FILE may be a Maildir: with -i its messages are rewritten, and --list and the\n"
    "like show them.\n"
    "\n"
    "A reference with a placeholder of a template stays as it is: {{ x }}, {% x %},\n"
    "<%= x %>, <?= x ?>, ${x}, *|X|*, %%x%%, [[x]], or {x} alone.\n"
    "\n"
    "In HTML all attributes with URLs are read (srcset, style and srcdoc among them),\n"
    "style elements, meta refresh, import maps; in mail conditional comments, too. A\n"
    "style sheet's base is its own URL. Listed and left are JSON that is broken and\n"
    "URL patterns (reason syntax), and what module scripts import (reason script).\n"
    "\n"
    "In feeds the HTML of entries is read, too; what readers know an entry by (id,\n"
    "guid) never changes. XHTML is read as XML where its type or name (.xhtml, .xht)\n"
    "says so, and else as HTML.\n"
    "\n"
    "Exit status, the first that applies: 2 usage error, or an input failed and what\n"
    "was to be written is missing (the others are still done); 1 --check found\n"
    "relative references; 3 all is written, but something in it could not be read and\n"
    "was left (with --lenient: 0); 0 done.\n"
    "\n"
    "Examples:\n"
    "  absolve --url http://a/b/c.html page.html > absolute.html\n"
    "  absolve --url http://a/b/ -i.orig *.html\n"
    "  absolve --explain mail.eml\n"
    "  echo ../g | absolve --type uris --url http://a/b/c/d\n"
    "  printf 'http://a/b/c/d\\t../g\\n' | absolve --type pairs --json\n"
    "for an archive, where links within a page should stay in it:\n"
    "  absolve --keep-fragments --url http://a/b/c.html -o archive/c.html c.html\n";

[[noreturn]] void throw_unknown(std::string_view option, const std::string& name,
                                std::span<const std::string_view> names) {
  std::string known;
  for (const std::string_view one : names) known.append(known.empty() ? "" : ", ").append(one);
  throw UsageError(std::string(option) + ": '" + name + "' is none of " + known);
}

template <class Value, std::size_t N>
struct Choices {
  std::string_view option;
  std::array<std::pair<std::string_view, Value>, N> rows;

  [[nodiscard]] Value operator[](const std::string& name) const {
    const auto found = std::ranges::find(rows, std::string_view(name), &std::pair<std::string_view, Value>::first);
    if (found != rows.end()) return found->second;
    std::array<std::string_view, N> names;
    std::ranges::transform(rows, names.begin(), &std::pair<std::string_view, Value>::first);
    throw_unknown(option, name, names);
  }
};

Type type_of_name(const std::string& name) {
  if (const auto type = type_named(name)) return *type;
  throw_unknown("--type", name, type_names());
}

Generation generation_of_name(const std::string& name) {
  if (const auto generation = generation_named(name)) return *generation;
  throw_unknown("--resolver", name, generation_names());
}

constexpr Choices<Signed, 2> signatures = {"--signed", {{{"skip", Signed::skip}, {"rewrite", Signed::rewrite}}}};
constexpr Choices<FeedBase, 2> feed_bases = {"--feed-base",
                                             {{{"document", FeedBase::document}, {"entry", FeedBase::entry}}}};
constexpr Choices<bool, 2> base_element = {"--base-element", {{{"keep", false}, {"remove", true}}}};
constexpr Choices<bool, 2> locks = {"--lock", {{{"auto", true}, {"none", false}}}};
constexpr Choices<HtmlReader, 3> html_readers = {
    "--html-reader", {{{"auto", HtmlReader::automatic}, {"scan", HtmlReader::scan}, {"tree", HtmlReader::tree}}}};
constexpr std::array<std::pair<const char*, View>, 4> views = {
    {{"list", View::list}, {"explain", View::explain}, {"check", View::check}, {"diff", View::diff}}};

constexpr Choices<Colours, 3> colours = {
    "--color", {{{"auto", Colours::automatic}, {"always", Colours::always}, {"never", Colours::never}}}};

/// What --also reads.
constexpr auto kinds = std::to_array<std::pair<std::string_view, bool Also::*>>({
    {"lazy", &Also::lazy},
    {"social", &Also::social},
    {"conditional", &Also::conditional},
    {"attachments", &Also::attachments},
    {"ld-json", &Also::ld_json},
});
constexpr std::string_view all_kinds = "all";

/// Sets what a list of kinds, with commas between, names.
void add_kinds(Also& also, std::string_view list) {
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string_view name = list.substr(begin, end - begin);
    bool known = false;
    for (const auto& [kind, member] : kinds) {
      if (name != kind && name != all_kinds) continue;
      also.*member = known = true;
    }
    if (!known) {
      std::vector<std::string_view> names;
      for (const auto& kind : kinds) names.push_back(kind.first);
      names.push_back(all_kinds);
      throw_unknown("--also", std::string(name), names);
    }
    begin = end + 1;
  }
}

AttributePattern pattern_of(const std::string& option, std::string_view text) {
  if (auto pattern = AttributePattern::from(text)) return *std::move(pattern);
  throw UsageError(option + ": '" + std::string(text) +
                   "' is no ELEMENT[NAME], such as img[src], img or [href]; for several, repeat the option");
}

AttributeSyntax attribute_of(const std::string& text) {
  const std::size_t equals = std::min(text.rfind('='), text.size());
  const std::string_view place = std::string_view(text).substr(0, equals);
  auto pattern = AttributePattern::from(place);
  if (equals == text.size() || !pattern || pattern->attribute.ends_with('*')) {
    throw UsageError("--attribute: '" + text + "' is no ELEMENT[NAME]=SYNTAX, such as amp-img[src]=url");
  }
  const std::string name = text.substr(equals + 1);
  const auto syntax = value_syntax_named(name);
  if (!syntax) throw_unknown("--attribute", name, value_syntax_names());
  return {std::move(pattern->element), std::move(pattern->attribute), *syntax};
}

Patterns patterns_of(const std::vector<std::string>& expressions) {
  std::string trouble = "an empty expression matches every reference";
  if (std::ranges::count(expressions, "") == 0) {
    if (auto patterns = Patterns::from(expressions, trouble)) return *std::move(patterns);
  }
  throw UsageError("--skip: " + trouble);
}

po::options_description known_options() {
  po::options_description known;
  const auto semantic = [](bool has_value, bool repeats) -> po::value_semantic* {
    if (!has_value) return new po::untyped_value(true);
    if (repeats) return po::value<std::vector<std::string>>();
    return po::value<std::string>();
  };
  const auto add = [&](const char* name, bool has_value, bool repeats = false) {
    known.add_options()(name, semantic(has_value, repeats));
  };
  for (const Group& group : groups()) {
    for (const Option& option : group.options) add(option.name, option.value != nullptr, option.repeats);
  }
  for (const auto& [key, names] : other_names_of_url) add(names, true);
  add(suffix_key, true);
  known.add_options()(file_key, po::value<std::vector<std::string>>());
  return known;
}

std::string help() {
  std::string text(usage);
  for (const Group& group : groups()) {
    text.append("\n").append(group.heading).append(":\n");
    for (const Option& option : group.options) {
      const std::string_view names = option.name;
      const std::size_t comma = names.find(',');
      std::string line =
          comma == std::string_view::npos ? "      --" : "  -" + std::string(names.substr(comma + 1)) + ", --";
      line.append(names.substr(0, comma)).append(option.value == nullptr ? "" : std::string(" ") + option.value);
      line.append(std::max(help_indent, line.size() + 2) - line.size(), ' ').append(option.text);
      text += wrapped(line, help_columns, help_indent) + "\n";
    }
  }
  return text.append(epilogue);
}

/// An option whose argument may be missing would take the next word for it; so -iSUFFIX is an option of its own, alone
/// or after other letters (-qi.orig).
std::vector<po::option> in_place_with_suffix(std::vector<std::string>& words) {
  constexpr std::string_view long_form = "--in-place=";
  constexpr std::array<std::pair<char, const char*>, 3> letters = {{{'0', "null"}, {'q', "quiet"}, {'v', "verbose"}}};
  const std::string& word = words.front();
  std::vector<po::option> options;
  const auto take = [&](const char* key, std::vector<std::string> value) {
    options.emplace_back(key, std::move(value));
    options.back().original_tokens = {word};
  };
  if (word == long_form) {
    take("in-place", {});
  } else if (word.starts_with(long_form)) {
    take(suffix_key, {word.substr(long_form.size())});
  } else if (word.size() > 2 && word[0] == '-') {
    std::size_t at = 1;
    for (const auto* letter = letters.begin(); at < word.size(); ++at) {
      letter = std::ranges::find(letters, word[at], &std::pair<char, const char*>::first);
      if (letter == letters.end()) break;
      take(letter->second, {});
    }
    if (at + 1 >= word.size() || word[at] != 'i') return {};
    take(suffix_key, {word.substr(at + 1)});
  }
  if (!options.empty()) words.erase(words.begin());
  return options;
}

/// Whether all that are given of an option count.
bool repeats(const std::string& name) {
  return std::ranges::any_of(groups(), [&](const Group& group) {
    return std::ranges::any_of(group.options, [&](const Option& one) { return one.repeats && one.name == name; });
  });
}

/// As elsewhere, the last of repeated options wins.
void drop_repeated(std::vector<po::option>& options) {
  std::set<std::string> seen;
  std::vector<po::option> kept;
  for (auto one = options.rbegin(); one != options.rend(); ++one) {
    const bool repeatable = one->string_key.empty() || one->string_key == file_key || repeats(one->string_key);
    if (repeatable || seen.insert(one->string_key).second) kept.push_back(std::move(*one));
  }
  options.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
}

/// One URL, whatever it is called.
void require_one_url(std::vector<po::option>& options) {
  const po::option* first = nullptr;
  for (po::option& option : options) {
    for (const auto& [key, names] : other_names_of_url) {
      if (option.string_key == key) option.string_key = "url";
    }
    if (option.string_key != "url") continue;
    if (first != nullptr) {
      throw UsageError("--url is given twice: '" + first->value.front() + "' and '" + option.value.front() + "'");
    }
    first = &option;
  }
}

po::variables_map read(int argc, const char* const* argv) {
  const po::options_description all = known_options();
  po::positional_options_description files;
  files.add(file_key, -1);
  po::variables_map map;
  try {
    constexpr int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::parsed_options parsed = po::command_line_parser(argc, argv)
                                    .options(all)
                                    .positional(files)
                                    .style(style)
                                    .extra_style_parser(in_place_with_suffix)
                                    .run();
    require_one_url(parsed.options);
    drop_repeated(parsed.options);
    po::store(parsed, map);
  } catch (const po::error& error) {
    throw UsageError(error.what());
  }
  return map;
}

void forbid(bool condition, const char* message) {
  if (condition) throw UsageError(message);
}

}  // namespace

Parsed parse(int argc, const char* const* argv) {
  const po::variables_map map = read(argc, argv);
  const auto given = [&](const char* name) { return map.count(name) > 0; };
  const auto text = [&](const char* name) { return given(name) ? map[name].as<std::string>() : std::string(); };
  const auto texts = [&](const char* name) {
    return given(name) ? map[name].as<std::vector<std::string>>() : std::vector<std::string>();
  };
  if (given("help")) return {{}, help()};
  if (given("version")) return {{}, "absolve " ABSOLVE_VERSION "\n"};

  Settings settings;
  if (given("resolver")) settings.options.generation = generation_of_name(text("resolver"));
  if (given("url")) {
    settings.options.retrieval_url = text("url");
    const std::string trouble = trouble_with_url(settings.options.retrieval_url, settings.options.generation);
    if (!trouble.empty()) throw UsageError("--url: " + trouble);
  }
  if (given("type")) settings.options.type = type_of_name(text("type"));
  settings.options.charset = text("charset");
  settings.options.null_separated = given("null");
  settings.options.keep_fragments = given("keep-fragments");
  if (given("base-element")) settings.options.remove_base_elements = base_element[text("base-element")];
  if (given("feed-base")) settings.options.feed_base = feed_bases[text("feed-base")];
  if (given("html-reader")) settings.options.html_reader = html_readers[text("html-reader")];
  settings.options.headers = given("headers");
  if (given("signed")) settings.options.signatures = signatures[text("signed")];
  for (const std::string& list : texts("also")) add_kinds(settings.options.also, list);
  for (const std::string& one : texts("attribute")) settings.options.attributes.push_back(attribute_of(one));
  for (const std::string& one : texts("only")) settings.options.only.push_back(pattern_of("--only", one));
  for (const std::string& one : texts("except")) settings.options.except.push_back(pattern_of("--except", one));
  settings.options.skip = patterns_of(texts("skip"));
  if (given("lock")) settings.locks = locks[text("lock")];
  settings.require_base = given("require-base");
  settings.lenient = given("lenient");
  settings.json = given("json");
  if (given("color")) settings.colours = colours[text("color")];
  settings.quiet = given("quiet");
  settings.verbose = given("verbose");
  if (given("output") && text("output") != "-") settings.output = text("output");
  if (given("in-place")) settings.in_place_suffix = "";
  if (given(suffix_key)) settings.in_place_suffix = text(suffix_key);
  settings.inputs = given(file_key) ? map[file_key].as<std::vector<std::string>>() : std::vector<std::string>{"-"};

  const auto count = std::ranges::count_if(views, [&](const auto& view) { return given(view.first); });
  forbid(count > 1, "--list, --explain, --check and --diff exclude each other");
  for (const auto& [name, view] : views) {
    if (given(name)) settings.view = view;
  }
  const bool in_place = settings.in_place_suffix.has_value();
  const bool answers = settings.view == View::rewritten && is_list(settings.options.type);
  settings.options.json_answers = settings.json && answers;
  forbid(settings.json && !answers && (settings.view == View::rewritten || settings.view == View::diff),
         "--json goes with --list, --explain or --check, or with a list: --type uris, pairs, jsonl");
  forbid(settings.options.null_separated && !is_list(settings.options.type),
         "-0 is only for lists: --type uris, pairs, jsonl");
  forbid(in_place && settings.view != View::rewritten, "-i rewrites files: it can't go with a view of them");
  forbid(settings.output && settings.output->empty(), "--output: the name of a file is empty");
  forbid(in_place && settings.output, "-i and -o exclude each other");
  forbid(in_place && std::ranges::count(settings.inputs, "-") > 0, "-i rewrites files: it needs their names");
  forbid(in_place && settings.in_place_suffix->find('/') != std::string::npos, "--in-place: a suffix has no slash");
  forbid(settings.quiet && settings.verbose, "-q and -v exclude each other");
  return {std::move(settings), std::nullopt};
}

}  // namespace absolve::cli
