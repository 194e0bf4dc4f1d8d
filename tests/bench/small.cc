// Small documents, of which a server gets millions: how long each takes, and how often it allocates memory.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>

#include "common.h"

namespace {

thread_local std::size_t allocations = 0;

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using namespace absolve;
using namespace absolve::bench;

const std::string page =
    "<!doctype html><title>x</title><p>Some words and <a href=\"../g.html\">a link</a> and more of them.</p>\n";

const std::string page_without_link =
    "<!doctype html><title>x</title><p>Some words and <b>no link at all</b>, and more of them here.</p>\n";

const std::string message =
    "Received: from mail.example.org by mx.example.com; Tue, 3 Feb 2026 09:12:44 +0000\r\n"
    "From: News <news@example.com>\r\n"
    "To: Reader <reader@example.org>\r\n"
    "Subject: What is new in February\r\n"
    "Message-ID: <20260203091244.7@example.com>\r\n"
    "Date: Tue, 3 Feb 2026 09:12:44 +0000\r\n"
    "MIME-Version: 1.0\r\n"
    "Content-Type: multipart/alternative; boundary=\"part\"\r\n"
    "\r\n"
    "--part\r\n"
    "Content-Type: text/plain; charset=utf-8\r\n"
    "\r\n"
    "Read it at http://example.com/a/b/news.html\r\n"
    "--part\r\n"
    "Content-Type: text/html; charset=utf-8\r\n"
    "Content-Transfer-Encoding: quoted-printable\r\n"
    "\r\n"
    "<p>Read it <a href=3D\"news.html\">on our site</a>, or look at the <a href=3D\"../=\r\n"
    "archive/\">archive</a>.</p>\r\n"
    "--part--\r\n";

void small(benchmark::State& state, const std::string& document, Type type) {
  const Options options;
  const Input input = {.url = page_url, .type = type};
  const auto run = [&] { benchmark::DoNotOptimize(absolve::plan(document, input, options).output()); };
  run();  // what is made once is not counted
  allocations = 0;
  for (auto _ : state) run();
  state.counters["allocations"] =
      benchmark::Counter(static_cast<double>(allocations), benchmark::Counter::kAvgIterations);
}
BENCHMARK_CAPTURE(small, page, page, Type::automatic);
BENCHMARK_CAPTURE(small, page_without_link, page_without_link, Type::automatic);
BENCHMARK_CAPTURE(small, message, message, Type::mime);

}  // namespace
