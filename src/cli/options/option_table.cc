#include "option_table.h"

#include <algorithm>
#include <utility>

#include "../../rules/known_options.h"
#include "choices.h"

namespace absolve::cli {
namespace {

using Kind = Argument::Kind;

Argument attached(std::string_view name) { return {Kind::attached, name}; }
Argument text(std::string_view name) { return {Kind::text, name}; }
Argument file(std::string_view name) { return {Kind::file, name}; }
Argument folder(std::string_view name) { return {Kind::folder, name}; }
Argument one_of(std::string_view name, std::vector<std::string_view> words) {
  return {Kind::choice, name, std::move(words)};
}
/// The words of an option of documents.
std::vector<std::string_view> words_of_named(std::string_view option) {
  const auto known = known_options();
  const auto found = std::ranges::find(known, option, &KnownOption::name);
  return found == known.end() ? std::vector<std::string_view>()
                              : std::vector<std::string_view>(found->words.begin(), found->words.end());
}
Argument some_of(std::string_view name, std::vector<std::string_view> words) {
  return {Kind::list, name, std::move(words)};
}

const Argument none;

}  // namespace

std::string_view Option::summary() const noexcept {
  const std::size_t end = std::min({text.find(": "), text.find("; "), text.find(" (")});
  return text.substr(0, end);
}

std::string Option::usage() const {
  const std::string option = "--" + std::string(name());
  const std::string value(argument.name);
  if (argument.kind == Kind::attached) return option + "[=" + value + "]";
  return takes_word() ? option + " " + value : option;
}

const std::vector<OptionGroup>& option_groups() {
  static const std::vector<OptionGroup> all = {
      {"Where pages came from",
       {{"url,u",
         text("URL"),
         "the URL that the input was retrieved from; with a folder (-r), the URL of that folder, to which the path of "
         "each file in it is added; a scheme alone (https:) completes links such as //host/x and no others (also "
         "--base-url, --base, -b)",
         {.in_brief = "the URL that the input was retrieved from", .is_common = true}},
        {"image-url", text("URL"),
         "the URL for what is shown in the page itself: images, video, sound; other links use --url. A base that the "
         "input itself names counts more"},
        {"root-url",
         text("URL"),
         "the URL below which links such as /docs/x lead (default: the root of the host); for a repository, say; --url "
         "must begin with it",
         {.needs = {"url"}}},
        {"url-map",
         file("FILE"),
         "which file came from which URL: a path, a tab and a URL per line; or CSV or JSON Lines, also with type and "
         "charset",
         {.in_brief = "a table: which file came from which URL", .is_common = true, .repeats = true}},
        {"url-prefix",
         folder("DIR=URL"),
         "files in DIR were retrieved from URL: the path of each file in DIR is added to it ('mirror/*=https://*/': "
         "each folder in mirror has the name of its host)",
         {.is_common = true, .repeats = true}},
        {"url-names",
         one_of("NAMES", words_of(choices::url_names)),
         "how URLs are made of file names for --url and --url-prefix: plain (default: a ? or % in a name is escaped) "
         "or wget (as wget names files: a ? begins the query, and %XX is an escape already)",
         {.needs = {"url", "url-prefix"}}},
        {"url-from-header",
         text("NAME"),
         "the header field of messages that contains the URL (List-Archive, Archived-At)",
         {.repeats = true}},
        {"no-marks", none,
         "trust only --url, --url-map, --url-prefix and --url-from-header: not what browsers, SingleFile, HTTrack and "
         "the like have written into pages that they saved, HTTrack's log, or extended attributes"},
        {"local-links", one_of("HOW", words_of(choices::local_links)),
         "which references to local files stay: saved (default: those to files that were saved together with a page), "
         "keep (those to any file that is there, in the folder that is read, or in that of a single file and below) or "
         "resolve (none, but those to members of a book)"},
        {"require-base", none, "treat an undefined base as an error"}},
       true},
      {"Which files",
       {{"recursive,r",
         none,
         "read the files in folders and their subfolders",
         {.in_brief = "read the files in folders",
          .is_common = true,
          .needs = {"in-place", "output-dir", "dry-run", "list", "explain", "check", "diff"}}},
        {"include",
         text("GLOB"),
         "of what is found in folders, read only files with a matching name (*.html) or, if GLOB contains a slash, a "
         "matching path",
         {.repeats = true}},
        {"exclude", text("GLOB"), "skip files and folders with a matching name or path", {.repeats = true}},
        {"hidden", none,
         "also read files and folders whose names begin with a dot (never .git, .hg, .svn, .bzr or CVS)"},
        {"files-from",
         file("FILE"),
         "read the files named in FILE (one per line; - is standard input)",
         {.repeats = true}},
        {"null,0", none,
         "entries end with NUL instead of a line end: those of lists and their answers, of --files-from and --url-map, "
         "and those that -n prints"},
        {"symlinks", one_of("HOW", words_of(choices::symlinks)),
         "what happens to symbolic links in folders, and with -i to all of them: skip (default; one that you name is "
         "an error) or follow"},
        {"jobs,j",
         text("N"),
         "work on N files at the same time; each of them is held in memory (default: as many as there are processors)",
         {.is_common = true}},
        {"shard", text("I/N|slurm"),
         "process only this share of all files (0/4, 1/4, 2/4 and 3/4 are all), and large archives in parts; slurm: "
         "the number of the task in a Slurm job array"},
        {"fail-fast", none, "stop at the first file that fails; the files after it stay as they are"}}},
      {"Where to",
       {{"output,o",
         file("PATH"),
         "write the result to PATH",
         {.in_brief = "write the result to PATH", .is_common = true, .excludes = {"in-place", "output-dir"}}},
        {"in-place,i",
         attached("SUFFIX"),
         "rewrite the files themselves; with SUFFIX (also -iSUFFIX), each original is kept as FILE followed by SUFFIX, "
         "and -r skips the originals that are there already",
         {.in_brief = "rewrite the files; SUFFIX: keep the originals, too",
          .is_common = true,
          .excludes = {"output-dir", "list", "explain", "check", "diff"}}},
        {"output-dir",
         folder("DIR"),
         "write each file below DIR: to its path in the folder that you name, or, if you name it, to that path; files "
         "that are not read are copied",
         {.in_brief = "write each file to its path below DIR",
          .is_common = true,
          .excludes = {"list", "explain", "check", "diff"}}},
        {"only-changed", none, "leave files that don't change out of --output-dir", {.needs = {"output-dir"}}},
        {"dry-run,n",
         none,
         "write no files except reports; print the files that would change, one per line",
         {.in_brief = "print the names of the files that would change",
          .is_common = true,
          .excludes = {"list", "explain", "check", "diff"}}},
        {"warc-emit", one_of("WHAT", words_of(choices::warc_emit)),
         "what to write for a web archive: conversion (default: new records of what has changed, for a separate file) "
         "or response (a full copy, as -i writes it)"},
        {"cdxj",
         file("FILE"),
         "write an index of the captures in full copies of archives (-i, --warc-emit=response) to FILE, as CDXJ",
         {.excludes = {"dry-run", "list", "explain", "check", "diff"}}},
        {"wacz",
         none,
         "rewrite a WACZ (a collection of web archives) as a WACZ, with full copies of its archives and a new index; "
         "as -i does",
         {.needs = {"in-place", "warc-emit"}, .excludes = {"list", "explain", "check", "diff", "range"}}},
        {"range",
         text("OFF:END"),
         "read only some gzip members of an archive: those that begin between these two offsets, in bytes; the outputs "
         "of several such runs can be joined with cat",
         {.excludes = {"recursive", "files-from", "shard", "in-place", "output-dir"}}},
        {"date", text("TIME"),
         "the date of new records: 2026-01-02T03:04:05Z, or @ and seconds since 1970 (default: SOURCE_DATE_EPOCH in "
         "the environment, or now)"},
        {"preserve-mtime", none, "rewritten files keep their modification time"},
        {"hardlinks", one_of("HOW", words_of(choices::hardlinks)),
         "what happens to a file that has several names (hard links): refuse (default: it is not rewritten) or break "
         "(it is, and the other names keep the old file)"},
        {"fsync", one_of("HOW", words_of(choices::fsync)),
         "when absolve waits until new files are on disk: none (never: after a crash of the system, a file may be "
         "empty or cut short), file (default: before each replaces the old one) or full (until the names are on disk, "
         "too)"},
        {"lock", one_of("HOW", words_of(choices::lock)),
         "locks on mailboxes that are rewritten: auto (default: fcntl and FILE.lock, against programs that deliver "
         "mail) or none"}}},
      {"What to print instead",
       {{"list",
         none,
         "print each link with its absolute form, or the reason why it stays",
         {.in_brief = "print each link, and the reason if it stays",
          .is_common = true,
          .excludes = {"explain", "check", "diff"}}},
        {"explain",
         none,
         "print how the base was found",
         {.in_brief = "print how the base was found", .is_common = true, .excludes = {"check", "diff"}}},
        {"check",
         none,
         "print the references that are still relative, except those that a rule keeps; exit 1 if there are any",
         {.in_brief = "print the references that are still relative", .is_common = true, .excludes = {"diff"}}},
        {"diff",
         none,
         "print what would change, as a unified diff",
         {.in_brief = "print what would change, as a unified diff", .is_common = true, .excludes = {"json"}}},
        {"json",
         none,
         "print JSON Lines; with --list, --explain, --check, or a list: --type uris, pairs",
         {.is_common = true}}}},
      {"Which links",
       {{"also",
         some_of("KIND,...", words_of_named("also")),
         "read what is not read by default: lazy (data-src and the like), conditional (comments, outside of messages), "
         "attachments (of messages: parts that are pages only by their names), ld-json, rdfa, amp, custom (elements), "
         "or all; social (og:image and other meta elements) is the default",
         {.is_common = true, .repeats = true}},
        {"attribute",
         text("ELEMENT[NAME]=SYNTAX"),
         "read this attribute too, or in another way: url, srcset, tokens, commas, css or html; ELEMENT may be * or "
         "x-*",
         {.repeats = true}},
        {"attributes",
         file("FILE"),
         "do the same as --attribute for each line of FILE; blank lines and lines that begin with # are ignored",
         {.repeats = true}},
        {"only",
         text("ELEMENT[NAME]"),
         "rewrite only these links: img[src], img, [href], v:*; style (of style elements and sheets); [Link] (of "
         "headers)",
         {.repeats = true}},
        {"except",
         text("ELEMENT[NAME]"),
         "leave these links as they are; KIND,... in place of ELEMENT[NAME]: those of kinds that --also names, such as "
         "social",
         {.repeats = true}},
        {"skip",
         text("REGEX"),
         "leave references in which REGEX matches as they are (RE2 syntax)",
         {.is_common = true, .repeats = true}},
        {"keep-fragments", attached("page"),
         "leave references that are only a fragment as they are (#top); =page: they mean the page itself, whatever its "
         "base element says, which may then be removed"},
        {"headers",
         none,
         "also make URLs in headers absolute: of messages Content-Location, Link, List-*; of responses Location, Link, "
         "Refresh, Content-Location, SourceMap, Speculation-Rules",
         {.is_common = true}}},
       true},
      {"How it is read",
       {{"type,t",
         one_of("TYPE", words_of_named("type")),
         "type of the input, compressed or not: auto (default: detected from its name and first bytes), html, css, xml "
         "(feeds, SVG, XHTML), json (JSON Feed, web app manifests, notebooks), markdown (as GitHub renders it), "
         "playlist (HLS, M3U), mime (a message, or MHTML), mbox, http (a response with its headers), har (an HTTP "
         "Archive), warc (a web archive: WARC, ARC), wacz (a collection of them: WACZ), epub (a book); or a list, "
         "which is answered line by line: uris (one reference per line), pairs (a base, a tab and a reference), jsonl "
         "(an object with reference and base, or with a document: body, url, content_type), csv, tsv (tables with such "
         "columns)",
         {.in_brief = "html, mime, warc, uris ... (default: detected)", .is_common = true}},
        {"reference-field", text("NAME"),
         "in jsonl and tables, the member or column that holds a reference (default: reference); in jsonl also an "
         "array of references, or a path such as $.page.links; in tables without a header, the number of the column"},
        {"base-field", text("NAME"), "in jsonl and tables, the member or column that holds the base (default: base)"},
        {"url-field", text("NAME"),
         "in jsonl and tables, the member or column that holds the retrieval URL (default: url)"},
        {"body-field", text("NAME"),
         "in jsonl and tables, the member or column that holds a document (default: body), in jsonl also a path, as "
         "for the others; with _b64 after its name, a document in base64"},
        {"json-member",
         text("WHERE=SYNTAX"),
         "in JSON, read the strings of this member: html, markdown, url, srcset, css or xml; WHERE is a name, at any "
         "depth, or a path such as $.data[*].html",
         {.repeats = true}},
        {"json-url",
         text("WHERE"),
         "the member beside these, or around them, that holds their base",
         {.repeats = true}},
        {"delimiter", text("C"),
         "the delimiter of --type csv, one byte (default: what a line sep=C before the header says, else the first of "
         "comma, semicolon and tab by which the header has the columns)"},
        {"answer-field", text("NAME"),
         "in jsonl, the member that is added to a line; in tables, what the names of the added columns begin with "
         "(default: absolve)"},
        {"charset", text("LABEL"), "the charset of pages and lists, as in a Content-Type header"},
        {"resolver",
         one_of("NAME", words_of_named("resolver")),
         "how references are resolved: by rfc1808 (default), rfc3986 or whatwg (the URL standard, as browsers do)",
         {.in_brief = "rfc1808 (default), rfc3986 or whatwg (as browsers)", .is_common = true}},
        {"feed-base", one_of("BASE", words_of_named("feed-base")),
         "the base of HTML in a feed without xml:base: document (default: that of the feed) or entry (the entry's own "
         "link)"},
        {"base-element", one_of("HOW", words_of_named("base-element")),
         "base elements: keep (default: the href is made absolute) or remove"},
        {"signed", one_of("HOW", words_of_named("signed")),
         "signed messages: skip or rewrite all; by default, multipart/signed stays, and messages with a DKIM or ARC "
         "signature are rewritten with a warning"},
        {"html-reader", one_of("READER", words_of_named("html-reader")),
         "how HTML is read: auto (default) and scan go over the bytes, tree builds the tree with Gumbo"},
        {"lenient", none, "exit with 0 instead of 3 if something could not be read and is left unchanged"}},
       true},
      {"Messages and reports",
       {{"report", file("FILE"), "write the result for each file to FILE, as JSON Lines", {.is_common = true}},
        {"report-html", file("FILE"), "write the same as an HTML page for people"},
        {"progress", one_of("WHEN", words_of(choices::when)),
         "a progress line for runs over folders or lists: auto (default: on a terminal), always or never"},
        {"color", one_of("WHEN", words_of(choices::when)), "colours: auto (default: on a terminal), always or never"},
        {"quiet,q", none, "print no notes and no progress, only errors", {.is_common = true, .excludes = {"verbose"}}},
        {"verbose,v", none, "print more notes: the links and the base of each document, what RFC 1808 advises against"},
        {"help,h",
         attached("all"),
         "print help on the options that people use most; -h: on one screen; --help=all: on all options",
         {.is_common = true}},
        {"version,V",
         none,
         "print the version; with -v also those of the libraries, the licence and what it can do",
         {.is_common = true}}}}};
  return all;
}

void for_each_option(const std::function<void(const Option&)>& visit) {
  for (const OptionGroup& group : option_groups()) std::ranges::for_each(group.options, visit);
}

std::vector<std::string_view> excluded_with(const Option& option) {
  const auto says = [](const Option& one, const Option& other) {
    return std::ranges::count(one.traits.excludes, other.name()) > 0;
  };
  std::vector<std::string_view> names;
  for_each_option([&](const Option& other) {
    if (says(option, other) || says(other, option)) names.push_back(other.name());
  });
  return names;
}

std::string alternatives(const std::vector<std::string_view>& options) {
  std::string text;
  for (const std::string_view& option : options) {
    const std::string_view before = text.empty() ? "" : &option == &options.back() ? " or " : ", ";
    text.append(before).append("--").append(option);
  }
  return text;
}

}  // namespace absolve::cli
