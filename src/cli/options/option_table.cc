#include "option_table.h"

#include <algorithm>
#include <utility>

#include "absolve/named_options.h"
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
         "the URL the input was retrieved from; of a folder (-r): files below it have their path below that (also "
         "--base-url, "
         "--base, -b)",
         {.is_common = true}},
        {"url-map",
         file("FILE"),
         "which file came from which URL: a path, a tab and a URL a line; or CSV or JSON Lines, also with type and "
         "charset",
         {.is_common = true, .repeats = true}},
        {"url-prefix",
         folder("DIR=URL"),
         "files below DIR came from URL and their path in DIR ('mirror/*=https://*/': the folders in mirror are named "
         "after hosts)",
         {.is_common = true, .repeats = true}},
        {"url-names",
         one_of("NAMES", words_of(choices::url_names)),
         "what names of files below --url and --url-prefix say: plain (default: what the URL decodes to) or wget (a ? "
         "starts the query, %XX stays)",
         {.needs = {"url", "url-prefix"}}},
        {"url-from-header",
         text("NAME"),
         "the header field of messages that holds the URL (List-Archive, Archived-At)",
         {.repeats = true}},
        {"no-marks", none,
         "trust --url, --url-map, --url-prefix and --url-from-header alone: not what browsers, SingleFile, HTTrack and "
         "the "
         "like have written into pages that they saved, HTTrack's log, or extended attributes"},
        {"local-links", one_of("HOW", words_of(choices::local_links)),
         "references to files that were saved along with a page: keep (default) or resolve"},
        {"require-base", none, "an input whose base stays undefined is an error"}},
       true},
      {"Which files",
       {{"recursive,r",
         none,
         "read the files in folders, and in the folders in them",
         {.is_common = true, .needs = {"in-place", "output-dir", "dry-run", "list", "explain", "check", "diff"}}},
        {"include",
         text("GLOB"),
         "of these, read only those with such a name (*.html) or, with a slash in it, such a path",
         {.repeats = true}},
        {"exclude", text("GLOB"), "pass over files and folders with such a name or path", {.repeats = true}},
        {"hidden", none,
         "read files and folders whose name begins with a point, too (never .git, .hg, .svn, .bzr or CVS)"},
        {"files-from",
         file("FILE"),
         "read the files named in FILE (a line each; - is standard input)",
         {.repeats = true}},
        {"null,0", none,
         "NUL ends each entry, and not a line end: of lists and their answers, --files-from, --url-map, and of what -n "
         "prints"},
        {"symlinks", one_of("HOW", words_of(choices::symlinks)),
         "symbolic links found in folders, and with -i all: skip (default; one that is named fails) or follow"},
        {"jobs,j",
         text("N"),
         "so many files at a time, in memory, too (default: as many as there are processors)",
         {.is_common = true}},
        {"shard", text("I/N|slurm"),
         "of all files do the share with this number (0/4, 1/4, 2/4 and 3/4 are all), a large archive in parts; slurm: "
         "the number of a task in an array of Slurm"},
        {"fail-fast", none, "stop at the first file that fails; those after it stay as they are"}}},
      {"Where to",
       {{"output,o",
         file("PATH"),
         "write the result to PATH",
         {.is_common = true, .excludes = {"in-place", "output-dir"}}},
        {"in-place,i",
         attached("SUFFIX"),
         "rewrite the files themselves; with SUFFIX (also -iSUFFIX) keep each original beside (and with -r, pass over "
         "those that are there)",
         {.is_common = true, .excludes = {"output-dir", "list", "explain", "check", "diff"}}},
        {"output-dir",
         folder("DIR"),
         "write each file to its path below DIR; what isn't read is copied",
         {.is_common = true, .excludes = {"list", "explain", "check", "diff"}}},
        {"only-changed", none, "leave files that don't change out of --output-dir", {.needs = {"output-dir"}}},
        {"dry-run,n",
         none,
         "write no file but reports; print the files that would change, a line each",
         {.is_common = true,
          .needs = {"in-place", "output-dir", "recursive", "files-from"},
          .excludes = {"list", "explain", "check", "diff"}}},
        {"warc-emit", one_of("WHAT", words_of(choices::warc_emit)),
         "what is written of a web archive: conversion (default: new records of what has changed, for a file beside "
         "it) "
         "or response (a full copy, as -i writes it)"},
        {"cdxj",
         file("FILE"),
         "with full copies of archives (-i, --warc-emit=response): write an index of their captures to FILE (CDXJ)",
         {.excludes = {"dry-run", "list", "explain", "check", "diff"}}},
        {"wacz",
         none,
         "of a WACZ (a collection of web archives) write one, of full copies of its archives, with an index of its "
         "own; "
         "as -i does",
         {.needs = {"in-place", "warc-emit"}, .excludes = {"list", "explain", "check", "diff", "range"}}},
        {"range",
         text("OFF:END"),
         "of an archive in gzip members, read those that begin in these bytes: parts that are done apart can be "
         "joined",
         {.excludes = {"recursive", "files-from", "shard", "in-place", "output-dir"}}},
        {"date", text("TIME"),
         "the date of new records: 2026-01-02T03:04:05Z, or @ and seconds since 1970 (default: SOURCE_DATE_EPOCH of "
         "the "
         "environment, or now)"},
        {"preserve-mtime", none, "rewritten files keep their time"},
        {"hardlinks", one_of("HOW", words_of(choices::hardlinks)),
         "files with several names that are to be rewritten: refuse (default) or break"},
        {"fsync", one_of("HOW", words_of(choices::fsync)),
         "when new files are on disk: none (when the system sees fit: if it crashes, one may be empty or cut), file "
         "(default: before they take the place of old ones) or full (the names in folders, too)"},
        {"lock", one_of("HOW", words_of(choices::lock)),
         "locks on mailboxes that are rewritten: auto (default: fcntl and FILE.lock, against programs that deliver "
         "mail) or none"}}},
      {"What to print instead",
       {{"list",
         none,
         "print each link, its absolute form, and why it stays where it does",
         {.is_common = true, .excludes = {"explain", "check", "diff"}}},
        {"explain", none, "print how the base was found", {.is_common = true, .excludes = {"check", "diff"}}},
        {"check",
         none,
         "print the references that are still relative, but for those that a rule keeps; exit 1 if there are any",
         {.is_common = true, .excludes = {"diff"}}},
        {"diff", none, "print what would change, as a unified diff", {.is_common = true, .excludes = {"json"}}},
        {"json",
         none,
         "print JSON Lines; with --list, --explain, --check, or a list: --type uris, pairs",
         {.is_common = true}}}},
      {"Which links",
       {{"also",
         some_of("KIND,...", words_of_named("also")),
         "read what is left alone otherwise: lazy (data-src and the like), social (og:image and other meta elements), "
         "conditional (comments, outside of messages), attachments (of messages: pages by their names alone), "
         "ld-json, rdfa, amp, custom (elements), or all",
         {.is_common = true, .repeats = true}},
        {"attribute",
         text("ELEMENT[NAME]=SYNTAX"),
         "read this attribute too, or in another way: url, srcset, tokens, commas, css or html; ELEMENT may be * or "
         "x-*",
         {.repeats = true}},
        {"attributes",
         file("FILE"),
         "the same for each line of FILE; blank lines and those that begin with # are passed over",
         {.repeats = true}},
        {"only",
         text("ELEMENT[NAME]"),
         "rewrite these links alone: img[src], img, [href], v:*; style (of style elements and sheets); [Link] (of "
         "headers)",
         {.repeats = true}},
        {"except", text("ELEMENT[NAME]"), "leave these links as they are", {.repeats = true}},
        {"skip",
         text("REGEX"),
         "leave references in which this matches as they are (RE2's syntax)",
         {.is_common = true, .repeats = true}},
        {"keep-fragments", none, "leave references that are a fragment alone as they are (#top)"},
        {"headers",
         none,
         "make URLs in headers absolute, too: of messages Content-Location, Link, List-*; of responses Location, Link, "
         "Refresh, Content-Location, SourceMap, Speculation-Rules",
         {.is_common = true}}},
       true},
      {"How it is read",
       {{"type,t",
         one_of("TYPE", words_of_named("type")),
         "type of the input, compressed or not: auto (default: detected from its name and first bytes), html, css, xml "
         "(feeds, SVG, XHTML), json "
         "(JSON Feed, web app manifests), mime (a message, or MHTML), mbox, http (a response with its headers), har "
         "(an HTTP Archive), warc "
         "(a web archive: WARC, "
         "ARC), wacz (a collection of them: WACZ); or a list, which is answered line by line: uris (a reference each), "
         "pairs (a base, a tab and a "
         "reference), jsonl "
         "(an object with reference and base, or with a document: body, url, content_type), csv, tsv (tables with such "
         "columns)",
         {.is_common = true}},
        {"reference-field", text("NAME"),
         "in jsonl and tables, the member or column that holds a reference (default: reference); in tables without a "
         "header, "
         "its number"},
        {"base-field", text("NAME"), "in jsonl and tables, what names its base (default: base)"},
        {"url-field", text("NAME"),
         "in jsonl and tables, what says where it, or a document, was retrieved from (default: url)"},
        {"body-field", text("NAME"),
         "in jsonl and tables, what holds a document (default: body); with _b64 behind its name one in base64"},
        {"answer-field", text("NAME"),
         "in jsonl, the member that is added to a line; in tables, what the names of the columns begin with (default: "
         "absolve)"},
        {"charset", text("LABEL"), "the charset of pages and lists, as a header would say it"},
        {"resolver",
         one_of("NAME", words_of_named("resolver")),
         "how references are resolved: by rfc1808 (default), rfc3986 or whatwg (the URL standard, as browsers do)",
         {.is_common = true}},
        {"feed-base", one_of("BASE", words_of_named("feed-base")),
         "the base of HTML in a feed without xml:base: document (default: that of the feed) or entry (the entry's own "
         "link)"},
        {"base-element", one_of("HOW", words_of_named("base-element")),
         "base elements: keep (default: the href is made absolute) or remove"},
        {"signed", one_of("HOW", words_of_named("signed")),
         "signed messages: skip or rewrite all; else multipart/signed stays, and what has a DKIM or ARC signature is "
         "rewritten with a warning"},
        {"html-reader", one_of("READER", words_of_named("html-reader")),
         "how HTML is read: auto (default) and scan go over the bytes, tree builds the tree with Gumbo"},
        {"lenient", none, "what can't be read and is left is no error"}},
       true},
      {"Messages and reports",
       {{"report", file("FILE"), "write what became of each file to FILE, as JSON Lines", {.is_common = true}},
        {"report-html", file("FILE"), "write the same as a page for people"},
        {"progress", one_of("WHEN", words_of(choices::when)),
         "a progress line for runs over folders or lists: auto (default: on a terminal), always or never"},
        {"color", one_of("WHEN", words_of(choices::when)), "colours: auto (default: on a terminal), always or never"},
        {"quiet,q", none, "no notes and no progress; errors only", {.is_common = true, .excludes = {"verbose"}}},
        {"verbose,v", none, "more notes: the links and the base of each document, what RFC 1808 advises against"},
        {"help,h",
         attached("all"),
         "print help on the options that people use most; --help=all: on all",
         {.is_common = true}},
        {"version,V", none, "print the version", {.is_common = true}}}}};
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
