#include "torture.h"

#include <array>
#include <random>
#include <string_view>

namespace absolve::test {
namespace {

constexpr auto html_elements = std::to_array<std::string_view>(
    {"a",      "a",        "a",        "p",      "div",     "b",          "i",       "form",     "img",
     "link",   "span",     "font",     "table",  "tr",      "td",         "caption", "colgroup", "col",
     "select", "option",   "optgroup", "button", "ul",      "li",         "h1",      "object",   "applet",
     "nobr",   "template", "base",     "base",   "meta",    "noscript",   "head",    "body",     "html",
     "frame",  "isindex",  "image",    "input",  "q",       "blockquote", "br",      "hr",       "area",
     "center", "dl",       "dd",       "pre",    "marquee", "u",          "iframe",  "keygen",   "embed",
     "source", "x-y",      "my-app",   "ruby",   "rt",      "textarea"});

constexpr auto text_elements = std::to_array<std::string_view>(
    {"script", "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"});

constexpr auto foreign_elements =
    std::to_array<std::string_view>({"svg",      "math",   "foreignObject", "desc",           "title",  "g",
                                     "use",      "a",      "style",         "script",         "mi",     "mo",
                                     "mtext",    "mglyph", "malignmark",    "annotation-xml", "circle", "image",
                                     "path",     "mrow",   "template",      "base",           "select", "table",
                                     "frameset", "my-app", "my-icon",       "font",           "p"});

constexpr auto values = std::to_array<std::string_view>(
    {"x", "../y", "#f", "",  "http://z/", "?q", "/r/",       "//h/x", "a b",          "&amp;x", "&#46;./y", ">",
     "<", "\"",   "'",  "`", "=",         "\n", "</script>", "-->",   "javascript:x", "data:,", "\xC3\xA9"});

constexpr auto pieces = std::to_array<std::string_view>({"text ",
                                                         "<",
                                                         "</",
                                                         "<!",
                                                         "<!-->",
                                                         "<!--->",
                                                         "<!-- x -->",
                                                         "<!--[if x]><a href=c><![endif]-->",
                                                         "<!--[if x]><base href=c><p data-src=d>--!>",
                                                         "<meta content=d name=og:url>",
                                                         "<v:fill src=d>",
                                                         "<!-- <a href=c> --!>",
                                                         "<!---->",
                                                         "<!--a--b-->",
                                                         "<?pi <a href=x>",
                                                         "<!DOCTYPE html>",
                                                         "<![CDATA[",
                                                         "]]>",
                                                         "<![CDATA[<a href=x>]]>",
                                                         "</>",
                                                         "</ x>",
                                                         "&lt;a href=x&gt;",
                                                         "\r\n",
                                                         "\n",
                                                         "\0<",
                                                         "-->",
                                                         "--!>",
                                                         "<!--",
                                                         "</p>",
                                                         "</br>",
                                                         "</table>",
                                                         "</select>",
                                                         "</svg>",
                                                         "</math>",
                                                         "</template>",
                                                         "</body>",
                                                         "</html>",
                                                         "</a>",
                                                         "</div href='>'>",
                                                         "</foreignObject>",
                                                         "</desc>",
                                                         "</script>",
                                                         "</style>",
                                                         "</title>",
                                                         "</form>",
                                                         "\xEF\xBB\xBF",
                                                         "\xFF",
                                                         "<plaintext>",
                                                         "<frameset>",
                                                         "</frameset>"});

class Torturer {
 public:
  explicit Torturer(std::uint32_t seed) : random_(seed) {}

  std::string page() {
    if (chance(3)) out_ += "<!DOCTYPE html>";
    if (chance(2)) out_ += "<html><head>";
    if (chance(3)) out_ += "<title>t</title><base href=" + std::string(pick(values)) + ">";
    if (chance(2)) out_ += "</head><body>";
    const unsigned size = 1 + below(12);
    for (unsigned i = 0; i < size; ++i) fragment(0);
    if (chance(10)) out_.resize(out_.size() - std::min<std::size_t>(out_.size(), below(20)));
    return std::move(out_);
  }

 private:
  void fragment(unsigned depth) {
    if (depth > 5) return;
    switch (below(10)) {
      case 0:
      case 1: element(html_elements, depth); break;
      case 2: {
        const std::string_view name = pick(html_elements);
        start_tag(name);
        break;
      }
      case 3: text_element(); break;
      case 4: foreign(depth); break;
      case 5: end_tag(chance(2) ? pick(html_elements) : pick(foreign_elements)); break;
      case 6: out_ += pick(pieces); break;
      default: element(html_elements, depth);
    }
  }

  template <std::size_t N>
  void element(const std::array<std::string_view, N>& names, unsigned depth) {
    const std::string_view name = pick(names);
    start_tag(name);
    for (unsigned i = below(3); i > 0; --i) fragment(depth + 1);
    if (!chance(5)) end_tag(name);
  }

  void foreign(unsigned depth) {
    const std::string_view root = chance(3) ? "math" : "svg";
    start_tag(root);
    for (unsigned i = 1 + below(3); i > 0; --i) {
      if (chance(3)) {
        fragment(depth + 1);
      } else {
        const std::string_view name = pick(foreign_elements);
        start_tag(name);
        for (unsigned j = below(3); j > 0; --j) fragment(depth + 2);
        if (!chance(6)) end_tag(name);
      }
    }
    if (!chance(8)) end_tag(root);
  }

  void text_element() {
    const std::string_view name = pick(text_elements);
    start_tag(name);
    for (unsigned i = below(5); i > 0; --i) {
      constexpr auto inside = std::to_array<std::string_view>({"<a href=x>", "<!--", "-->", "<script>", "<script ",
                                                               "</script", "</scriptx>", "</style>", "--", "<", "</",
                                                               "text", "--!>", "<!-", "</title/>", "<!-->", "<!--->"});
      out_ += pick(inside);
    }
    if (!chance(8)) end_tag(name);
  }

  void start_tag(std::string_view name) {
    out_ += '<';
    spell(name);
    for (unsigned i = below(3); i > 0; --i) attribute();
    if (name == "annotation-xml" && chance(2))
      out_ += chance(2) ? " encoding=text/html" : " encoding='application/XHTML+xml'";
    if (name == "font" && chance(2)) out_ += " color=red";
    if (chance(2)) out_ += chance(2) ? " href=" : " src=";
    else if (chance(8)) out_ += "/";
    else return void(out_ += '>');
    if (out_.back() == '=') value();
    out_ += chance(8) ? "/>" : chance(8) ? " >" : ">";
  }

  void attribute() {
    constexpr auto names =
        std::to_array<std::string_view>({"href", "src", "xlink:href", "background", "action", "class", "cite", "data",
                                         "codebase", "style", "HREF", "=", "\"", "<b", "id", "xmlns", "itemid"});
    out_ += chance(8) ? "/" : chance(8) ? "\n" : " ";
    out_ += pick(names);
    if (chance(5)) return;
    out_ += chance(8) ? " = " : "=";
    value();
  }

  void value() {
    const std::string_view text = pick(values);
    switch (below(4)) {
      case 0: out_.append("\"").append(text == "\"" ? "" : text).append("\""); break;
      case 1: out_.append("'").append(text == "'" ? "" : text).append("'"); break;
      case 2: out_.append(text.find_first_of(" >\n\"'") == std::string_view::npos ? text : "u"); break;
      default: out_.append("\"").append(text.substr(0, text.find('"'))).append("\""); break;
    }
  }

  void end_tag(std::string_view name) {
    out_ += "</";
    spell(name);
    out_ += chance(60) ? " x='>'>" : chance(60) ? "/>" : chance(60) ? " >" : ">";
  }

  void spell(std::string_view name) {
    for (const char c : name) out_ += chance(30) && c >= 'a' && c <= 'z' ? static_cast<char>(c - 0x20) : c;
  }

  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool chance(unsigned n) { return below(n) == 0; }

  template <std::size_t N>
  std::string_view pick(const std::array<std::string_view, N>& from) {
    return from[below(N)];
  }

  std::mt19937 random_;
  std::string out_;
};

}  // namespace

std::string torture_page(std::uint32_t seed) { return Torturer(seed).page(); }

}  // namespace absolve::test
