#include "option_table.h"

namespace absolve::cli {

const std::vector<OptionGroup>& option_groups() {
  static const std::vector<OptionGroup> all = {
      {"What is read, and against what",
       {{"url,u", "URL", "URL the input was retrieved from (also --base-url, --base, -b)"},
        {"type,t", "TYPE",
         "auto (default: told by its name and its beginning); html; css; xml: feeds, SVG, XHTML; json: JSON Feed, web "
         "app manifests; mime: a message, or MHTML; mbox: a mailbox; http: a response with its headers; or a list, "
         "with an answer a line: uris: one "
         "reference a line in, one absolute URL a line out; pairs: a base, a tab and a reference a line in, one "
         "absolute URL a line out; jsonl: an object with reference and base a line, which gets a url (or reason, "
         "error), in the place of one that is there"},
        {"charset", "LABEL",
         "charset of the pages and lists, as a header would say it; the parts of a message have headers of their own"},
        {"resolver", "NAME",
         "by which references are resolved: rfc1808 (default), rfc3986 or whatwg (the URL standard, as browsers do)"},
        {"null,0", nullptr,
         "NUL ends each entry, and not a line end: of lists and their answers, --files-from, --url-map"},
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
      {"Which files, and where they came from",
       {{"recursive,r", nullptr, "read the files in folders, and in the folders in them"},
        {"include", "GLOB", "of these, read only those with such a name (*.html), or, with a slash in it, path", true},
        {"exclude", "GLOB", "pass over files and folders with such a name or path", true},
        {"files-from", "FILE", "read the files that are named in FILE, a line each", true},
        {"url-map", "FILE",
         "which file was retrieved from which URL: a path, a tab and a URL a line, or CSV, or JSON Lines, also with "
         "type "
         "and charset",
         true},
        {"url-prefix", "DIR=URL", "files below DIR were retrieved from URL and their path in it", true},
        {"url-from-header", "NAME", "messages: this header field holds the URL (List-Archive, Archived-At)", true},
        {"no-marks", nullptr,
         "don't look for the URL in what browsers, SingleFile, HTTrack and the like have written into pages they "
         "saved, "
         "nor in extended attributes"},
        {"local-links", "HOW",
         "in pages that such a program saved, references to files that were saved along with them: keep (default) or "
         "resolve"},
        {"symlinks", "HOW", "symbolic links in folders, or to be rewritten: skip (default) or follow"},
        {"hardlinks", "HOW", "files with several names that are to be rewritten: refuse (default) or break"},
        {"jobs,j", "N", "so many files at a time (default: as many as there are processors)"},
        {"fail-fast", nullptr, "stop at the first file that fails"}}},
      {"Where to",
       {{"output,o", "PATH", "write here"},
        {"in-place,i", nullptr,
         "rewrite the files themselves; -iSUFFIX and --in-place=SUFFIX keep the original beside"},
        {"output-dir", "DIR", "write each file to its path below DIR; what is no text is copied"},
        {"only-changed", nullptr, "with --output-dir: leave out what doesn't change"},
        {"dry-run,n", nullptr, "write no file but reports; say what would be done"},
        {"preserve-mtime", nullptr, "rewritten files keep their time"},
        {"fsync", "HOW",
         "new files are on disk: none (when the system sees fit), file (default: before they take the place of old "
         "ones), full (the names in folders too)"},
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
        {"report", "FILE", "write what became of each file to FILE, as JSON Lines"},
        {"report-html", "FILE", "the same as a page for people"},
        {"progress", "WHEN", "a line that tells how far it is: auto (default: on a terminal), always or never"},
        {"color", "WHEN", "auto (default: on a terminal), always or never"},
        {"quiet,q", nullptr, "no notes; errors only"},
        {"verbose,v", nullptr, "more notes: the links and the base of each document, what RFC 1808 advises against"},
        {"help,h", nullptr, "print this help"},
        {"version,V", nullptr, "print the version"}}}};
  return all;
}

}  // namespace absolve::cli
