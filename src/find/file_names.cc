#include "file_names.h"

#include <algorithm>
#include <array>

#include "../text/ascii.h"

namespace absolve::inline detail {
namespace {

using Content = NamedKind::Content;

/// A name or the end of a name, in lower case.
struct NameRow {
  std::string_view ending;  // one that starts with a dot is the end of a name
  std::string_view media_type;
};

/// The only table of file names that are read.
constexpr auto types = std::to_array<NameRow>({
    {".atom", "application/atom+xml"},
    {".css", "text/css"},
    {".eml", "message/rfc822"},
    {".emlx", "message/rfc822"},
    {".epub", media_type_of_epub},
    {".har", "application/har+json"},
    {".htm", "text/html"},
    {".html", "text/html"},
    {".ipynb", "application/x-ipynb+json"},
    {".jsonl", "application/jsonl"},
    {".m3u", "audio/mpegurl"},
    {".m3u8", "application/vnd.apple.mpegurl"},
    {".markdown", "text/markdown"},
    {".mathml", "application/mathml+xml"},
    {".md", "text/markdown"},
    {".mdown", "text/markdown"},
    {".mdtext", "text/markdown"},
    {".mdtxt", "text/markdown"},
    {".mdwn", "text/markdown"},
    {".mht", "message/rfc822"},
    {".mhtml", "message/rfc822"},
    {".mkd", "text/markdown"},
    {".mkdn", "text/markdown"},
    {".mkdown", "text/markdown"},
    {".ndjson", "application/jsonl"},
    {".opml", "text/x-opml"},
    {".rdf", "application/rdf+xml"},
    {".rss", "application/rss+xml"},
    {".svg", "image/svg+xml"},
    {".wacz", media_type_of_wacz},
    {".warc", "application/warc"},
    {".webmanifest", "application/manifest+json"},
    {".xht", "application/xhtml+xml"},
    {".xhtml", "application/xhtml+xml"},
    {".xml", "application/xml"},
    {"manifest.json", "application/manifest+json"},
});

/// Names of pages that programs make.
constexpr auto types_of_programs = std::to_array<NameRow>({
    {".asp", "text/html"},
    {".aspx", "text/html"},
    {".cfm", "text/html"},
    {".cgi", "text/html"},
    {".jsp", "text/html"},
    {".jspx", "text/html"},
    {".php", "text/html"},
    {".phtml", "text/html"},
    {".shtm", "text/html"},
    {".shtml", "text/html"},
});

constexpr std::string_view as_markdown = "--type markdown reads what is Markdown in it";

constexpr std::string_view as_list = "--type uris reads it as a list of references, one per line";

struct KindRow {
  std::string_view ending;
  NamedKind kind;
};

/// The only table of file names that no finder reads, or whose content may be something else.
// clang-format off
constexpr auto kinds_by_name = std::to_array<KindRow>({
    {".adoc", {"AsciiDoc", Content::language}},
    {".apib", {"API Blueprint", Content::language, as_markdown}},
    {".appcache", {"an AppCache manifest", Content::language}},
    {".asciidoc", {"AsciiDoc", Content::language}},
    {".asx", {"a playlist (ASX)", Content::language}},
    {".bash", {"a shell script", Content::language}},
    {".bat", {"a batch file", Content::language}},
    {".bib", {"BibTeX", Content::language}},
    {".c", {"C source", Content::language}},
    {".cc", {"C++ source", Content::language}},
    {".cfg", {"a configuration file", Content::language}},
    {".cjs", {"JavaScript", Content::language}},
    {".conf", {"a configuration file", Content::language}},
    {".cpp", {"C++ source", Content::language}},
    {".cs", {"C# source", Content::language}},
    {".csv", {"CSV", Content::language, "--type csv reads it"}},
    {".creole", {"wikitext", Content::markup}},
    {".desktop", {"a desktop entry", Content::language}},
    {".diff", {"a patch", Content::language}},
    {".djot", {"Djot", Content::language}},
    {".dokuwiki", {"wikitext", Content::markup}},
    {".epub", {"a file that is not a book (EPUB) despite its name", Content::language}},
    {".gemini", {"Gemtext", Content::language}},
    {".gmi", {"Gemtext", Content::language}},
    {".go", {"Go source", Content::language}},
    {".h", {"C or C++ source", Content::language}},
    {".haml", {"Haml", Content::language}},
    {".har", {"an HTTP Archive (HAR)", Content::language, "--type=har reads it"}},
    {".hjson", {"Hjson", Content::language}},
    {".hpp", {"C++ source", Content::language}},
    {".ics", {"a calendar", Content::language}},
    {".ini", {"a configuration file", Content::language}},
    {".java", {"Java source", Content::language}},
    {".js", {"JavaScript", Content::language}},
    {".json", {"JSON", Content::language}},
    {".json5", {"JSON with comments", Content::language}},
    {".jsonc", {"JSON with comments", Content::language}},
    {".jsonl", {"JSON Lines", Content::language, "--type jsonl reads it as a stream"}},
    {".jsx", {"JavaScript", Content::language}},
    {".kt", {"Kotlin source", Content::language}},
    {".less", {"Less", Content::language}},
    {".livemd", {"a Livebook notebook", Content::language, as_markdown}},
    {".lua", {"Lua source", Content::language}},
    {".map", {"a source map", Content::language}},
    {".mdc", {"Markdown with components", Content::language, as_markdown}},
    {".mdx", {"MDX", Content::language, as_markdown}},
    {".mediawiki", {"wikitext", Content::markup}},
    {".mjs", {"JavaScript", Content::language}},
    {".mpd", {dash_manifest, Content::language}},
    {".mrc", {"an MHonArc resource file", Content::markup}},
    {".mw", {"wikitext", Content::markup}},
    {".n3", {"Notation3", Content::language}},
    {".ndjson", {"JSON Lines", Content::language, "--type jsonl reads it as a stream"}},
    {".nq", {"N-Quads", Content::language}},
    {".nt", {"N-Triples", Content::language}},
    {".org", {"Org", Content::language}},
    {".patch", {"a patch", Content::language}},
    {".pl", {"Perl source", Content::language}},
    {".pls", {"a playlist (PLS)", Content::language}},
    {".pm", {"Perl source", Content::language}},
    {".pod", {"Perl documentation", Content::language}},
    {".po", {"a catalogue of translations", Content::language}},
    {".properties", {"a configuration file", Content::language}},
    {".ps1", {"a PowerShell script", Content::language}},
    {".py", {"Python source", Content::language}},
    {".qmd", {"Quarto Markdown", Content::language, as_markdown}},
    {".rb", {"Ruby source", Content::language}},
    {".rdoc", {"RDoc", Content::language}},
    {".rest", {"reStructuredText", Content::language}},
    {".rhtml", {"a Ruby template", Content::markup}},
    {".rmarkdown", {"R Markdown", Content::language, as_markdown}},
    {".rmd", {"R Markdown", Content::language, as_markdown}},
    {".ronn", {"a manual page in Ronn", Content::language, as_markdown}},
    {".rs", {"Rust source", Content::language}},
    {".rst", {"reStructuredText", Content::language}},
    {".sass", {"Sass", Content::language}},
    {".scd", {"a manual page in scdoc", Content::language}},
    {".scss", {"Sass", Content::language}},
    {".sh", {"a shell script", Content::language}},
    {".sql", {"SQL", Content::language}},
    {".srt", {"subtitles", Content::language}},
    {".svelte", {"a Svelte component", Content::markup}},
    {".swift", {"Swift source", Content::language}},
    {".tex", {"TeX", Content::language}},
    {".textile", {"Textile", Content::language}},
    {".toml", {"a configuration file (TOML)", Content::language}},
    {".trig", {"TriG", Content::language}},
    {".ts", {"TypeScript", Content::language}},
    {".tsv", {"a table (TSV)", Content::language, "--type tsv reads it"}},
    {".t2t", {"txt2tags", Content::language}},
    {".tsx", {"TypeScript", Content::language}},
    {".ttl", {"Turtle", Content::language}},
    {".typ", {"Typst", Content::language}},
    {".url", {"an Internet shortcut", Content::language}},
    {".vcf", {"an address book", Content::language}},
    {".vtt", {"subtitles", Content::language}},
    {".vue", {"a Vue component", Content::markup}},
    {".wacz", {"a file that is not a web archive collection despite its name", Content::language}},
    {".warc", {"a file that is not a web archive despite its name", Content::language}},
    {".wiki", {"wikitext", Content::markup}},
    {".wikitext", {"wikitext", Content::markup}},
    {".yaml", {"YAML", Content::language}},
    {".yml", {"YAML", Content::language}},
    {"dockerfile", {"a Dockerfile", Content::language}},
    {"makefile", {"a makefile", Content::language}},

    {".log", {"plain text", Content::text, as_list}},
    {".text", {"plain text", Content::text, as_list}},
    {".txt", {"plain text", Content::text, as_list}},

    {".maff", {"a Mozilla archive (MAFF)", Content::data, "unzip it first, and give the URLs in its index.rdf with --url-map"}},
    {".tar", {"a tar archive", Content::data, "unpack it first: -r reads the folder"}},
    {".tgz", {"a tar archive", Content::data}},
    {".tzst", {"a tar archive", Content::data}},
    {".webarchive", {"a Safari web archive", Content::data, "save the page as HTML, or unpack it with textutil first"}},

    {".aac", {"sound", Content::media}},
    {".avi", {"a video", Content::media}},
    {".avif", {"an image", Content::media}},
    {".bmp", {"an image", Content::media}},
    {".dll", {"a program", Content::media}},
    {".eot", {"a font", Content::media}},
    {".exe", {"a program", Content::media}},
    {".flac", {"sound", Content::media}},
    {".gif", {"an image", Content::media}},
    {".heic", {"an image", Content::media}},
    {".ico", {"an image", Content::media}},
    {".jpeg", {"an image", Content::media}},
    {".jpg", {"an image", Content::media}},
    {".m4a", {"sound", Content::media}},
    {".mid", {"sound", Content::media}},
    {".mkv", {"a video", Content::media}},
    {".mov", {"a video", Content::media}},
    {".mp3", {"sound", Content::media}},
    {".mp4", {"a video", Content::media}},
    {".mpeg", {"a video", Content::media}},
    {".mpg", {"a video", Content::media}},
    {".o", {"a program", Content::media}},
    {".oga", {"sound", Content::media}},
    {".ogg", {"sound", Content::media}},
    {".ogv", {"a video", Content::media}},
    {".opus", {"sound", Content::media}},
    {".otf", {"a font", Content::media}},
    {".png", {"an image", Content::media}},
    {".so", {"a program", Content::media}},
    {".tif", {"an image", Content::media}},
    {".tiff", {"an image", Content::media}},
    {".ttf", {"a font", Content::media}},
    {".wasm", {"a program", Content::media}},
    {".wav", {"sound", Content::media}},
    {".webm", {"a video", Content::media}},
    {".webp", {"an image", Content::media}},
    {".wmv", {"a video", Content::media}},
    {".woff", {"a font", Content::media}},
    {".woff2", {"a font", Content::media}},
});
// clang-format on

template <class Row, std::size_t size>
const Row* row_in(const std::array<Row, size>& table, std::string_view file_name) noexcept {
  const std::string_view last = file_name.substr(after_last(file_name, '/'));
  const std::size_t point = last.rfind('.');
  const std::string_view ending = last.substr(std::min(point, last.size()));
  const auto fits = [&](const Row& one) {
    return one.ending.starts_with('.') ? !ending.empty() && is_name(ending, one.ending) : is_name(last, one.ending);
  };
  const auto row = std::ranges::find_if(table, fits);
  return row == table.end() ? nullptr : &*row;
}

}  // namespace

std::string_view type_by_name(std::string_view file_name) noexcept {
  const NameRow* const row = row_in(types, file_name);
  return row == nullptr ? std::string_view() : row->media_type;
}

std::string_view type_by_any_name(std::string_view file_name) noexcept {
  const std::string_view said = type_by_name(file_name);
  const NameRow* const row = said.empty() ? row_in(types_of_programs, file_name) : nullptr;
  return row == nullptr ? said : row->media_type;
}

NamedKind other_kind_by_name(std::string_view file_name) noexcept {
  const KindRow* const row = row_in(kinds_by_name, file_name);
  return row == nullptr ? NamedKind() : row->kind;
}

}  // namespace absolve::inline detail
