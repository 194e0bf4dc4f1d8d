#include "streams.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "../collect/opening.h"
#include "../stream/stream.h"
#include "absolve/absolve.h"
#include "maker.h"
#include "objects.h"
#include "source.h"

namespace absolve::python {
namespace {

const std::atomic<bool> never = false;

/// The lines of a stream, each answered by itself.
class Lines {
 public:
  explicit Lines(const py::list& named) : meant_(meaning_of(named)) {
    meant_.input.type = Type::jsonl;
    meant_.input.content_coding = ContentCoding::identity;
  }

  /// The line with its answer, and the notes.
  [[nodiscard]] py::tuple answer(const py::object& line, std::size_t number, const py::object& note_type,
                                 bool all_notes) const {
    const Source source(line, "each of lines");
    if (source.is_text() && !meant_.input.charset.empty()) refuse_charset();
    std::vector<Note> told;
    std::string output;
    {
      Unlocked unlocked;
      auto [stream, options] = meant_;
      stream.continues = number > 1;
      if (stream.continues) drop_noted_url(stream, options.resolver);
      options.on_step = signals_handled(unlocked);
      for_each_part(source.bytes(), stream, options, [&](const StreamPart& part) {
        take(part, stream, options, source.is_text(), output, told);
        output += part.ending;
      });
    }
    Notes notes(note_type, source.is_text(), all_notes);
    for (const Note& note : told) notes.add(note, {}, number);
    if (output == source.bytes()) return py::make_tuple(source.unchanged(), notes.list());
    if (source.is_text()) return py::make_tuple(text_of(output, true), notes.list());
    return py::make_tuple(py::bytes(output), notes.list());
  }

 private:
  static void take(const StreamPart& part, Input input, const Options& options, bool is_text, std::string& output,
                   std::vector<Note>& told) {
    if (part.is_too_long) {
      told.push_back({NoteCode::too_costly, Note::Severity::failure, std::string(too_long_line), {}});
      output += part.text;
      return;
    }
    if (is_text) input.charset = "utf-8";
    const Plan plan = part.document ? absolve::plan(part.document->document(), part.document->input(), options)
                                    : absolve::plan(part.text, input, options);
    output += part.document ? part.document->answer(plan) : plan.output();
    told.insert(told.end(), plan.notes().begin(), plan.notes().end());
  }

  InputAndOptions meant_;
};

/// Fills a space with what a Python function returns: read(size).
std::size_t read_some(const py::object& read, std::span<char> space) {
  const Source bytes(call(read, owned(PyLong_FromSize_t(space.size()))), "what file.read() returns");
  if (bytes.is_text()) raise(PyExc_TypeError, "the file returns str: open it in binary mode");
  if (bytes.bytes().size() > space.size()) raise(PyExc_ValueError, "the file returned more bytes than requested");
  std::copy(bytes.bytes().begin(), bytes.bytes().end(), space.begin());
  return bytes.bytes().size();
}

/// The notes of units. What is wrong with the URL that is given for all of them is said once.
class UnitNotes {
 public:
  UnitNotes(Notes& notes, std::string& said) : notes_(notes), said_(said) {}

  void add(const Unit& unit);

 private:
  Notes& notes_;
  std::string& said_;  // what is wrong with it
};

void UnitNotes::add(const Unit& unit) {
  const SourcePlace& place = unit.place;
  const Number record = place.record > 0 ? Number(place.record) : Number();
  const Number line = place.line > 0 ? Number(place.line) : Number();
  if (unit.plan != nullptr) {
    LineCounter lines(*unit.plan);
    for (Note note : unit.plan->notes()) {
      const bool is_of_all = !note.offset && note.message == 0 && !record && !line;
      if (is_of_all && !place.is_first() && note.severity != Note::Severity::failure) continue;
      if (note.code == NoteCode::unsuitable_base && !note.offset) {
        if (note.text == said_) continue;
        said_ = note.text;
      }
      if (note.message > 0) note.message += place.messages;
      const Number at = note.offset ? Number(*note.offset + (record ? 0 : place.bytes)) : Number();
      const Number line_of_it = line || record ? line
                                : note.offset  ? Number(place.lines + lines.at(*note.offset).line)
                                               : Number();
      notes_.add(note, at, line_of_it, record);
    }
  }
  if (!unit.left.empty()) {
    notes_.add({NoteCode::record_unread, Note::Severity::failure, std::string(unit.left), {}}, {}, line, record);
  }
  if (!unit.failed.empty()) {
    notes_.add({NoteCode::nothing_to_answer, Note::Severity::detail, std::string(unit.failed), {}}, {}, line, record);
  }
}

/// The settings of a run.
struct Meant : InputAndOptions {
  Meant(const py::list& named, py::handle name) : InputAndOptions(meaning_of(named)) {
    input.name = Utf8(name, "name").view();
  }

  RewriterOptions more = {};
};

/// The units of an input whose bytes a Python function returns: read(size).
class Units {
 public:
  Units(const py::list& named, py::handle name, py::object read)
      : meant_(named, name), read_(std::move(read)), opening_(settings_, meant_.input, false) {
    meant_.options.on_step = [this] { step_(); };
  }
  Units(const Units&) = delete;
  Units& operator=(const Units&) = delete;

  /// The next units, None at the end, and the notes.
  [[nodiscard]] py::tuple next(const py::object& type, const py::object& place_type, const py::object& link_type,
                               const py::object& note_type, bool all_notes) {
    Notes notes(note_type, false, all_notes);
    py::list units;
    std::unique_ptr<collect::Work> work;
    {
      Unlocked unlocked;
      step_ = signals_handled(unlocked);
      while (!(work = opening_.next(1)) && !opening_.is_over()) read(unlocked);
      if (work) work->plan();
    }
    const Observer observer{.unit = [&](const Unit& unit) {
      UnitNotes(notes, said_).add(unit);
      units.append(object_of(unit, type, place_type, link_type));
    }};
    const WriteFunction nothing = nullptr;
    collect::Output output(nothing, observer, never);
    if (work) {
      work->put(output);
      {
        const Unlocked unlocked;
        work.reset();
      }
      return py::make_tuple(units, notes.list());
    }
    opening_.finish(output);
    for (const Note& note : output.result().notes) notes.add(note, {}, {});
    return py::make_tuple(py::none(), notes.list());
  }

 private:
  void read(Unlocked& unlocked) {
    constexpr std::size_t block = std::size_t{256} << 10;
    const Locked locked(unlocked);
    const std::size_t size = read_some(read_, opening_.bytes().some_space(block));
    opening_.bytes().add(size);
    if (size == 0) opening_.end();
  }

  static py::object object_of(const Unit& unit, const py::object& type, const py::object& place_type,
                              const py::object& link_type) {
    const SourcePlace& place = unit.place;
    const bool is_record = place.record > 0;
    const auto or_none = [](std::size_t number) { return number > 0 ? Number(number) : Number(); };
    const auto text_or_none = [](std::string_view word) { return word.empty() ? std::nullopt : std::optional(word); };
    Maker place_maker(place_type, false);
    const py::object at = place_maker.make([&](const auto& take) {
      const bool is_message = unit.plan != nullptr && !unit.plan->parts().empty() && unit.plan->type() == Type::mbox;
      take("message", is_message ? Number(place.messages + 1) : Number());
      take("record", or_none(place.record));
      take("line", or_none(place.line));
      take("offset", place.bytes);
    });
    const py::bytes text(unit.text.data(), unit.text.size());
    const bool is_held = unit.plan != nullptr || !unit.failed.empty();
    const SourcePlace links_at = is_record ? SourcePlace() : place;
    const Source source(text, "text");
    Maker maker(type, false);
    return maker.make([&](const auto& take) {
      take("place", at);
      take("id", text_or_none(unit.record != nullptr ? unit.record->id : std::string_view()));
      take("url", text_or_none(unit.record != nullptr ? unit.record->target_uri : std::string_view()));
      take("text", is_held ? py::object(text) : py::none());
      take("links", py::object(unit.plan != nullptr ? links_of(*unit.plan, source, links_at, link_type) : py::list()));
      take("left", text_or_none(unit.left.empty() ? unit.failed : unit.left));
    });
  }

  Meant meant_;
  std::function<void()> step_;
  std::string said_;
  py::object read_;
  Originals originals_;
  const collect::RunSettings settings_{
      .options = meant_.options, .more = meant_.more, .originals = originals_, .is_stopped = never, .has_places = true};
  collect::Opening opening_;
};

/// Calls a Python function for links in several threads.
class AskingInThreads {
 public:
  explicit AskingInThreads(const Replace& replace) : replace_(replace) {}

  LinkAnswer ask(const LinkQuestion& question) {
    const py::gil_scoped_acquire lock;
    return askings_.try_emplace(std::this_thread::get_id(), replace_, nothing_).first->second.ask(question);
  }

 private:
  const Replace& replace_;
  const Source nothing_{py::bytes(), "data"};
  std::map<std::thread::id, Asking> askings_;
};

/// Rewrites what read(size) returns; write(bytes) takes what becomes of it. Returns whether anything changes, and the
/// notes.
py::tuple rewrite_stream(const py::object& read, const py::object& write, const py::list& named, const py::object& name,
                         const py::dict& more, const py::object& note_type, bool all_notes, const py::object& replace,
                         const py::object& keep, const py::object& link_type) {
  Meant meant(named, name);
  const auto text_in = [&](const char* key) { return std::string(Utf8(more[key], key).view()); };
  meant.more = {.threads = more["threads"].cast<std::size_t>(), .output_name = text_in("output_name")};
  const bool copies = text_in("warc_emit") == "response";
  meant.more.archive = {.emit = copies ? ArchiveEmit::response : ArchiveEmit::conversion,
                        .date = text_in("date"),
                        .said = text_in("said")};
  const Replace replacing{replace, keep, link_type};
  AskingInThreads asking(replacing);
  if (!replace.is_none()) meant.options.on_link = [&](const LinkQuestion& question) { return asking.ask(question); };
  Notes notes(note_type, false, all_notes);
  std::string said;
  Rewritten result;
  {
    Unlocked unlocked;
    if (meant.more.threads <= 1) meant.options.on_step = signals_handled(unlocked);
    Rewriter rewriter(meant.options, meant.more);
    result = rewriter.run(
        [&](std::span<char> space) {
          const Locked locked(unlocked);
          handle_signals();
          return read_some(read, space);
        },
        [&](std::string_view bytes) {
          const Locked locked(unlocked);
          static_cast<void>(call(write, py::bytes(bytes.data(), bytes.size())));
        },
        meant.input, {.unit = [&](const Unit& unit) {
          const Locked locked(unlocked);
          UnitNotes(notes, said).add(unit);
        }});
  }
  for (const Note& note : result.notes) notes.add(note, {}, {});
  if (!result.missing.empty()) raise(PyExc_ValueError, "the output lacks a part of the input: " + result.missing);
  return py::make_tuple(result.changes, notes.list());
}

}  // namespace

void define_streams(py::module_& module) {
  py::class_<Lines>(module, "Lines").def(py::init<const py::list&>()).def("answer", &Lines::answer);
  py::class_<Units>(module, "Units").def(py::init<const py::list&, py::object, py::object>()).def("next", &Units::next);
  module.def("rewrite_stream", &rewrite_stream);
}

}  // namespace absolve::python
