#include "objects.h"

#include <array>
#include <optional>
#include <string>
#include <type_traits>

#include "../describe/members.h"
#include "../text/percent.h"
#include "../text/utf8.h"

namespace absolve::python {
namespace {

constexpr std::array<std::string_view, 3> severities = {"detail", "notice", "failure"};

/// The byte of a link in another charset that a surrogate stands for (PEP 383); nullopt if it is a character.
std::optional<char> byte_of(Py_UCS4 c) noexcept {
  constexpr Py_UCS4 first = 0xDC80;
  constexpr Py_UCS4 last = 0xDCFF;
  return first <= c && c <= last ? std::optional(static_cast<char>(c - 0xDC00)) : std::nullopt;
}

/// An answer in UTF-8; if it contains bytes of a link in another charset, with these bytes, and with other characters
/// escaped: their UTF-8 would be other characters in that charset.
std::string bytes_of_answer(const py::object& answer) {
  if (PyUnicode_IS_ASCII(answer.ptr())) return std::string(Utf8(answer, "replace").view());
  std::string result;
  bool has_bytes = false;
  for (Py_ssize_t i = 0; i < PyUnicode_GET_LENGTH(answer.ptr()); ++i) {
    const Py_UCS4 c = PyUnicode_READ_CHAR(answer.ptr(), i);
    const auto byte = byte_of(c);
    has_bytes = has_bytes || byte;
    std::string character;
    if (!byte) append_utf8(character, c);
    result += byte ? std::string(1, *byte) : percent_escaped(character);
  }
  return has_bytes ? result : std::string(Utf8(answer, "replace").view());
}

}  // namespace

py::object link_object(Maker& maker, const Plan& plan, const Link& link, LineCounter& lines, const Places& places,
                       const SourcePlace& place, bool in_bytes) {
  const std::optional<std::string> url = in_bytes ? link.url() : std::nullopt;
  const std::size_t offset = plan.source_offset(link).value_or(0);
  return maker.make([&](const auto& add) {
    for_each_member(plan, link, lines, place, [&](std::string_view name, const auto& value) {
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::optional<std::size_t>>) {
        if (value && name == "offset") return add(name, std::optional(place.bytes + places.of(offset)));
        if (value && name == "length") return add(name, std::optional(places.between(offset, offset + *value)));
        if (value && name == "column") return add(name, std::optional(places.between(offset + 1 - *value, offset) + 1));
      }
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string_view>) {
        if (in_bytes && name == "reference") return add(name, link.reference);
      }
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::optional<std::string_view>>) {
        if (in_bytes && name == "url" && url) return add(name, std::optional<std::string_view>(*url));
      }
      if (name == "record" || name == "record_number") return;
      return add(name, value);
    });
  });
}

py::list links_of(const Plan& plan, const Source& source, const SourcePlace& place, const py::object& type,
                  Which which) {
  LineCounter lines(plan);
  const Places places(source);
  Maker maker(type, source.is_text());
  py::list links;
  for (const Link& link : plan.links()) {
    if (which == Which::still_relative && !is_still_relative(link)) continue;
    links.append(link_object(maker, plan, link, lines, places, place, source.is_text()));
  }
  return links;
}

LinkAnswer Asking::ask(const LinkQuestion& question) {
  if (question.number == 0 || !lines_) lines_.emplace(question.plan);
  const py::object link = link_object(maker_, question.plan, question.link, *lines_, places_, SourcePlace(), true);
  const py::object answer = call(replace_.function, link);
  if (answer.is_none()) return LinkAnswer::as_planned();
  if (answer.is(replace_.keep)) return LinkAnswer::keep();
  if (PyUnicode_Check(answer.ptr()) != 0) {
    if (answer.equal(link.attr("url"))) return LinkAnswer::as_planned();
    return LinkAnswer::replace(bytes_of_answer(answer));
  }
  raise(PyExc_TypeError, py::str("replace: the function must return None, KEEP or a str, not {!r}").format(answer));
}

void Notes::add(const Note& note, Number offset, Number line, Number record) {
  if (!all_ && note.severity < Note::Severity::notice) return;
  notes_.append(maker_.make([&](const auto& add) {
    add("text", std::string_view(note.text));
    add("severity", severities[static_cast<std::size_t>(note.severity)]);
    add("code", name_of(note.code));
    add("offset", offset);
    add("line", line);
    add("part", std::string_view(note.part));
    add("message", note.message > 0 ? Number(note.message) : Number());
    add("record", record);
  }));
}

}  // namespace absolve::python
