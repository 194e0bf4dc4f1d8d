#include "post.h"

#include <array>
#include <random>
#include <string_view>

namespace absolve::test {
namespace {

class Maker {
 public:
  /// `wild`: with what makes it hard to say what will become of the references.
  explicit Maker(unsigned seed, bool wild = false) : engine_(seed), ending_(one_in(2) ? "\n" : "\r\n"), wild_(wild) {}

  Post make() {
    std::string message = entity(0, {}, true);
    if (one_in(10)) message.insert(0, "\xEF\xBB\xBF");
    return {std::move(message), references_};
  }

  std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(engine_); }
  bool one_in(std::size_t count) { return below(count) == 0; }
  std::string any(std::initializer_list<const char*> choices) { return choices.begin()[below(choices.size())]; }

 private:
  std::string headings() {
    std::string text;
    if (one_in(6))
      text += any({"Content-Base", "CONTENT-BASE", "Base", "Content-Location"}) +
              any({": <URL:http://b/c/d>", ": \"http://b/c/\"", ": relative/", ": mailto:x", ":", ": http://b/;x"}) +
              ending_;
    if (wild_ && one_in(3)) {
      text += any({"Content-Location: one.png", "Content-Location: http://B/c/%6fne.png",
                   "Content-Location: d/page.html", "Link: <x>, <a\"b>", "DKIM-Signature: x", "Content-Length: 20"}) +
              ending_;
    }
    if (one_in(6)) text += any({"X-Junk: a", "Subject: x", "no field at all", "List-Help: <help>", "X: --b"}) + ending_;
    return text;
  }

  /// A header and a body, which doesn't end with a line end of its own. `boundary`: of the multipart around it.
  std::string entity(std::size_t level, const std::string& boundary, bool readable) {
    switch (level > 4 ? 0 : below(level == 0 ? 6 : 9)) {
      case 0:
      case 1:
      case 2: return html(readable);
      case 3:
      case 4: return multipart(level, boundary, readable);
      case 5: return message(level, boundary, readable);
      default: return other();
    }
  }

  std::string other() {
    return headings() + any({"Content-Type: text/plain", "Content-Type: image/png; name=\"a;b\"", ""}) + ending_ +
           ending_ + "<a href=\"not/read\">" + ending_ + "--" + ending_ + "-- " + ending_ + "body";
  }

  std::string multipart(std::size_t level, const std::string& boundary, bool readable) {
    const std::string mine = boundary + any({"b", "--", "c", "=_;'"}) + std::to_string(level);
    const std::string subtype = any({"mixed", "alternative", "related", "x-unknown", "signed", "encrypted"});
    readable = readable && subtype != "signed" && subtype != "encrypted";
    std::string text = headings() + "Content-Type: multipart/" + subtype + ";" + any({" ", "\n ", " (comment); "}) +
                       "boundary=\"" + mine + "\"" + ending_ + ending_;
    if (ending_ == "\r\n") {
      const std::size_t fold = text.find(";\n ");
      if (fold != std::string::npos) text.insert(fold + 1, "\r");
    }
    if (one_in(3)) text += "preamble <a href=no>" + ending_;
    for (std::size_t i = 1 + below(3); i > 0; --i) {
      text += "--" + mine + any({"", "", " ", "\t"}) + ending_ + entity(level + 1, mine, readable) + ending_;
    }
    if (one_in(4) && level > 0) return text;
    return text + "--" + mine + "--" + ending_ + any({"", "epilogue <a href=no>"});
  }

  std::string message(std::size_t level, const std::string& boundary, bool readable) {
    std::string header = headings() + "Content-Type: " + any({"message/rfc822", "MESSAGE/RFC822"}) + ending_;
    std::string inner = entity(level + 1, boundary, readable);
    return encoded(std::move(header), std::move(inner));
  }

  std::string html(bool readable) {
    std::string body;
    for (std::size_t i = below(5); i > 0; --i) {
      body +=
          any({"<p>text</p>", "<!-- <a href=no> -->", " ", "\t", "caf\xC3\xA9", "=", "From me",
               "<script>'<a href=no>'</script>",
               "a rather long line that goes on and on, so that a link in it makes it longer than what is allowed"});
      if (one_in(2)) body += ending_;
      if (one_in(3)) continue;
      body += any({"<a href=\"x/y?z=1&amp;w\">", "<a href='../x'>", "<a href=x>", "<img alt=\"\" src=\"a/b/c.png\">",
                   "<a\thref=\"./\">"});
      if (readable) ++references_;
    }
    if (wild_) {
      for (std::size_t i = below(5); i > 0; --i) {
        body.insert(
            below(body.size() + 1),
            any({"<base href=http://c/d/e>", "<base href='f/' target=t>", "<img src=one.png>",
                 "<img src='../a/one.png#x'>", "<img srcset='one.png 2x'>", "\n--b0", "\n--b0--", "\n\nFrom a\nTo: b\n",
                 "<a href=#top>", "<a href=''>", "<a\n--b0 href=x>", "\n<base href=http://c/>--b0x",
                 "\n<base\n--b1=c href=http://c/>--c0", "<svg><a xlink:href=x></a></svg>"}));
      }
    }
    const std::string charset =
        any({"", "; charset=utf-8", "; charset=\"ISO-8859-1\"", wild_ ? "; charset=utf-7" : ""});
    std::string text = headings() + "Content-Type: text/html" + charset + ending_;
    return encoded(std::move(text), std::move(body));
  }

  std::string encoded(std::string header, std::string body) {
    switch (below(3)) {
      case 0: return header + ending_ + body;
      case 1:
        return header + "Content-Transfer-Encoding: quoted-printable" + ending_ + ending_ +
               in_quoted_printable(body, ending_);
      default:
        return header + "Content-Transfer-Encoding: Base64" + ending_ + ending_ +
               in_base64(body, any({"76", "60", "9"}) == "9" ? 9 : 76, ending_);
    }
  }

  std::mt19937 engine_;
  std::string ending_;
  bool wild_;
  std::size_t references_ = 0;
};

}  // namespace

Post make_post(unsigned seed) { return Maker(seed).make(); }

std::string make_bad_post(unsigned seed) {
  Maker random(seed + 1'000'000);
  std::string text = Maker(seed, true).make().message;
  for (std::size_t i = random.below(6); i > 0 && !text.empty(); --i) {
    const std::size_t at = random.below(text.size());
    switch (random.below(4)) {
      case 0: text[at] = static_cast<char>(random.below(256)); break;
      case 1: text.erase(at, random.below(40)); break;
      case 2: text.insert(at, text.substr(random.below(text.size()), random.below(100))); break;
      default:
        text.insert(at, random.any({"\n", "\r\n", "--", "=", "Content-Type: text/html\n", "\n\n", "\"", ";",
                                    "Base: http://z/\n"}));
    }
  }
  return text;
}

std::string in_quoted_printable(const std::string& text, const std::string& ending) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string result;
  std::size_t column = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (text.compare(i, ending.size(), ending) == 0) {
      result += ending;
      i += ending.size() - 1;
      column = 0;
      continue;
    }
    const bool last = i + 1 == text.size() || text.compare(i + 1, ending.size(), ending) == 0;
    const bool literal = (c > ' ' && c <= '~' && c != '=') || (c == ' ' && !last);
    if (column + 3 > 75) {
      result += "=" + ending;
      column = 0;
    }
    if (literal) {
      result += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      result.append(1, '=').append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
    }
    column += literal ? 1 : 3;
  }
  return result;
}

std::string in_base64(const std::string& text, std::size_t width, const std::string& ending) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string characters;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    std::array<unsigned, 3> bytes{};
    for (std::size_t k = 0; k < 3 && i + k < text.size(); ++k) bytes[k] = static_cast<unsigned char>(text[i + k]);
    const unsigned bits = bytes[0] << 16 | bytes[1] << 8 | bytes[2];
    for (std::size_t k = 0; k < 4; ++k) {
      characters += i + k > text.size() ? '=' : alphabet[bits >> (18 - 6 * k) & 63];
    }
  }
  std::string result;
  for (std::size_t i = 0; i < characters.size(); i += width) result += characters.substr(i, width) + ending;
  return result;
}

}  // namespace absolve::test
