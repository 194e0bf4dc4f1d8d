#include "streams.h"

#include <algorithm>
#include <atomic>
#include <exception>
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
#include "../collect/package/bad_member.h"
#include "../collect/package/begun.h"
#include "../collect/package/book_run.h"
#include "../collect/package/wacz.h"
#include "../describe/unit_notes.h"
#include "../find/parts.h"
#include "../stream/stream.h"
#include "../text/types.h"
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
      Input stream = meant_.input;
      Options options = meant_.options;
      stream.continues = number > 1;
      if (stream.continues) drop_noted_url(stream, options.resolver);
      options.on_step = signals_handled(unlocked);
      for_each_part(source.bytes(), stream, options, [&](const StreamPart& part) {
        answer_part(part, stream, options, source.is_text(), output, told);
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
  static void answer_part(const StreamPart& part, Input input, const Options& options, bool is_text,
                          std::string& output, std::vector<Note>& told) {
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
  const py::object got = call(read, owned(PyLong_FromSize_t(space.size())));
  if (got.is_none()) raise(PyExc_TypeError, "file.read() must return bytes, not None, as if it would block");
  const Source bytes(got, "what file.read() returns");
  if (bytes.is_text()) raise(PyExc_TypeError, "the file returns str: open it in binary mode");
  if (bytes.bytes().size() > space.size()) raise(PyExc_ValueError, "the file returned more bytes than requested");
  std::copy(bytes.bytes().begin(), bytes.bytes().end(), space.begin());
  return bytes.bytes().size();
}

/// The bytes of a Python file from `start` on, at their offsets: places = (seek, start, size). nullopt if it has none.
/// Copies of the function share the objects, as they may be made without the interpreter's lock.
std::optional<FileBytes> bytes_at(const py::object& places, const py::object& read) {
  if (places.is_none()) return std::nullopt;
  const auto parts = places.cast<py::tuple>();
  const auto functions = std::make_shared<std::pair<py::object, py::object>>(py::object(parts[0]), read);
  const auto read_at = [functions, start = parts[1].cast<std::uint64_t>()](std::uint64_t at, std::span<char> space) {
    const py::gil_scoped_acquire lock;
    handle_signals();
    static_cast<void>(call(functions->first, owned(PyLong_FromUnsignedLongLong(start + at))));
    return read_some(functions->second, space);
  };
  return FileBytes{read_at, parts[2].cast<std::uint64_t>()};
}

/// A Python file for new members of a package.
Scratch scratch_in(const py::object& file) {
  const auto functions = std::make_shared<std::pair<py::object, py::object>>(py::object(file.attr("write")),
                                                                             py::object(file.attr("seek")));
  const auto add = [functions, end = std::uint64_t{0}](std::string_view bytes) mutable {
    const py::gil_scoped_acquire lock;
    static_cast<void>(call(functions->second, owned(PyLong_FromUnsignedLongLong(end))));
    static_cast<void>(call(functions->first, py::bytes(bytes.data(), bytes.size())));
    end += bytes.size();
  };
  const py::object places = py::make_tuple(file.attr("seek"), 0, 0);
  return {add, bytes_at(places, file.attr("read"))->read_at};
}

/// A note whose text begins with the name of the member of a package that it is about.
Note with_member(Note note, std::string_view member) {
  if (!member.empty()) note.text.insert(0, std::string(member) + ": ");
  return note;
}

void add_notes(Notes& notes, UnitNotes& of_units, const Unit& unit) {
  of_units.pass_on(unit, [&](Note note, const NotePlace& place) {
    if (note.message > 0) note.message += place.messages;
    notes.add(with_member(std::move(note), unit.member), place.offset, place.line, place.record);
  });
  if (!unit.failed.empty()) {
    notes.add({NoteCode::nothing_to_answer, Note::Severity::detail, std::string(unit.failed), {}}, {}, unit.place.line);
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
  /// `places` are as for bytes_at().
  Units(const py::list& named, py::handle name, py::object read, const py::object& places)
      : meant_(named, name), read_(std::move(read)) {
    meant_.options.on_step = [this] { step_(); };
    if (const auto file = bytes_at(places, read_)) {
      const collect::BegunFile begun(*file, 0, meant_.input, meant_.options);
      if (begun.is_package(Type::epub)) book_ = file;
      else if (begun.is_package(Type::wacz)) wacz_.emplace(*file);
      else static_cast<void>(call(places[py::int_(0)], places[py::int_(1)]));
    }
    if (!wacz_ && !book_) opening_.emplace(settings_, meant_.input, false);
  }
  Units(const Units&) = delete;
  Units& operator=(const Units&) = delete;

  /// The next units, None at the end, and the notes.
  [[nodiscard]] py::tuple next(const py::object& type, const py::object& place_type, const py::object& link_type,
                               const py::object& note_type, bool all_notes) {
    Notes notes(note_type, false, all_notes);
    py::list units;
    if (book_) return units_of_book(notes, type, place_type, link_type);
    if (!opening_ && !begin_archive(notes)) return py::make_tuple(py::none(), notes.list());
    const Observer observer{.unit = [&](Unit unit) {
      if (archive_ != nullptr) unit.member = archive_->name;
      add_notes(notes, of_units_, unit);
      units.append(object_of(unit, type, place_type, link_type));
    }};
    const WriteFunction nothing = nullptr;
    collect::Output output(nothing, observer, never);
    if (auto work = planned()) {
      work->put(output);
      {
        const Unlocked unlocked;
        work.reset();
      }
      return py::make_tuple(units, notes.list());
    }
    opening_->finish(output);
    for (const Note& note : output.result().notes) notes.add(with_member(note, note.member), {}, {});
    opening_.reset();
    if (wacz_) return py::make_tuple(units, notes.list());
    return py::make_tuple(py::none(), notes.list());
  }

 private:
  /// A book is read at once.
  [[nodiscard]] py::tuple units_of_book(Notes& notes, const py::object& type, const py::object& place_type,
                                        const py::object& link_type) {
    py::list units;
    Rewritten result;
    const FileBytes book = *std::exchange(book_, std::nullopt);
    {
      Unlocked unlocked;
      step_ = signals_handled(unlocked);
      const Observer observer{.unit = [&](const Unit& unit) {
        if (unit.plan == nullptr) return;  // the book itself
        const Locked locked(unlocked);
        add_notes(notes, of_units_, unit);
        units.append(object_of(unit, type, place_type, link_type));
      }};
      result = collect::run_book(settings_, book, nullptr, meant_.input, observer);
    }
    for (const Note& note : result.notes) notes.add(with_member(note, note.member), {}, {});
    return py::make_tuple(units, notes.list());
  }

  /// The next units of the input or the archive; nullptr if it is over.
  [[nodiscard]] std::unique_ptr<collect::Work> planned() {
    try {
      Unlocked unlocked;
      step_ = signals_handled(unlocked);
      std::unique_ptr<collect::Work> work;
      while (!(work = opening_->next(1)) && !opening_->is_over()) read(unlocked);
      if (work) work->plan();
      return work;
    } catch (const BadInput& error) {
      if (archive_ == nullptr) throw;
      throw collect::BadMember(archive_->name, error.what());
    }
  }

  /// Begins with the next archive of a WACZ; false if there is none.
  [[nodiscard]] bool begin_archive(Notes& notes) {
    while (wacz_ && begun_ < wacz_->archives().size()) {
      archive_ = &wacz_->members()[wacz_->archives()[begun_++]];
      if (archive_->size == 0) continue;
      member_ = std::make_unique<collect::BegunMember>(wacz_->zip(), *archive_, meant_.input, meant_.options);
      if (member_->what.known_type() == Type::warc) {
        opening_.emplace(settings_, member_->what, false);
        opening_->bytes() = std::move(member_->begun);
        return true;
      }
      notes.add(with_member(collect::no_archive(*archive_), archive_->name), {}, {});
    }
    return false;
  }

  void read(Unlocked& unlocked) {
    constexpr std::size_t block = std::size_t{256} << 10;
    const std::span<char> space = opening_->bytes().some_space(block);
    std::size_t size = 0;
    if (member_) {
      size = member_->read(space);
    } else {
      const Locked locked(unlocked);
      size = read_some(read_, space);
    }
    opening_->bytes().add(size);
    if (size == 0) opening_->end();
  }

  static py::object object_of(const Unit& unit, const py::object& type, const py::object& place_type,
                              const py::object& link_type) {
    const SourcePlace& place = unit.place;
    const bool is_record = place.record > 0;
    const auto or_none = [](std::size_t number) { return number > 0 ? Number(number) : Number(); };
    const auto text_or_none = [](std::string_view word) { return word.empty() ? std::nullopt : std::optional(word); };
    Maker place_maker(place_type, false);
    const py::object at = place_maker.make([&](const auto& add) {
      const bool is_message = unit.plan != nullptr && !parts_of(*unit.plan).empty() && unit.plan->type() == Type::mbox;
      add("member", text_or_none(unit.member));
      add("message", is_message ? Number(place.messages + 1) : Number());
      add("record", or_none(place.record));
      add("line", or_none(place.line));
      add("offset", place.bytes);
    });
    const py::bytes text(unit.text.data(), unit.text.size());
    const bool is_held = unit.plan != nullptr || !unit.failed.empty();
    const SourcePlace links_at = is_record ? SourcePlace() : place;
    const Source source(text, "text");
    Maker maker(type, false);
    return maker.make([&](const auto& add) {
      add("place", at);
      add("id", text_or_none(unit.record != nullptr ? unit.record->id : std::string_view()));
      add("url", text_or_none(unit.record != nullptr ? unit.record->target_uri : std::string_view()));
      add("text", is_held ? py::object(text) : py::none());
      add("links", py::object(unit.plan != nullptr ? links_of(*unit.plan, source, links_at, link_type) : py::list()));
      add("left", text_or_none(unit.left.empty() ? unit.failed : unit.left));
    });
  }

  Meant meant_;
  std::function<void()> step_ = [] {};
  UnitNotes of_units_;
  py::object read_;
  Originals originals_;
  const collect::RunSettings settings_{.options = meant_.options,
                                       .more = meant_.more,
                                       .originals = originals_,
                                       .is_stopped = never,
                                       .places_in_records = true};
  std::optional<collect::Opening> opening_;
  std::optional<FileBytes> book_;  // that is to be read
  std::optional<collect::Wacz> wacz_;
  std::size_t begun_ = 0;                         // how many of its archives
  const zip::Member* archive_ = nullptr;          // the current one
  std::unique_ptr<collect::BegunMember> member_;  // the same
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
  UnitNotes of_units;
  Rewritten result;
  std::exception_ptr interrupt;
  const auto file = bytes_at(more["places"], read);
  const Scratch scratch = file ? scratch_in(more["scratch"]) : Scratch();
  {
    Unlocked unlocked;
    Rewriter* running = nullptr;
    // Only this thread can handle signals; then no other goes on with its work.
    meant.options.on_step = [&, own = std::this_thread::get_id(), handle = signals_handled(unlocked)]() mutable {
      if (std::this_thread::get_id() != own) return;
      try {
        handle();
      } catch (...) {
        interrupt = std::current_exception();
        running->stop();
        throw;
      }
    };
    Rewriter rewriter(meant.options, meant.more);
    running = &rewriter;
    const WriteFunction write_to = [&](std::string_view bytes) {
      const Locked locked(unlocked);
      static_cast<void>(call(write, py::bytes(bytes.data(), bytes.size())));
    };
    const Observer observer{.unit = [&](const Unit& unit) {
      const Locked locked(unlocked);
      add_notes(notes, of_units, unit);
    }};
    const auto read_from = [&](std::span<char> space) {
      const Locked locked(unlocked);
      handle_signals();
      return read_some(read, space);
    };
    try {
      result = file ? rewriter.run(*file, scratch, write_to, meant.input, observer)
                    : rewriter.run(read_from, write_to, meant.input, observer);
    } catch (const RunStopped&) {
      std::rethrow_exception(interrupt);
    }
  }
  for (const Note& note : result.notes) notes.add(with_member(note, note.member), {}, {});
  if (!result.missing.empty()) raise(PyExc_ValueError, "the output lacks a part of the input: " + result.missing);
  return py::make_tuple(result.changes, notes.list());
}

}  // namespace

void define_streams(py::module_& module) {
  py::class_<Lines>(module, "Lines").def(py::init<const py::list&>()).def("answer", &Lines::answer);
  py::class_<Units>(module, "Units")
      .def(py::init<const py::list&, py::object, py::object, const py::object&>())
      .def("next", &Units::next);
  module.def("rewrite_stream", &rewrite_stream);
}

}  // namespace absolve::python
