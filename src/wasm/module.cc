// What the module exports to JavaScript (src/npm/module.js): functions of numbers and of places in its memory. A text
// that a function answers is where `answer` and `answer_size` say, until the next call. Whatever goes wrong by an input
// or an option is an answer; where memory ends, the module traps, and JavaScript takes a new one.

#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../describe/members.h"
#include "../rules/known_options.h"
#include "../stream/stream.h"
#include "../table/columns.h"
#include "../text/types.h"
#include "../url/resolver.h"
#include "absolve/absolve.h"
#include "absolve/input.h"
#include "host.h"
#include "json.h"
#include "stream.h"

namespace absolve::wasm {
namespace {

std::string answer;

/// What a function returns besides an address. JavaScript has the same numbers.
enum Status : int { done = 0, unchanged = 1, wrong = 2, stopped = 3, is_stream = 4 };

/// The texts in `packed`, each with a NUL after it; what has none is no text.
std::vector<std::string> unpacked(std::string_view packed) {
  std::vector<std::string> texts;
  for (std::size_t end = packed.find('\0'); end != std::string_view::npos; end = packed.find('\0')) {
    texts.emplace_back(packed.substr(0, end));
    packed.remove_prefix(end + 1);
  }
  return texts;
}

int fail(std::string why) {
  answer = std::move(why);
  return wrong;
}

/// Runs a function; what it throws is a status, with the words in the answer.
template <class Work>
int guarded(Work&& work) {
  try {
    return work();
  } catch (const Stopped&) {
    return stopped;
  } catch (const BadInput& error) {
    return fail(error.what());
  }
}

/// The function is shared by copies of the options.
LinkFunction asks() {
  return [asking = std::make_shared<Asking>()](const LinkQuestion& question) { return asking->ask(question); };
}

/// A plan, with what it refers to.
struct Planned {
  std::unique_ptr<char[]> source;
  std::optional<Plan> plan;
};

/// Whether only a stream can answer an input.
bool needs_stream(std::string_view text, const Input& input, const Options& options) {
  const Type type = input.known_type();
  if (type == Type::warc || is_package(type)) return true;
  if (type == Type::jsonl) {
    bool has_documents = false;
    for_each_part(text, input, options,
                  [&](const StreamPart& part) { has_documents = has_documents || part.document || part.is_too_long; });
    return has_documents;
  }
  if (!is_table(type)) return false;
  const auto columns = table_columns(text, type, options);
  return columns && columns->has_documents();
}

}  // namespace
}  // namespace absolve::wasm

using namespace absolve;
using namespace absolve::wasm;

#define ABSOLVE_EXPORT(name) __attribute__((export_name(#name))) name

extern "C" {

char* ABSOLVE_EXPORT(allocate)(std::size_t size) { return new char[size]; }
void ABSOLVE_EXPORT(release)(const char* bytes) { delete[] bytes; }

const char* ABSOLVE_EXPORT(answer_at)() { return wasm::answer.data(); }
std::size_t ABSOLVE_EXPORT(answer_size)() { return wasm::answer.size(); }

/// The options of documents, by their names on the command line.
void ABSOLVE_EXPORT(known_options)() {
  wasm::answer.clear();
  append_list(wasm::answer, absolve::known_options(), [](const KnownOption& one) {
    append_object(wasm::answer, [&](const auto& add) {
      add("name", one.name);
      add("value", std::size_t{one.takes_value});
      add("list", std::size_t{one.repeats});
      add("bare", std::size_t{one.may_lack_value});
    });
  });
}

/// `named` has names and values in turn, each ending with NUL. nullptr if one is wrong; the answer says which, and why.
InputAndOptions* ABSOLVE_EXPORT(settings_new)(const char* named, std::size_t size, int asks_of_links) {
  std::vector<NamedOption> all;
  const std::vector<std::string> texts = unpacked({named, size});
  for (std::size_t i = 0; i + 1 < texts.size(); i += 2) all.push_back({texts[i], texts[i + 1]});
  Input input;
  if (!all.empty() && all.front().name == "name") {
    input.name = all.front().value;
    all.erase(all.begin());
  }
  auto meant = options_from(all);
  if (!meant) return static_cast<void>(fail(meant.error().text)), nullptr;
  meant->input.name = input.name;
  if (asks_of_links != 0) meant->options.on_link = asks();
  return new InputAndOptions(*std::move(meant));
}

void ABSOLVE_EXPORT(settings_free)(InputAndOptions* settings) { delete settings; }

/// Plans an input, which is released with the plan, whatever becomes of it. `is_text` means that it is decoded already.
Planned* ABSOLVE_EXPORT(planned_new)(char* source) {
  return new Planned{std::unique_ptr<char[]>(source), std::nullopt};
}
void ABSOLVE_EXPORT(planned_free)(Planned* planned) { delete planned; }

int ABSOLVE_EXPORT(planned_run)(Planned* planned, std::size_t size, const InputAndOptions* settings, int is_text) {
  return guarded([&] {
    Input input = settings->input;
    const std::string_view text(planned->source.get(), size);
    if (is_text != 0) {
      input.charset = "utf-8";
      input.is_decoded = true;
      input.content_coding = ContentCoding::identity;
    }
    input.detected = detect(text.substr(0, enough_to_detect), input, settings->options.fields);
    if (needs_stream(text, input, settings->options)) return is_stream;
    planned->plan.emplace(plan(text, input, settings->options));
    LineCounter lines(*planned->plan);
    for (const Note& note : planned->plan->notes()) {
      tell(note, {.offset = note.offset,
                  .line = note.offset ? std::optional(lines.at(*note.offset).line) : std::nullopt,
                  .record = {}});
    }
    return planned->plan->edits().empty() ? unchanged : done;
  });
}

/// The answer is the output.
void ABSOLVE_EXPORT(planned_output)(const Planned* planned) {
  wasm::answer.clear();
  planned->plan->output(wasm::answer);
}

/// The answer is the JSON of all links.
void ABSOLVE_EXPORT(planned_links)(const Planned* planned) {
  const Plan& plan = *planned->plan;
  LineCounter lines(plan);
  wasm::answer.clear();
  append_list(wasm::answer, plan.links(), [&](const Link& link) {
    append_object(wasm::answer, [&](const auto& add) { for_each_member(plan, link, lines, {}, add); });
  });
}

/// The answer is the JSON of all documents: how their bases were established.
void ABSOLVE_EXPORT(planned_explain)(const Planned* planned) {
  const Plan& plan = *planned->plan;
  std::vector<const Document*> shown;
  for (const Document& document : plan.documents()) {
    if (document.counts) shown.push_back(&document);
  }
  wasm::answer.clear();
  append_list(wasm::answer, shown, [&](const Document* document) {
    append_object(wasm::answer, [&](const auto& add) { for_each_member(plan, *document, {}, add); });
  });
}

/// `more` has texts that end with NUL: emit, date, said, output_name.
Stream* ABSOLVE_EXPORT(stream_new)(const InputAndOptions* settings, const char* more, std::size_t size) {
  std::vector<std::string> texts = unpacked({more, size});
  texts.resize(4);
  RewriterOptions options;
  options.archive.emit = texts[0] == "response" ? ArchiveEmit::response : ArchiveEmit::conversion;
  options.archive.date = std::move(texts[1]);
  options.archive.said = std::move(texts[2]);
  options.output_name = std::move(texts[3]);
  return new Stream(*settings, std::move(options));
}
void ABSOLVE_EXPORT(stream_free)(Stream* stream) { delete stream; }

int ABSOLVE_EXPORT(stream_add)(Stream* stream, const char* bytes, std::size_t size) {
  return guarded([&] { return stream->add({bytes, size}), done; });
}

int ABSOLVE_EXPORT(stream_end)(Stream* stream) {
  return guarded([&] { return stream->end(), done; });
}

/// The answer is the URL as it counts. nullptr if there is no such resolver, or the URL can't be a base; the answer
/// says why.
Base* ABSOLVE_EXPORT(base_new)(const char* url, std::size_t size, const char* resolver, std::size_t resolver_size) {
  const std::string_view name(resolver, resolver_size);
  const auto which = resolver_named(name);
  if (!which)
    return static_cast<void>(fail("resolver: '" + std::string(name) + "' is not one of rfc1808, rfc3986, whatwg")),
           nullptr;
  auto base = Base::from({url, size}, *which);
  if (base) return wasm::answer = base->url(), new Base(*std::move(base));
  return static_cast<void>(fail("url: " + base.error().text)), nullptr;
}
void ABSOLVE_EXPORT(base_free)(Base* base) { delete base; }

/// The answer is the absolute form of a reference, if it has one.
int ABSOLVE_EXPORT(base_absolute)(const Base* base, const char* reference, std::size_t size) {
  std::string scratch;
  const std::string_view text(reference, size);
  const Resolution resolved = base->resolve(text, scratch);
  if (resolved.outcome == Resolution::Outcome::refused || resolved.outcome == Resolution::Outcome::failed) {
    return unchanged;
  }
  wasm::answer.assign(resolved.head).append(text.substr(resolved.offset));
  return done;
}

void ABSOLVE_EXPORT(version)() { wasm::answer = ABSOLVE_VERSION; }

}  // extern "C"
