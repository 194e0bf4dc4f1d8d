#include "../../src/find/container.h"
#include "../../src/mime/parts.h"
#include "../support/post.h"
#include "common.h"

namespace absolve::bench {
namespace {

constexpr Bomb bombs[] = {
    {"nested_multiparts", "", "Content-Type: multipart/mixed; boundary=b#\n\n--b#\n", ""},
    {"nested_multiparts_alike", "", "Content-Type: multipart/mixed; boundary=b\n\n--b\n", ""},
    {"nested_messages", "", "Content-Type: message/rfc822\n\n", ""},
    {"parts", "Content-Type: multipart/mixed; boundary=b\n\n", "--b\nContent-Type: text/html\n\n<a href=x>\n", ""},
    {"parts_of_related", "Content-Type: multipart/related; boundary=b\n\n",
     "--b\nContent-Type: text/html\nContent-Location: x#\n\n<a href=y>\n", ""},
    {"bases", "Content-Type: text/html\n", "Content-Base: http://h/\n", "\n<a href=x>"},
    {"fields", "Link:\nList-Help:\n", "Link:\nBase:\n", "\n<a href=x>"},
    {"header_lines", "", "X-Junk: x\n", "\n<a href=x>"},
    {"header_of_one_line", "Content-Type: text/html; x=\"", "x", "\"\n\n<a href=x>"},
    {"header_without_end", "Content-Type: multipart/mixed; boundary=b\n\n--b\n", "--c\n", ""},
    {"lines_like_delimiters", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n", "--bb\n", ""},
    {"quoted_printable_blanks", "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n", " ",
     "<a href=3Dx>"},
    {"quoted_printable_links", "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n",
     "<a href=3Dx>", ""},
    {"base64_links", "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n", "PGEgaHJlZj14Pjxh", ""},
    {"links_in_one_line", "Content-Type: text/html\n\n", "<a href=x>", ""},
    {"links_in_headers", "Link: ", "<x>, ", "\n\n"},
};

constexpr Bomb mailboxes[] = {
    {"messages", "", "From a\nContent-Type: text/html\n\n<a href=x>\n\n", ""},
    {"separators", "From a\nSubject: x\n\n", "\nFrom b\n", ""},
    {"content_lengths", "", "From a\nContent-Length: 1000000000\n\nx\n\n", ""},
};

/// A message that is nearly all one attachment.
const std::string& attachment() {
  static const std::string message =
      "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<a href=x>\n--b\n"
      "Content-Transfer-Encoding: base64\n\n" +
      test::in_base64(std::string(std::size_t{48} << 20, 'x'), 76, "\n") + "--b--\n";
  return message;
}

void part_scanning(benchmark::State& state) {
  const std::string& message = attachment();
  for (auto _ : state) benchmark::DoNotOptimize(mime::find_entities(message));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(message.size()));
}
BENCHMARK(part_scanning)->Unit(benchmark::kMillisecond);

enum class Encoding : std::uint8_t { identity, quoted_printable, base64 };

/// A mailbox of about 100 MB, in which each message is a page of the corpus.
std::string mailbox_of_pages(Encoding encoding) {
  std::string box;
  while (box.size() < 100'000'000 && !corpus().pages.empty()) {
    for (const std::string& page : corpus().pages) {
      box += "From a@b Sat Jan  3 01:05:34 1996\nContent-Type: text/html\n";
      switch (encoding) {
        case Encoding::identity: box += "\n" + page; break;
        case Encoding::quoted_printable:
          box += "Content-Transfer-Encoding: quoted-printable\n\n" + test::in_quoted_printable(page, "\n");
          break;
        case Encoding::base64: box += "Content-Transfer-Encoding: base64\n\n" + test::in_base64(page, 76, "\n"); break;
      }
      box += "\n\n";
    }
  }
  return box;
}

void mailbox(benchmark::State& state, Encoding encoding) {
  const std::string box = mailbox_of_pages(encoding);
  std::string buffer;
  for (auto _ : state) {
    for (std::string_view rest = box; !rest.empty();) {
      const std::string_view message = rest.substr(0, next_piece(Container::mailbox, rest, 0, true)->next);
      plan(message, {.url = page_url, .type = Type::mbox}).output(buffer);
      benchmark::DoNotOptimize(buffer);
      rest.remove_prefix(message.size());
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(box.size()));
}
BENCHMARK_CAPTURE(mailbox, identity, Encoding::identity)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(mailbox, quoted_printable, Encoding::quoted_printable)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(mailbox, base64, Encoding::base64)->Unit(benchmark::kMillisecond);

}  // namespace

void register_message_bombs() {
  for (const Bomb& bomb : bombs)
    register_bomb("mime", bomb, {{.url = page_url, .type = Type::mime}, {.headers = true}});
  for (const Bomb& bomb : mailboxes) register_bomb("mbox", bomb, {{.url = page_url, .type = Type::mbox}});
}

}  // namespace absolve::bench
