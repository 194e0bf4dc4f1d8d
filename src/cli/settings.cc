#include "settings.h"

#include <algorithm>
#include <array>
#include <boost/program_options.hpp>
#include <iterator>
#include <set>
#include <sstream>
#include <string_view>

namespace absolve::cli {
namespace {

namespace po = boost::program_options;

// Keys that nobody can type, as an option name has no space.
constexpr const char* file_key = "the file";
constexpr const char* suffix_key = "the suffix";

constexpr std::string_view usage =
    "Usage: absolve [OPTION]... [FILE]...\n"
    "Gives every link in the FILEs its absolute form and changes no other byte.\n"
    "Without FILE, or where FILE is -, standard input is read; without -o or -i the result goes to standard output.\n";

constexpr std::string_view epilogue =
    "\n"
    "The base of a page is its first base element with an href, or else --url (RFC 1808 section 3). In a message, the\n"
    "Content-Base, Base and absolute Content-Location headers come between: those of the part, then those around it.\n"
    "A FILE may be a Maildir: with -i its messages are rewritten, and --list and the like show them.\n"
    "\n"
    "Exit status: 0 done; 1 --check found relative references; 2 usage error, or an input failed (the others are\n"
    "still done).\n"
    "\n"
    "Examples:\n"
    "  absolve --url http://a/b/c.html page.html > absolute.html\n"
    "  absolve --url http://a/b/ -i.orig *.html\n"
    "  absolve --explain mail.eml\n"
    "  echo ../g | absolve --type uris --url http://a/b/c/d\n";

template <class Value, std::size_t N>
struct Choices {
  std::string_view option;
  std::array<std::pair<std::string_view, Value>, N> rows;

  [[nodiscard]] Value operator[](const std::string& name) const {
    const auto found = std::ranges::find(rows, std::string_view(name), &std::pair<std::string_view, Value>::first);
    if (found != rows.end()) return found->second;
    std::string known;
    for (const auto& row : rows) known.append(known.empty() ? "" : ", ").append(row.first);
    throw UsageError(std::string(option) + ": '" + name + "' is none of " + known);
  }
};

constexpr Choices<Type, 5> types = {"--type",
                                    {{{"auto", Type::automatic},
                                      {"html", Type::html},
                                      {"mime", Type::mime},
                                      {"mbox", Type::mbox},
                                      {"uris", Type::uris}}}};
constexpr Choices<Signed, 2> signatures = {"--signed", {{{"skip", Signed::skip}, {"rewrite", Signed::rewrite}}}};
constexpr Choices<bool, 2> base_element = {"--base-element", {{{"keep", false}, {"remove", true}}}};
constexpr Choices<bool, 2> locks = {"--lock", {{{"auto", true}, {"none", false}}}};
constexpr Choices<HtmlReader, 3> html_readers = {
    "--html-reader", {{{"auto", HtmlReader::automatic}, {"scan", HtmlReader::scan}, {"tree", HtmlReader::tree}}}};
constexpr std::array<std::pair<const char*, View>, 4> views = {
    {{"list", View::list}, {"explain", View::explain}, {"check", View::check}, {"diff", View::diff}}};

po::options_description shown_options() {
  po::options_description options("Options", 110, 60);
  // clang-format off
  options.add_options()
      ("url,u", po::value<std::string>()->value_name("URL"), "URL the input was retrieved from")
      ("type,t", po::value<std::string>()->value_name("TYPE")->default_value("auto"),
       "auto; html; mime: a message, or MHTML; mbox: a mailbox; uris: one reference a line in, one absolute URL a line "
       "out")
      ("keep-fragments", "leave references that are a fragment alone (#top) as they are")
      ("base-element", po::value<std::string>()->value_name("HOW")->default_value("keep"),
       "keep (its href is made absolute) or remove")
      ("html-reader", po::value<std::string>()->value_name("READER")->default_value("auto"),
       "auto, scan (one fast pass) or tree (by Gumbo); auto scans, and builds the tree where scanning leaves doubt")
      ("headers", "make URLs in the headers of messages absolute too: Content-Location, Link, List-*")
      ("signed", po::value<std::string>()->value_name("HOW"),
       "signed messages: rewrite (all of them) or skip (all); else multipart/signed stays, and what bears a DKIM or ARC "
       "signature is rewritten with a warning")
      ("require-base", "an input whose base stays undefined is an error")
      ("output,o", po::value<std::string>()->value_name("PATH"), "write here")
      ("in-place,i", "rewrite the files themselves; -iSUFFIX and --in-place=SUFFIX keep the original beside")
      ("lock", po::value<std::string>()->value_name("HOW")->default_value("auto"),
       "mailboxes that are rewritten where they are: auto (fcntl and FILE.lock, against programs that deliver mail) or "
       "none")
      ("list", "print the links instead of rewriting")
      ("explain", "print how the base was established")
      ("check", "print the references that are still relative; exit 1 if there are any")
      ("diff", "print what would change, as a unified diff")
      ("json", "--list, --explain, --check: JSON Lines")
      ("quiet,q", "no notes; errors only")
      ("verbose,v", "more notes")
      ("help,h", "print this help")
      ("version,V", "print the version");
  // clang-format on
  return options;
}

std::string help() {
  std::ostringstream text;
  text << usage << '\n' << shown_options() << epilogue;
  return text.str();
}

/// An option whose argument may be missing would take the next word for it; so -iSUFFIX is an option of its own.
std::pair<std::string, std::string> in_place_with_suffix(const std::string& word) {
  constexpr std::string_view long_form = "--in-place=";
  if (word == long_form) return {"in-place", ""};
  if (word.starts_with(long_form)) return {suffix_key, word.substr(long_form.size())};
  if (word.starts_with("-i") && word.size() > 2) return {suffix_key, word.substr(2)};
  return {};
}

/// As elsewhere, the last of repeated options wins.
void drop_repeated(std::vector<po::option>& options) {
  std::set<std::string> seen;
  std::vector<po::option> kept;
  for (auto one = options.rbegin(); one != options.rend(); ++one) {
    const bool repeatable = one->string_key.empty() || one->string_key == file_key;
    if (repeatable || seen.insert(one->string_key).second) kept.push_back(std::move(*one));
  }
  options.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
}

po::variables_map read(int argc, const char* const* argv) {
  po::options_description all = shown_options();
  all.add_options()(file_key, po::value<std::vector<std::string>>())(suffix_key, po::value<std::string>());
  po::positional_options_description files;
  files.add(file_key, -1);
  po::variables_map map;
  try {
    po::parsed_options parsed =
        po::command_line_parser(argc, argv).options(all).positional(files).extra_parser(in_place_with_suffix).run();
    drop_repeated(parsed.options);
    po::store(parsed, map);
    po::notify(map);
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
  if (given("help")) return {{}, help()};
  if (given("version")) return {{}, "absolve " ABSOLVE_VERSION "\n"};

  Settings settings;
  if (given("url")) {
    settings.options.retrieval_url = map["url"].as<std::string>();
    forbid(settings.options.retrieval_url.empty(), "--url: it is empty");
  }
  settings.options.type = types[map["type"].as<std::string>()];
  settings.options.keep_fragments = given("keep-fragments");
  settings.options.remove_base_elements = base_element[map["base-element"].as<std::string>()];
  settings.options.html_reader = html_readers[map["html-reader"].as<std::string>()];
  settings.options.headers = given("headers");
  if (given("signed")) settings.options.signatures = signatures[map["signed"].as<std::string>()];
  settings.locks = locks[map["lock"].as<std::string>()];
  settings.require_base = given("require-base");
  settings.json = given("json");
  settings.quiet = given("quiet");
  settings.verbose = given("verbose");
  if (given("output") && map["output"].as<std::string>() != "-") settings.output = map["output"].as<std::string>();
  if (given("in-place")) settings.in_place_suffix = "";
  if (given(suffix_key)) settings.in_place_suffix = map[suffix_key].as<std::string>();
  settings.inputs = given(file_key) ? map[file_key].as<std::vector<std::string>>() : std::vector<std::string>{"-"};

  const auto count = std::ranges::count_if(views, [&](const auto& view) { return given(view.first); });
  forbid(count > 1, "--list, --explain, --check and --diff exclude each other");
  for (const auto& [name, view] : views) {
    if (given(name)) settings.view = view;
  }
  const bool in_place = settings.in_place_suffix.has_value();
  forbid(settings.json && (settings.view == View::rewritten || settings.view == View::diff),
         "--json goes with --list, --explain or --check");
  forbid(in_place && settings.view != View::rewritten, "-i rewrites files: it can't go with a view of them");
  forbid(in_place && settings.output, "-i and -o exclude each other");
  forbid(in_place && std::ranges::count(settings.inputs, "-") > 0, "-i rewrites files: it needs their names");
  forbid(in_place && settings.in_place_suffix->find('/') != std::string::npos, "--in-place: a suffix has no slash");
  forbid(settings.quiet && settings.verbose, "-q and -v exclude each other");
  return {std::move(settings), std::nullopt};
}

}  // namespace absolve::cli
