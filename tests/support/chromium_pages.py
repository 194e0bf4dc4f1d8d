"""Random pages for chromium.py: odd ways to write bases, image candidates, refreshes, style sheets and nested documents."""

import random
import sys

# None has "/*" in its absolute form: Chromium takes that in url() for a comment when it writes custom properties out.
REFERENCES = ["x", "a.png", "../u", "../../../u", "/r/s", "//h.example/p", "?q", "?a&b=c", "#f", ".", "./", "..", "x/./y/../z",
              "a b", "a,b", "a,", ",a", "a(b", "a)b", "(a)", "it's", 'q"q', "ü", "a;b", "./a:b", "%41%zz", "x?y#z", "a<b", "a>b",
              "a=b", "a`b", "a]b", "a|b", "a^b", "a//b", "http://h.example/x", "data:,x,y", "mailto:x@y.example", "x?url=y",
              " x ", "&amp;", "a&copy;b", "a&ampb", "x#a b", "a{b}c", "~a", "$1", "5", "url", "import", "-->", "\u20ac"]
# What only the URL standard takes to where browsers do.
ODD_REFERENCES = ["..\\u", "\\r\\s", "\\\\h.example\\p", "/\\h.example/p", "x\\..\\y?z\\w#v\\", "http:g", "http:/r/s", "HTTP:..\\u",
                  "http:?q", "http:#f", "http:", "https:h.example", "///h.example/p", "////h.example", "//h.example:80/p",
                  "//H.EXAMPLE/p", "//u:p@h.example/", "x\ty", "x\ny", "..\t/u", "\t?q", "ht\ntp:g", "/\n/h.example/p", "%2e%2e/u",
                  ".%2E/u", "%2e", "/%2e/x", "?", "#", "?#", "//", "///", "//[", "//h.example:x/", "http://a b/", ":x", "/.//x",
                  "..//x", "/..//x", "/C|/x", "x/../../../../y", "a\x01b", "\x0bx", "%", "%zz?%zz#%zz", "?a b", "#a b", ";p",
                  "mailto:x\\y"]
BASES = ["/x/", "sub/", "../", "?q", "one", "//h.example/d/e", "http://h.example/a b/", "http://h.example/,/", "/x,",
         "http://h.example/it's/", 'http://h.example/"/', "http://h.example/(a)/", "http://h.example/<b>/",
         "http://h.example/&/", "http://h.example/ü/?q", "  /x/  ", "http://h.example", "/x/?a&b", "http://h.example/\\41/",
         "http://h.example/]}/", "http://h.example/-->/", "http://h.example/</style>/",
         "http://h.example/</script>/", "http://h.example/]]>/"]
ODD_BASES = ["\\x\\", "sub\\", "http:/h.example\\d\\", "http:sub/", "///h.example/d/", "/x\t/y/", "//h.example\n/d/", "%2e%2e/x/",
             "http://h.example/x/..", "mailto:x@y.example", "about:blank", "data:,x", "javascript:x", "x:y",
             "//h.example/?a\\b", "//h.example/#f", "?", "#", "", "https:h.example/d/"]
SPACES = ["", "", "", " ", "\n", "\t", "\f", "\r\n", "  "]


class Writer:
    def __init__(self, seed, odd):
        self.random = random.Random(seed)
        self.references = REFERENCES + (ODD_REFERENCES if odd else [])
        self.bases = BASES + (ODD_BASES if odd else [])

    def one(self, *choices):
        return self.random.choice(choices)

    def space(self):
        return self.random.choice(SPACES)

    def reference(self):
        return self.random.choice(self.references)

    def attribute(self, name, value):
        """One that means the value, with character references where they must be and elsewhere."""
        quote = self.one('"', '"', "'", "")
        if quote == "" and (value == "" or any(c in " \t\n\f\r\"'=<>`" for c in value)):
            quote = '"'
        written = "".join(self.character(c, quote) for c in value)
        return self.one(" ", "\n", "  ") + self.one(name, name, name.upper()) + self.one("=", "=", " = ") + quote + written + quote

    def character(self, c, quote):
        if c == "&":
            return self.one("&amp;", "&amp;", "&#38;", "&AMP;")
        if c == quote or self.random.random() < 0.02:
            return self.one("&#%d;", "&#x%x;", "&#X%X;", "&#0%d;") % ord(c)
        return c

    def candidates(self):
        text = self.one("", "", ",", " , ")
        for _ in range(self.random.randint(0, 4)):
            text += self.space() + self.reference().replace(" ", "%20")
            text += self.one("", " 1x", " 2x", " 100w", "\t1.5x", " (1x, 2x)", " foo(a, b) 1x", " 1x 2w", " -1x", " (") + self.space()
            text += self.one(", ", ",", ",,", " ,", " ")
        return text

    def refresh(self):
        reference = self.reference()
        quote = self.one("", "", '"', "'")
        return (self.space() + self.one("700", "700.5", ".5", "700.", "0800", "9x", "", "+700") + self.space() +
                self.one(";", ",", " ", "", ",") + self.space() +
                self.one("url=", "URL=", "url =", "url= ", "", "", "uRl\t=\n", "url", "ur=") +
                quote + reference + self.one(quote, quote, "", quote + "y"))

    def css_character(self, c, special):
        if c in special:
            return "\\" + c if self.random.random() < 0.5 and c != "\n" else "\\%x " % ord(c)
        if self.random.random() < 0.02:
            return self.one("\\%x ", "\\%06x", "\\%X\n") % ord(c)
        return c

    def css_url(self):
        reference = self.reference()
        quote = self.one("", '"', "'")
        special = quote + "\\\n" if quote else " \t\n\v\x01\"'()\\"
        inner = quote + "".join(self.css_character(c, special) for c in reference) + quote
        function = self.one("url", "url", "URL", "u\\72l", "\\75 rl", "\\55RL")
        return function + "(" + self.space() + inner + self.space() + ")"

    def declaration(self):
        name = self.one("background", "background-image", "list-style-image", "cursor", "--x", "content", "unknown",
                        "border-image-source", "mask-image")
        value = self.one(self.css_url(), self.css_url(), self.css_url() + "," + self.css_url(), "/* url(no) */" + self.css_url(),
                         '"url(no)"', "image-set(" + self.css_url() + " 1x, 's.png' 2x)", "url(no no)", "url(no'no)",
                         self.css_url() + " ! important", "linear-gradient(red, blue), " + self.css_url(), "[ { url(in) } ]")
        return name + self.one(":", ": ", " : ") + value

    def declarations(self):
        return self.one(";", "; ", ";\n").join(self.declaration() for _ in range(self.random.randint(1, 3)))

    def sheet(self):
        text = self.one("", "", "<!-- ", '@charset "utf-8";', "@import 'i.css';", "@import " + self.css_url() + " print;",
                        "@namespace x url(no);", "/* */")
        for _ in range(self.random.randint(0, 3)):
            rule = self.one("a", "p > b", "[href='url(no)']", "@font-face", "@page") + "{" + self.declarations() + "}"
            text += self.one(rule, rule, rule, "@media print {" + rule + "}", "@supports (a: url(s)) {" + rule + "}", "@layer x {" + rule + "}")
        return text + self.one("", "", "", "a { background: url(cut", "a { background: url('cut", "a { b: c /* cut", "a { b: \"cut\\")

    def base(self):
        return "<base" + self.one("", self.attribute("target", "_top")) + self.attribute("href", self.random.choice(self.bases)) + ">"

    def svg_style(self):
        sheet = self.sheet().replace("]]>", "")
        escaped = sheet.replace("&", "&amp;").replace("<", "&lt;")
        return "<svg><style>" + self.one(escaped, "<![CDATA[" + sheet + "]]>", "<!-- url(no) -->" + escaped) + "</style></svg>"

    def json_character(self, c):
        if c in '"\\<' or c < " " or self.random.random() < 0.02:
            return "\\u%04x" % ord(c)
        return self.one("/", "/", "\\/") if c == "/" else c

    def json_string(self):
        reference = self.reference()
        prefix = "" if reference.startswith("/") else self.one("", "./", "../", "/")
        return '"' + "".join(self.json_character(c) for c in prefix + reference) + '"'

    def json_map(self):
        keys = {self.json_string() for _ in range(self.random.randint(0, 3))}
        return "{" + self.one(",", " , ", ",\n").join(key + self.one(":", " : ") + self.json_string() for key in sorted(keys)) + "}"

    def import_map(self):
        return ('<script type=importmap>{"imports": ' + self.json_map() + ', "scopes": {' + self.json_string() + ": " +
                self.json_map() + '}, "integrity": {' + self.json_string() + ': "no"}}</script>')

    def speculation_rules(self):
        urls = ", ".join(self.json_string() for _ in range(self.random.randint(0, 3)))
        return ('<script type=speculationrules>{"' + self.one("prefetch", "prerender") + '": [{"urls": [' + urls +
                ']}, {"where": {"href_matches": "no/*"}}]}</script>')

    def element(self, depth):
        def link(tag, name, close=""):
            return lambda: "<" + tag + self.attribute(name, self.reference()) + self.one(">", " />", "\n>") + close

        def around(before, after):
            return lambda: before + self.elements(depth - 1) + after

        def around_base(before, after):  # where none counts
            return lambda: before + self.base() + after

        plain = [link("a", "href", "</a>"), link("img", "src"), link("form", "action", "</form>"), link("q", "cite", "</q>"),
                 link("video", "poster", "</video>"), link("td", "background"), link("svg><a", "href", "</a></svg>"),
                 link("svg><use", "xlink:href", "</svg>"), link("math><mi", "href", "</mi></math>"), link("embed", "src"),
                 link("button", "formaction", "</button>"), link("area", "href"), link("img", "data-src"),
                 around_base("<template>", "</template>"), around_base("<svg>", "</svg>"), around_base("<!--", "-->"),
                 around_base("<textarea>", "</textarea>"),
                 lambda: "<a" + self.attribute("ping", " ".join(self.reference() for _ in range(3))) + self.attribute("href", "x") + "></a>",
                 lambda: "<svg><rect" + self.attribute("fill", self.css_url()) + "/></svg>"]
        many = [lambda: "<img" + self.attribute("srcset", self.candidates()) + ">",
                lambda: "<source" + self.attribute("srcset", self.candidates()) + ">",
                lambda: "<p" + self.attribute("style", self.declarations()) + ">",
                lambda: "<style>" + self.sheet() + "</style>", self.svg_style, self.import_map, self.speculation_rules,
                lambda: "<img" + self.attribute("data-srcset", self.candidates()) + ">",
                lambda: "<meta http-equiv=" + self.one("refresh", "Refresh") + self.attribute("content", self.refresh()) + ">"]
        nesting = [around("<template>", "</template>"), around("<noscript>", "</noscript>"), around("<table><tr><td>", "</table>"),
                   around("<!--", "-->"), around("<select>", "</select>"), around("<svg><foreignObject>", "</foreignObject></svg>"),
                   lambda: "<iframe" + self.attribute("srcdoc", self.document(depth - 1)) + "></iframe>"]
        return self.random.choice(self.one(plain, many, many) if depth == 0 else self.one(plain, many, many, nesting))()

    def elements(self, depth):
        return "\n".join(self.element(depth) for _ in range(self.random.randint(0, 5)))

    def document(self, depth):
        # The base comes first: a frame that Chromium has met before its document's base does without it.
        return self.one("", self.base() + self.one("", self.base())) + self.elements(depth)


def page(seed, odd=False):
    """The page of a number, always the same: its bytes, in UTF-8. With odd references, where they are wanted."""
    writer = Writer(seed, odd)
    return ("<!DOCTYPE html><title>%d</title>\n" % seed + writer.document(2) + "\n" + writer.elements(2)).encode()


if __name__ == "__main__":
    sys.stdout.buffer.write(page(int(sys.argv[1]), odd=sys.argv[2:] == ["odd"]))
