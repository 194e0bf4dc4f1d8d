#include "nested_pages.h"

#include <array>

#include "post.h"

namespace absolve::test {
namespace {

using codec::Coding;
using namespace std::string_view_literals;

/// Makes pages out of values, and values out of pages.
class PageMaker {
 public:
  PageMaker(Random& random, bool wild) : random_(random), wild_(wild), plain_(random.one_in(3)) {}

  std::string page(std::size_t level) {
    std::string text;
    for (std::size_t i = random_.below(level == 0 ? 6 : 4) + 1; i > 0; --i) text += piece(level);
    return text;
  }

 private:
  std::string reference() {
    if (wild_ && random_.one_in(3)) {
      return std::string(
          random_.any({"",      "#f",       "http://z/a", ",",  "a,b", "x y", "\\",   "mailto:x", "a\tb", "a&b",
                       "&amp;", "\xC3\xA9", "'",          "\"", ")",   "(",   "//n/", "?q=1&lt",  "a\\b", "\n"}));
    }
    return std::string(
        random_.any({"x", "../y", "./z?q=1", "a/b.png", "/r", "p;v=1", "a/../b", "http://z/a", "k%20l"}));
  }

  std::string srcset() {
    std::string text;
    for (std::size_t i = random_.below(4) + 1; i > 0; --i) {
      text += reference();
      text += random_.any({"", " 2x", " 100w", "  1.5x "});
      if (i > 1) text += random_.any({", ", ",\n", " , "});
    }
    if (wild_) text += random_.any({"", "", "", ",", ",,", " (a,b", "\n", ", "});
    return text;
  }

  std::string declaration() {
    const Coding coding = any_of({Coding::css_quotation_mark, Coding::css_apostrophe, Coding::css_url});
    const std::string value = written(coding, reference(), random_);
    const std::string quote = coding == Coding::css_quotation_mark ? "\"" : coding == Coding::css_apostrophe ? "'" : "";
    const std::string quoted = quote + value + quote;
    if (!quote.empty() && random_.one_in(3)) {
      return std::string(random_.any({"background:image-set(", "cursor:-webkit-image-set("})) + quoted + " 1x)";
    }
    return std::string(random_.any({"background: url(", "list-style:URL( ", "cursor:u\\72l("})) + quoted + ")";
  }

  std::string style() {
    std::string text = declaration();
    for (std::size_t i = random_.below(3); i > 0; --i) {
      text += random_.any({"; ", ";color:red;", ";/*url(no)*/", ";content:'url(no)';"});
      text += declaration();
    }
    if (wild_) text += random_.any({"", "", "", ";background:url(", ";content:'", ";x:url(a b)", ";\\", "/*"});
    return text;
  }

  std::string style_element() {
    const std::string sheet = random_.any({"", "@import 'x';", "p{"}).data() + style();
    if (random_.one_in(2)) return "<style>" + sheet + "</style>";
    return "<svg><style>" + written(Coding::foreign_content, sheet, random_) + "</style></svg>";
  }

  /// An attribute of this value, in some quotes.
  std::string attribute(std::string_view name, std::string_view value) {
    const Coding coding = any_of({Coding::quotation_mark, Coding::apostrophe, Coding::unquoted});
    if (value.empty()) return std::string(name).append("=\"\"");
    const std::string quote = coding == Coding::quotation_mark ? "\"" : coding == Coding::apostrophe ? "'" : "";
    std::string text(name);
    text.append("=").append(quote).append(wild_ && !plain_ ? written(coding, value, random_) : escaped(value, coding));
    return text.append(quote);
  }

  /// A value with all of its ampersands and quotes as references, which each parser reads alike.
  std::string escaped(std::string_view value, Coding coding) {
    std::string text;
    for (const char c : value) {
      const bool special = coding == Coding::unquoted ? " \t\n\f\r\"'=<>`&"sv.find(c) != std::string_view::npos
                           : plain_ && wild_          ? c == (coding == Coding::apostrophe ? '\'' : '"') || c == '&'
                                                      : "\"'&"sv.find(c) != std::string_view::npos;
      if (special || (!plain_ && c > ' ' && c < 0x7F && random_.one_in(20))) {
        text.append(random_.one_in(2) && c == '&' ? "&amp;" : "&#" + std::to_string(static_cast<int>(c)) + ";");
      } else {
        text += c;
      }
    }
    return text;
  }

  std::string piece(std::size_t level) {
    if (wild_ && random_.one_in(3)) {
      return std::string(random_.any({
          "<base href=b/>",
          "<base target=t href='http://c/d/'>",
          "<base href=mailto:x>",
          "<base href=''>",
          "<p><svg><a xlink:href=x style='fill:url(y)'></a></svg>",
          "<object codebase=c/ data=d>",
          "<object archive='a b'>",
          "<a ping='a b'>",
          "<a ping=a&#32;b>",
          "<style>a{b:url(x)}</style>",
          "<form action=''>",
          "<!-- <a href=no> -->",
          "<!--[if mso]><v:fill src=x o:href=\"y\"/><![endif]-->",
          "<!--[if mso]>-<base href=c/>-><a href=x>--!>",
          "<!--[if mso]>-<base href=c/><a href=-><iframe srcdoc='<base href=d--/><a href=\"#-\">'>",
          "<!--[if mso]><a href=\"?-",
          "-->",
          "--",
          "<![endif]-->",
          "<base href='http://c/d--'>",
          "<base href='http://c/--!>/ /'>",
          "<meta http-equiv=refresh content='5;x'>",
          "<meta http-equiv=refresh content=\"5;url='x'y\">",
          "<meta http-equiv=refresh content='5;url='>",
          "<meta property=og:image content=x>",
          "<applet archive='a, b' codebase=c/>",
          "<p data-src=x data-bg='url(y)' data-srcset='z 1x'>",
          "<template><a href=t></template>",
          "<a href=x srcset=y style=url(z)>",
          "<a href=x?y=z>",
          "<a href>",
          "<a href=>",
          "<iframe srcdoc>",
          "<iframe srcdoc='",
          "<img srcset=\"",
          "<p style=",
          ">",
          "\x1B$B4A;z\x1B(B",
          "\xE6\xBC\xA2",
          "\r\n",
          "<meta charset=utf-8>",
      }));
    }
    if (wild_ && random_.one_in(3)) return odd_piece(level);
    switch (random_.below(level < 3 ? 7 : 5)) {
      case 0: return "<a " + attribute("href", reference()) + ">t</a>";
      case 1: return "<img alt=\"\" " + attribute("srcset", srcset()) + " " + attribute("src", reference()) + ">";
      case 2: return "<link rel=preload " + attribute("imagesrcset", srcset()) + ">";
      case 3: return "<p " + attribute("style", style()) + ">text</p>\n";
      case 4: return std::string(random_.any({"<p>text</p>", "<b title='a&amp;b'>caf\xC3\xA9</b>", "\n"}));
      default: return "<iframe " + attribute("srcdoc", page(level + 1)) + "></iframe>";
    }
  }

  /// Kinds of links that other readers don't know.
  std::string odd_piece(std::size_t level) {
    switch (random_.below(level < 3 ? 14 : 13)) {
      case 0:
      case 1: return style_element();
      case 2: return "<a " + attribute("ping", reference() + " \n" + reference()) + ">";
      case 3: return "<meta http-equiv=refresh " + attribute("content", refresh()) + ">";
      case 4:
        return "<svg><g " + attribute("fill", "url(" + written(Coding::css_url, reference(), random_) + "#a)") +
               "/></svg>";
      case 5:
        return "<script type=importmap>{\"imports\": {\"/k\": " + json(reference()) + "}, \"scopes\": {" +
               json(reference()) + ": {\"a\": " + json("./" + reference()) + "}}}</script>";
      case 6: return "<script type=speculationrules>{\"prefetch\": [{\"urls\": [" + json(reference()) + "]}]}</script>";
      case 7:
        return "<script type=application/ld+json>{\"image\": [" + json(reference()) +
               "], \"url\": " + json(reference()) + "}</script>";
      case 8:
        return "<object " + attribute("codebase", reference()) + " " +
               attribute("archive", reference() + " " + reference()) + ">";
      case 9: return "<div " + attribute("data-src", reference()) + " " + attribute("data-srcset", srcset()) + ">";
      case 10:
        return "<div " + attribute("data-bg", random_.one_in(2) ? reference() : "url(" + reference() + ")") + ">";
      case 11: return "<meta property=og:image " + attribute("content", reference()) + ">";
      case 12: return "<script type=module>import a from './" + reference() + "'</script>";
      default:
        return "<!--[if mso]>" + page(level + 1) + std::string(random_.any({"<![endif]-->", "<![endif] -->", "-->"}));
    }
  }

  std::string refresh() {
    std::string text(random_.any({"5", "0.5", ".", " 7", "", "5x"}));
    text += random_.any({";", ",", "; ", " , ", " ", ""});
    text += random_.any({"url=", "URL = ", "url", "", ""});
    const std::string_view quote = random_.any({"", "", "'", "\""});
    return text.append(quote).append(reference()).append(random_.any({"", " ", "'", "\"", "'x"}));
  }

  std::string json(std::string_view text) { return "\"" + written(Coding::json_string, text, random_) + "\""; }

  Coding any_of(std::initializer_list<Coding> choices) { return choices.begin()[random_.below(choices.size())]; }

  Random& random_;
  bool wild_;
  bool plain_;  // nothing is written as a reference that need not be
};

struct Row {
  Around around;
  std::string_view name;
  std::string_view type;  // what is said of it in a message; "": it is none
};

constexpr auto rows = std::to_array<Row>({
    {Around::nothing, "a page", ""},
    {Around::utf16le, "UTF-16LE", ""},
    {Around::utf16be, "UTF-16BE", ""},
    {Around::iso2022jp, "ISO-2022-JP", ""},
    {Around::plain_part, "a part", "text/html; charset=utf-8"},
    {Around::quoted_printable, "quoted-printable", "text/html; charset=utf-8"},
    {Around::base64, "base64", "text/html; charset=utf-8"},
    {Around::base64_utf16, "UTF-16 in base64", "text/html; charset=utf-16"},
    {Around::mailbox, "a mailbox", "text/html; charset=utf-8"},
});

}  // namespace

std::string make_nested_page(Random& random, bool wild) {
  std::string page = PageMaker(random, wild).page(0);
  if (!wild) return page;
  for (std::size_t i = random.one_in(2) ? random.below(4) : 0; i > 0 && !page.empty(); --i) {
    const std::size_t at = random.below(page.size());
    if (random.one_in(2)) page.erase(at, random.below(6));
    else page.insert(at, random.any({"&", "\"", "'", "<", ">", "&amp;", "\\", ",", "(", ")", ";", "\0"sv, "\r", "="}));
  }
  return page;
}

std::string_view name_of(Around around) noexcept { return rows[static_cast<std::size_t>(around)].name; }

std::string put(std::string_view page, Around around, Random& random) {
  const std::string ending(random.any({"\n", "\r\n"}));
  std::string body(page);
  switch (around) {
    case Around::nothing: return body;
    case Around::utf16le: return "\xFF\xFE" + written(Coding::utf16le, page, random);
    case Around::utf16be: return "\xFE\xFF" + written(Coding::utf16be, page, random);
    case Around::iso2022jp: return "<meta charset=iso-2022-jp>" + body;
    case Around::plain_part:
    case Around::mailbox: break;
    case Around::quoted_printable: body = in_quoted_printable(body, ending); break;
    case Around::base64: body = in_base64(body, 76, ending); break;
    case Around::base64_utf16:
      body = in_base64("\xFF\xFE" + written(Coding::utf16le, page, random), random.one_in(2) ? 76 : 13, ending);
  }
  std::string message = "Content-Type: ";
  message.append(rows[static_cast<std::size_t>(around)].type).append(ending);
  if (around == Around::quoted_printable) message += "Content-Transfer-Encoding: quoted-printable" + ending;
  if (around == Around::base64 || around == Around::base64_utf16) {
    message += "Content-Transfer-Encoding: base64" + ending;
  }
  message += ending + body;
  if (around != Around::mailbox) return message;
  return "From a\n" + message + "\n\nFrom b\n" + message + "\n";
}

}  // namespace absolve::test
