// Documents in XML: how fast they are gone over, planned and rewritten. ABSOLVE_FEED_ENTRIES=1000000 in the environment
// makes feeds of some 100 MB.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

#include "../../src/xml/finder.h"
#include "../support/given.h"
#include "../support/plain_request.h"
#include "common.h"

namespace absolve::bench {
namespace {

constexpr Bomb feeds[] = {
    {"atom_links", "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n",
     "<entry><id>urn:x:#</id><title>An entry</title><link href=\"../2026/entry.html\"/>\n</entry>\n", "</feed>\n"},
    {"atom_escaped", "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n",
     "<entry><id>urn:x:#</id><title>An entry</title><link href=\"../2026/entry.html\"/><content type=\"html\">"
     "&lt;p>Some words, and &lt;a href=\"../more.html\">more&lt;/a> of them.&lt;/p></content></entry>\n",
     "</feed>\n"},
    {"atom_cdata", "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n",
     "<entry><id>urn:x:#</id><title>An entry</title><link href=\"../2026/entry.html\"/><content type=\"html\">"
     "<![CDATA[<p>Some words, and <a href=\"../more.html\">more</a> of them.</p>]]></content></entry>\n",
     "</feed>\n"},
    {"atom_xhtml", "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n",
     "<entry><id>urn:x:#</id><title>An entry</title><link href=\"../2026/entry.html\"/><content type=\"xhtml\">"
     "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>Some words, and <a href=\"../more.html\">more</a> of "
     "them.</p></div>"
     "</content></entry>\n",
     "</feed>\n"},
    {"atom_bases", "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:base=\"http://example.com/a/\">\n",
     "<entry xml:base=\"b/#/\"><id>urn:x:y</id><title>An entry</title><link href=\"../2026/entry.html\"/></entry>\n",
     "</feed>\n"},
    {"rss_links", "<rss version=\"2.0\"><channel>\n",
     "<item><guid>x#</guid><title>An item</title><link>/2026/item.html</link><enclosure url=\"a.mp3\" length=\"1\"/>"
     "</item>\n",
     "</channel></rss>\n"},
    {"rss_escaped", "<rss version=\"2.0\"><channel>\n",
     "<item><guid>x#</guid><title>An item</title><link>/2026/item.html</link><description>&lt;p>Some words, and "
     "&lt;a href=\"../more.html\">more&lt;/a> of them.&lt;/p></description></item>\n",
     "</channel></rss>\n"},
    {"rss_cdata", "<rss version=\"2.0\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\"><channel>\n",
     "<item><guid>x#</guid><title>An item</title><link>/2026/item.html</link><content:encoded><![CDATA[<p>Some words, "
     "and "
     "<a href=\"../more.html\">more</a> of them.</p>]]></content:encoded></item>\n",
     "</channel></rss>\n"},
    {"rss_text", "<rss version=\"2.0\"><channel>\n",
     "<item><guid>x#</guid><title>An item</title><link>http://example.com/2026/item.html</link><description>Words, and "
     "some "
     "more of them: all that is in a feed whose links are absolute, and whose text has no "
     "markup.</description></item>\n",
     "</channel></rss>\n"},
    {"sitemap", "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
     "<url><loc>/2026/page#.html</loc><lastmod>2026-01-01</lastmod></url>\n", "</urlset>\n"},
    {"svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n",
     "<g id=\"g#\" transform=\"translate(10 20)\"><path d=\"M6.564.75l-3.59 3.612-1.538-1.55L0 4.26l2.974 2.99L8 "
     "2.193z\" "
     "fill=\"#fff\" style=\"stroke:#000;stroke-width:2\"/><use xlink:href=\"#shape\" x=\"1\" y=\"2\"/>"
     "<image href=\"pictures/a.png\"/></g>\n",
     "</svg>\n"},
    {"xhtml", "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>\n",
     "<div class=\"c#\"><p>Some words, and <a href=\"../more.html\">more</a> of them.</p><img src=\"a.png\" alt=\"\"/>"
     "<br/></div>\n",
     "</body></html>\n"},
};

/// What is hard on a reader of XML, for doubling runs.
constexpr Bomb bombs[] = {
    {"nested", "<feed xmlns='http://www.w3.org/2005/Atom'>", "<entry>", "<link href='x'/>"},
    {"nested_bases", "<feed xmlns='http://www.w3.org/2005/Atom'>", "<a xml:base='http://h/b/'>", "<link href='x'/>"},
    {"nested_namespaces", "<feed xmlns='http://www.w3.org/2005/Atom'>", "<a xmlns:n#='u'>", "<link href='x'/>"},
    {"namespaces", "<feed xmlns='http://www.w3.org/2005/Atom' ", "xmlns:n#='u' ", "><link href='x'/>"},
    {"attributes", "<feed xmlns='http://www.w3.org/2005/Atom'><link ", "a#='b' ", "href='x'/>"},
    {"end_tags", "<feed xmlns='http://www.w3.org/2005/Atom'>", "<a><b></c></d>", "<link href='x'/>"},
    {"entities", "<!DOCTYPE feed [", "<!ENTITY e# 'x'>",
     "]><feed xmlns='http://www.w3.org/2005/Atom'><link href='x'/>"},
    {"references", "<!DOCTYPE feed [<!ENTITY e 'x'>]><feed xmlns='http://www.w3.org/2005/Atom'>", "<icon>&e;</icon>",
     ""},
    {"comments", "<feed xmlns='http://www.w3.org/2005/Atom'><icon>", "<!---->", "x</icon>"},
    {"cdata", "<feed xmlns='http://www.w3.org/2005/Atom'><title type='html'>", "<![CDATA[<a href=x>]]>", "</title>"},
    {"escaped", "<feed xmlns='http://www.w3.org/2005/Atom'><title type='html'>", "&lt;a href=x>", "</title>"},
    {"cut_off", "<feed xmlns='http://www.w3.org/2005/Atom'>", "<title type='html'>&lt;a href=x>", ""},
    {"angles", "<feed xmlns='http://www.w3.org/2005/Atom'>", "<", ""},
};

std::size_t entries() {
  const char* const asked = std::getenv("ABSOLVE_FEED_ENTRIES");
  return asked == nullptr ? 50'000 : std::strtoul(asked, nullptr, 10);
}

/// A feed of so many entries.
std::string made(const Bomb& feed) { return grown(feed, (std::string_view(feed.repeated).size() + 5) * entries()); }

void per_byte_of(benchmark::State& state, const std::string& text) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(text.size()));
}

}  // namespace

void register_feeds() {
  for (const Bomb& feed : feeds) {
    const auto add = [&](const std::string& what, auto one) {
      const auto run = [feed, one](benchmark::State& state) {
        const std::string text = made(feed);
        for (auto _ : state) one(text);
        per_byte_of(state, text);
      };
      benchmark::RegisterBenchmark(("xml/" + what + "/" + feed.name).c_str(), run)->Unit(benchmark::kMillisecond);
    };
    const Given given = {{.url = page_url, .type = Type::xml}};
    add("find", [](const std::string& text) { benchmark::DoNotOptimize(xml::find(text, test::plain_request())); });
    add("plan", [given](const std::string& text) { benchmark::DoNotOptimize(plan(text, given)); });
    add("rewrite", [given](const std::string& text) { benchmark::DoNotOptimize(plan(text, given).output()); });
  }
  for (const Bomb& bomb : bombs) register_bomb("xml", bomb, {{.url = page_url, .type = Type::xml}});
}

}  // namespace absolve::bench
