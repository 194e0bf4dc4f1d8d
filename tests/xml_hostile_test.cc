#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/absolve.h"
#include "support/promises.h"
#include "support/repeated.h"

namespace absolve {
namespace {

using namespace std::literals;
using test::many;
using test::numbered;
using test::repeated;

struct XmlBomb {
  const char* name;
  std::string text;
  std::optional<std::size_t> rewritten = {};  // references, all the same
};

const std::string atom = "<feed xmlns='http://www.w3.org/2005/Atom'>";
const std::string link = "<link href='x'/>";

/// Ten entities, each of ten of the one before: a billion of the first.
std::string billion_laughs() {
  std::string text = "<?xml version='1.0'?><!DOCTYPE feed [<!ENTITY a0 'x'>";
  for (int level = 1; level < 10; ++level) {
    const std::string before = "&a" + std::to_string(level - 1) + ";";
    text += "<!ENTITY a" + std::to_string(level) + " '" + repeated(before, 10) + "'>";
  }
  return text + "]>" + atom + "<link href='&a9;'/><icon>&a9;</icon><title type='html'>&lt;a href=&a9;></title>" + link;
}

std::vector<XmlBomb> xml_bombs() {
  const std::string dtd = "<!DOCTYPE feed [";
  return {
      {"a billion laughs", billion_laughs(), 1},
      {"an external entity",
       "<!DOCTYPE feed [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>" + atom + "<icon>&e;</icon>" + link, 1},
      {"parameter entities",
       "<!DOCTYPE feed [<!ENTITY % p SYSTEM 'p.dtd'>%p;<!ENTITY % q '<!ENTITY e \"x\">'>%q;]>" + atom +
           "<icon>&e;</icon>" + link,
       1},
      {"parameter entities in one another", dtd + numbered("<!ENTITY % p", " '%p0;%p0;'>", 20'000) + "]>" + atom + link,
       1},
      {"nested elements", atom + repeated("<entry>", many(100'000)) + link, 1},
      {"nested elements with prefixes", atom + repeated("<a:b xmlns:a='c'>", many(100'000)) + link, 1},
      {"nested elements of XHTML",
       "<html xmlns='http://www.w3.org/1999/xhtml'>" + repeated("<div>", many(100'000)) + "<a href='x'/>", 1},
      {"nested SVG", repeated("<svg xmlns='http://www.w3.org/2000/svg'>", many(100'000)) + "<a href='x'/>", 1},
      {"attributes of a tag", atom + "<link " + numbered("a", "='b' ", many(1'000'000)) + "href='x'/>", 1},
      {"attributes of one name", atom + "<link " + repeated("href='x' ", many(300'000)) + "/>", 1},
      {"attributes with prefixes nobody declared",
       atom + "<link " + numbered("p", ":href='y' ", many(100'000)) + "href='x'/>", 1},
      {"end tags of nothing", atom + repeated("<a>", many(100'000)) + repeated("</x>", many(100'000)) + link, 1},
      {"end tags of what is far below", atom + repeated("<entry><a>", 50'000) + repeated("</entry>", 50'000) + link, 1},
      {"end tags of all different",
       atom + numbered("<a", ">", many(100'000)) + numbered("</b", ">", many(100'000)) + link, 1},
      {"a DTD of 10 MB", dtd + repeated("<!ELEMENT a (b|c)*><!-- ]> -->", many(350'000)) + "]>" + atom + link, 1},
      {"a DTD that is cut off", dtd + repeated("<!ELEMENT a (b|c)*>", many(100'000)) + atom + link, 0},
      {"doctypes", repeated("<!DOCTYPE a [", many(300'000)) + atom + link},
      {"quotes in a DTD that are cut off", dtd + repeated("<!ENTITY a \"", many(300'000) + 1) + "]>" + atom + link},
      {"a DTD of brackets", dtd + repeated("<![INCLUDE[", many(300'000)) + "]>" + atom + link},
      {"entities",
       dtd + numbered("<!ENTITY e", " 'x'>", many(1'000'000)) + "]>" + atom + "<icon>&e" +
           std::to_string(many(1'000'000) - 1) + ";</icon>" + link,
       1},
      {"entities of one name",
       dtd + repeated("<!ENTITY e 'x'>", many(500'000)) + "]>" + atom + repeated("<icon>&e;</icon>", 9'999), 0},
      {"references to entities",
       "<!DOCTYPE feed [<!ENTITY e 'x'>]>" + atom + repeated("<icon>&e;</icon>", many(100'000)), 0},
      {"a value of references to entities",
       "<!DOCTYPE feed [<!ENTITY e 'x'>]>" + atom + "<icon>" + repeated("&e;", many(1'000'000)) + "</icon>" + link, 1},
      {"a value of names nobody knows", atom + "<icon>" + repeated("&unknown;", many(500'000)) + "</icon>" + link},
      {"ampersands", atom + "<link href='" + repeated("&a", many(500'000)) + "'/>", 1},
      {"namespaces of an element",
       "<feed xmlns='http://www.w3.org/2005/Atom' " + numbered("xmlns:n", "='u'", many(1'000'000)) + ">" +
           repeated(link, 1'000),
       1'000},
      {"namespaces, one in another",
       atom + numbered("<a xmlns:n", "='u'>", many(100'000)) + numbered("<n", ":x/>", many(100'000)) + link, 1},
      {"prefixes that shadow",
       atom + repeated("<a:b xmlns:a='http://www.w3.org/2005/Atom'><a:b xmlns:a='u'>", 50'000) +
           repeated("<a:link href='y'/>", 1'000) + link,
       1},
      {"default namespaces that shadow",
       repeated("<a xmlns='u'><feed xmlns='http://www.w3.org/2005/Atom'>", 50'000) + repeated(link, 1'000), 1'000},
      {"huge names",
       atom + "<" + std::string(many(1'000'000), 'a') + " " + std::string(many(1'000'000), 'b') + "='c'/>" + link, 1},
      {"huge names with prefixes",
       atom + "<" + std::string(many(1'000'000), 'a') + ":link " + std::string(many(1'000'000), 'b') + ":href='c'/></" +
           std::string(many(1'000'000), 'c') + ">" + link,
       1},
      {"names of colons",
       atom + "<" + std::string(many(1'000'000), ':') + " " + std::string(many(1'000'000), ':') + "='c'/>" + link, 1},
      {"angle brackets", atom + repeated("<", many(1'000'000)) + link, 1},
      {"unclosed quotes", atom + repeated("<link href='", many(100'000))},
      {"comments that are cut off", atom + link + repeated("<!--", many(300'000)), 1},
      {"instructions that are cut off", atom + link + repeated("<?a", many(300'000)), 1},
      {"CDATA that is cut off", atom + link + repeated("<![CDATA[", many(300'000)), 1},
      {"content that is cut off", atom + link + repeated("<title type='html'>&lt;a href=x>", many(100'000))},
      {"content of comments", atom + "<icon>" + repeated("<!---->", many(300'000)) + "x</icon>", 1},
      {"content of CDATA", atom + "<icon>" + repeated("<![CDATA[x]]>", many(300'000)) + "</icon>", 1},
      {"content of brackets", atom + "<icon><![CDATA[" + repeated("]]", many(1'000'000)) + "]]></icon>", 1},
      {"HTML of CDATA", atom + "<title type='html'>" + repeated("<![CDATA[<a href=x>]]>", many(100'000)) + "</title>",
       many(100'000)},
      {"HTML in CDATA", atom + "<title type='html'><![CDATA[" + repeated("<a href=x>", many(100'000)) + "]]></title>",
       many(100'000)},
      {"HTML, escaped", atom + "<title type='html'>" + repeated("&lt;a href=x>", many(100'000)) + "</title>",
       many(100'000)},
      {"HTML of numbers",
       atom + "<title type='html'>" + repeated("&#60;&#97; href=&#120;>", many(100'000)) + "</title>", many(100'000)},
      {"HTML, small and many", atom + repeated("<entry><title type='html'>&lt;a href=x></title></entry>", 50'000),
       50'000},
      {"HTML of one entry",
       atom + "<entry>" + repeated("<title type='html'>&lt;a href=x></title>", 50'000) + link + "</entry>", 50'001},
      {"links of one entry",
       atom + "<entry>" + repeated(link, 50'000) + "<title type='html'>&lt;a href=x></title></entry>", 50'001},
      {"entries, each with a link",
       atom + repeated("<entry>" + link + "<title type='html'>&lt;a href=x></title></entry>", 30'000), 60'000},
      {"entries in one another", atom + repeated("<entry>" + link + "<title type='html'>&lt;a href=x></title>", 30'000),
       60'000},
      {"HTML with bases", atom + "<title type='html'><![CDATA[" + repeated("<base href=y><a href=x>", 50'000)},
      {"types", atom + "<title " + repeated("type='html' ", many(100'000)) + ">&lt;a href=x></title>", 1},
      {"markup in place",
       atom + repeated("<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>", 50'000) + link},
      {"instructions with references", repeated("<?xml-stylesheet href='x'?>", many(100'000)) + atom + link,
       many(100'000) + 1},
      {"instructions with attributes",
       "<?xml-stylesheet " + repeated("a='b' ", many(300'000)) + "href='x'?>" + atom + link, 2},
      {"NULs", atom + repeated("\0"s, many(1'000'000)) + link, 1},
      {"NULs in values", atom + "<link href='" + repeated("x\0"s, many(100'000)) + "'/>" + link},
      {"NULs in names", atom + repeated("<li\0nk href='y'/>"s, many(100'000)) + link},
      {"a long URL", atom + "<link href='" + std::string(many(10'000'000), 'y') + "'/>", 1},
      {"a base64 of 1 MB",
       "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><title mode='base64' type='text/html'>" +
           repeated("PGEgaHJlZj14Pjxh", 60'000) + "</title></feed>"},
      {"styles in SVG",
       "<svg xmlns='http://www.w3.org/2000/svg'>" +
           repeated("<style>a{b:url(x)}</style><g style='a:url(x)'/>", 20'000) + "</svg>",
       40'000},
      {"a style of CDATA in SVG",
       "<svg xmlns='http://www.w3.org/2000/svg'><style>" + repeated("<![CDATA[a{b:url(x)}]]>", 50'000) +
           "</style></svg>",
       50'000},
  };
}

TEST(XmlHostile, BombsEndAndLoseNothing) {
  for (const XmlBomb& bomb : xml_bombs()) {
    for (const FeedBase base : {FeedBase::document, FeedBase::entry}) {
      SCOPED_TRACE(std::string(bomb.name) + (base == FeedBase::entry ? ", against entries" : ""));
      const Given given = {{.url = "http://h/a/", .type = Type::xml}, {.feed_base = base}};
      if (!test::takes_minutes(bomb.text)) test::expect_promises(bomb.text, given);
      const Plan result = plan(bomb.text, given);
      const auto count = std::ranges::count(result.links(), Action::rewrite, &Link::action);
      if (bomb.rewritten) {
        EXPECT_EQ(static_cast<std::size_t>(count), *bomb.rewritten);
      }
    }
  }
}

/// What became of the last reference of a text.
std::string last_url(const Plan& result) {
  if (result.links().empty()) return "no link";
  return result.links().back().url().value_or("none");
}

/// Absolute bases, one in another, and relative ones that stay as long as they are: each is resolved once.
TEST(XmlHostile, BasesInOneAnotherEnd) {
  for (const std::string base : {"http://h/b/", "y", "/b/", "//h/b/", "mailto:x", "#f", "", "?q"}) {
    SCOPED_TRACE(base);
    const std::size_t count = many(base == "y" ? 4'000'000 : 400'000);
    const std::string text = atom + repeated("<a xml:base='" + base + "'>", count) + link;
    const Given given = {{.url = "http://h/b/", .type = Type::xml}};
    const Plan result = plan(text, given);
    EXPECT_EQ(last_url(result), "http://h/b/x");
    EXPECT_FALSE(result.failed());
  }
  const std::string text = atom + repeated("<a xml:base='http://h/b/'>" + link, many(200'000));
  test::expect_promises(text, {.url = "http://h/", .type = Type::xml});
}

/// Each base is longer than the one around it: the output would grow with the square of the input, so that there is a
/// limit.
TEST(XmlHostile, BasesThatGrowAreALimit) {
  for (const std::size_t depth : {std::size_t{1'000}, std::size_t{100'000}}) {
    SCOPED_TRACE(depth);
    const std::string text = atom + repeated("<a xml:base='b/'>", depth) + link;
    const Given given = {{.url = "http://h/", .type = Type::xml}};
    const Plan result = plan(text, given);
    EXPECT_EQ(result.failed(), depth > 1'000);
    test::expect_promises(text, given);
  }
}

/// The sum of all bases may be 32 MiB and ten times the source: what stands in the source without bases counts, too.
TEST(XmlHostile, BasesMayGrowWithTheSource) {
  const std::string room = "<!--" + std::string(1'000'000, ' ') + "-->";
  for (const std::size_t depth : {std::size_t{6'650}, std::size_t{6'720}}) {
    SCOPED_TRACE(depth);  // depth * depth bytes of bases: 44.3 and 45.2 million, the limit is 44.7
    const std::string text = atom + room + repeated("<a xml:base='b/'>", depth) + link;
    EXPECT_EQ(plan(text, {.url = "http://h/", .type = Type::xml}).failed(), depth > 6'650);
  }
}

TEST(XmlHostile, ALongBaseBeforeManyReferencesIsALimit) {
  const std::string text = "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://h/" + std::string(60'000, 'a') +
                           "/'>" + repeated(link, 5'000);
  EXPECT_TRUE(plan(text, {.type = Type::xml}).failed());
  test::expect_promises(text, {.type = Type::xml});
}

/// Where a reference stands, and how it is written: `#` is the reference.
const auto places = std::to_array<std::string_view>({
    "<icon>#</icon>",
    "<icon><![CDATA[#]]></icon>",
    "<icon>a<![CDATA[#]]></icon>",
    "<icon><!-- c -->#<!-- d --></icon>",
    "<icon>a<?p i?>#</icon>",
    "<link href=\"#\"/>",
    "<link href='#'/>",
    "<title type='html'>&lt;a href=\"#\">&lt;/a></title>",
    "<title type='html'>&lt;a href='#'>&lt;/a></title>",
    "<title type='html'>&lt;a href=#>&lt;/a></title>",
    "<title type='html'><![CDATA[<a href=\"#\">]]></title>",
    "<title type='html'><![CDATA[<a href='#'>]]></title>",
    "<title type='html'><![CDATA[<a href=#>]]></title>",
    "<title type='html'><![CDATA[<p style='a:url(#)'>]]></title>",
    "<title type='html'><![CDATA[<!-- <a href=x> --><a href='#'>]]><![CDATA[]]></title>",
    "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><a href='#'/></div></content>",
    "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><p style='a:url(#)'/></div></content>",
    "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><style>a{b:url(#)}</style></div></content>",
    "<content type='xhtml'><div "
    "xmlns='http://www.w3.org/1999/xhtml'><style><![CDATA[a{b:url(#)}]]></style></div></content>",
});

/// Where the `>` of a tag stands that starts at `at`; npos: it is cut off.
std::size_t end_of_tag(std::string_view text, std::size_t at) {
  char quote = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote == 0 && c == '>') return at;
    if (quote == c) quote = 0;
    else if (quote == 0 && (c == '"' || c == '\'')) quote = c;
  }
  return std::string_view::npos;
}

/// What a reader of XML meets in a text, but for values and text: names of tags, comments, instructions. A CDATA
/// section is text, wherever it begins and ends.
std::string skeleton(std::string_view text) {
  struct Kind {
    std::string_view begin;
    std::string_view end;
    std::string_view sign;
  };
  constexpr auto kinds =
      std::to_array<Kind>({{"<![CDATA[", "]]>", ""}, {"<!--", "-->", "!"}, {"<?", "?>", "?"}, {"<", ">", "<"}});
  std::string result;
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
    const auto* const kind =
        std::ranges::find_if(kinds, [&](const Kind& one) { return text.substr(at).starts_with(one.begin); });
    const bool is_tag = kind->begin == "<";
    if (is_tag) result += text.substr(at, text.find_first_of(" >/", at + 2) - at);
    const std::size_t end = is_tag ? end_of_tag(text, at) : text.find(kind->end, at);
    result += kind->sign;
    if (end == std::string_view::npos) return result + "cut off";
    at = end + kind->end.size();
  }
  return result;
}

/// A rewrite never makes the end of a section, of a comment, of a tag, whatever the base holds.
TEST(XmlHostile, NoBaseBreaksOut) {
  for (const std::string_view base :
       {"http://h/]]>/", "http://h/]]/", "http://h/]/", "http://h/?>/", "http://h/-->/", "http://h/--/", "http://h/\"/",
        "http://h/'/", "http://h/&/", "http://h/&amp;/", "http://h/<a>/", "http://h/&lt;/", "http://h/a b/",
        "http://h/)/", "http://h/\\/", "http://h/</style>/", "http://h/<![CDATA[/", "http://h/<!--/",
        "http://h/%5D%5D%3E/"}) {
    for (const std::string_view place : places) {
      for (const std::string_view reference : {"x", ">", "]>", "x]]", "./x"}) {
        if (reference.ends_with('>') && place.find("=#") != std::string_view::npos) continue;
        std::string text(place);
        text.replace(text.find('#'), 1, reference);
        text = atom + text + "</feed>";
        SCOPED_TRACE(std::string(base) + ": " + text);
        const std::string output = test::expect_promises(text, {.url = std::string(base), .type = Type::xml});
        const std::string closed = test::expect_promises(output, {.type = Type::xml});
        EXPECT_EQ(closed, output);
        EXPECT_EQ(skeleton(output), skeleton(text)) << output;
      }
    }
  }
}

/// An SVG as Illustrator saves it: names of namespaces are entities, and there are more in values.
TEST(XmlHostile, NamespacesThatAreEntitiesAreNotExpanded) {
  const std::string text =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
      "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\" [\n"
      "\t<!ENTITY ns_svg \"http://www.w3.org/2000/svg\">\n"
      "\t<!ENTITY ns_xlink \"http://www.w3.org/1999/xlink\">\n"
      "\t<!ENTITY ns_ai \"http://ns.adobe.com/AdobeIllustrator/10.0/\">\n"
      "\t<!ENTITY here \"pictures\">\n"
      "]>\n"
      "<svg version=\"1.1\" xmlns=\"&ns_svg;\" xmlns:xlink=\"&ns_xlink;\" xmlns:i=\"&ns_ai;\">\n"
      "<image xlink:href=\"a.png\"/><image xlink:href=\"&here;/b.png\"/><style>a{b:url(c.png)}</style>\n"
      "<g style=\"fill:url(#d)\"/><i:pgf href=\"e\"/></svg>\n";
  for (std::size_t end = 0; end <= text.size(); ++end) {
    test::expect_promises(text.substr(0, end), {.url = "http://h/a/", .type = Type::xml});
  }
  const std::string output = plan(text, {.url = "http://h/a/", .type = Type::xml}).output();
  EXPECT_NE(output.find("xlink:href=\"http://h/a/a.png\""), std::string::npos) << output;
  EXPECT_NE(output.find("xlink:href=\"&here;/b.png\""), std::string::npos) << output;
}

/// A small document of each vocabulary, with what is hard to cut.
const auto documents = std::to_array<std::string_view>({
    "<?xml version='1.0' encoding='utf-8'?><?xml-stylesheet href='a.css'?><!-- b --><feed "
    "xmlns='http://www.w3.org/2005/Atom' "
    "xml:base='c/'><id>d</id><link href='e'/><icon>f</icon><entry xml:base='g/'><title type='html'>&lt;a "
    "href='h&amp;amp;i'>j"
    "<![CDATA[<img src=k>]]></title><content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml' xml:base='l/'>"
    "<a href='m'>n</a><style>o{p:url(q)}</style></div></content></entry></feed>",
    "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><tagline mode='escaped' type='text/html'>&lt;a "
    "href='a'></tagline>"
    "<entry><content mode='base64' "
    "type='text/html'>PGEgaHJlZj0iYiI+Yzwv\nYT4=</content><author><url>d</url></author></entry>"
    "</feed>",
    "<rss version='2.0' xmlns:content='http://purl.org/rss/1.0/modules/content/' "
    "xmlns:media='http://search.yahoo.com/mrss/'>"
    "<channel><link>a</link><item><guid>b</guid><description><![CDATA[<a href=\"c\">]]]]><![CDATA[>]]></description>"
    "<content:encoded>&lt;p style='d:url(e)'></content:encoded><media:content url='f'/><enclosure "
    "url='g'/></item></channel>"
    "</rss>",
    "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/' "
    "xmlns:admin='http://webns.net/mvcb/'><channel rdf:about='a'><link>b</link><admin:generatorAgent rdf:resource='c'/>"
    "</channel><item rdf:about='d'><link>e</link></item></rdf:RDF>",
    "<opml version='2.0'><head><docs>a</docs></head><body><outline xmlUrl='b' htmlUrl='c'/></body></opml>",
    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
    "xmlns:image='http://www.google.com/schemas/sitemap-image/1.1'><url><loc>a</loc><image:image><image:loc>b</"
    "image:loc>"
    "</image:image></url></urlset>",
    "<svg xmlns='http://www.w3.org/2000/svg' "
    "xmlns:xlink='http://www.w3.org/1999/xlink'><style><![CDATA[a{b:url(c)}]]></style>"
    "<use xlink:href='d#e'/><a href='f'/><g fill='url(g#h)'/><foreignObject><div xmlns='http://www.w3.org/1999/xhtml'>"
    "<img src='i'/></div></foreignObject></svg>",
    "<!DOCTYPE html [<!ENTITY e 'f'>]><html xmlns='http://www.w3.org/1999/xhtml'><head><base href='a/'/><link "
    "href='b'/></head>"
    "<body xml:base='c/'><img src='d' srcset='e 1x, f 2x'/><iframe srcdoc='&lt;a href=\"g\">'/>&e;<a "
    "href='&e;'/></body></html>",
});

TEST(XmlHostile, DocumentsCutOffAnywhereKeepThePromises) {
  for (const std::string_view document : documents) {
    for (std::size_t end = 0; end <= document.size(); ++end) {
      SCOPED_TRACE(document.substr(0, end));
      test::expect_promises(document.substr(0, end), {.url = "http://h/a/", .type = Type::xml});
    }
  }
}

TEST(XmlHostile, DocumentsWithoutAByteKeepThePromises) {
  for (const std::string_view document : documents) {
    for (std::size_t at = 0; at < document.size(); at += ABSOLVE_SANITIZED != 0 ? 4 : 1) {
      for (const std::string_view other : {""sv, "\0"sv, "<"sv, "]]>"sv}) {
        const std::string text = std::string(document.substr(0, at)).append(other).append(document.substr(at + 1));
        SCOPED_TRACE(text);
        test::expect_promises(text, {.url = "http://h/a/]]>&'/", .type = Type::xml});
      }
    }
  }
}

}  // namespace
}  // namespace absolve
