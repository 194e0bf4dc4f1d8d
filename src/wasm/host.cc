#include "host.h"

#include <array>
#include <optional>

#include "../describe/members.h"
#include "json.h"

namespace {

/// The text of the last answer, which JavaScript has put there.
std::string replacement;

}  // namespace

// Addresses are numbers in JavaScript, which reads and writes the memory of the module.
extern "C" {
__attribute__((import_module("absolve"), import_name("ask"))) int absolve_ask(const char* json, std::size_t size);
__attribute__((import_module("absolve"), import_name("write"))) void absolve_write(const char* bytes, std::size_t size);
__attribute__((import_module("absolve"), import_name("tell"))) void absolve_tell(const char* json, std::size_t size);

/// Space for the text that replaces a link, to be filled before `ask` returns 2.
__attribute__((export_name("space_for_answer"))) char* space_for_answer(std::size_t size) {
  replacement.resize(size);
  return replacement.data();
}
}

namespace absolve::wasm {

LinkAnswer Asking::ask(const LinkQuestion& question) {
  if (question.number == 0 || !lines_) lines_.emplace(question.plan);
  std::string json;
  append_object(json, [&](const auto& add) { for_each_member(question.plan, question.link, *lines_, {}, add); });
  switch (absolve_ask(json.data(), json.size())) {
    case 0: return LinkAnswer::as_planned();
    case 1: return LinkAnswer::keep();
    case 2: return LinkAnswer::replace(replacement);
    default: throw Stopped{};
  }
}

void write(std::string_view bytes) { absolve_write(bytes.data(), bytes.size()); }

void tell(const Note& note, const NotePlace& place) {
  constexpr std::array<std::string_view, 3> severities = {"detail", "notice", "failure"};
  std::string json;
  append_object(json, [&](const auto& add) {
    add("code", name_of(note.code));
    add("severity", severities[static_cast<std::size_t>(note.severity)]);
    add("text", std::string_view(note.text));
    add("part", std::string_view(note.part));
    add("message", note.message > 0 ? std::optional(place.messages + note.message) : std::nullopt);
    add("record", place.record);
    add("offset", place.offset);
    add("line", place.line);
  });
  absolve_tell(json.data(), json.size());
}

}  // namespace absolve::wasm
