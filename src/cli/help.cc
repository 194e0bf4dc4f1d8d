#include "help.h"

#include <algorithm>
#include <string_view>

#include "layout.h"
#include "option_table.h"

namespace absolve::cli {
namespace {

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

}  // namespace

std::string help() {
  std::string text(usage);
  for (const OptionGroup& group : option_groups()) {
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

}  // namespace absolve::cli
