// The C++ half of the Python package `absolve`: everything that must be near the library. Users import
// absolve/__init__.py.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "absolve/absolve.h"
#include "base.h"
#include "maker.h"
#include "source.h"

namespace absolve::python {
namespace {

/// Detects the type of the input as the program does: from its name or, if that shows nothing, from the URL.
void detect_type(Input& input, const Options& options, const Source& source) {
  if (source.is_text()) input.content_coding = ContentCoding::identity;
  input.detected = detect(source.bytes().substr(0, enough_to_detect), input, options.fields);
  const Type type = input.known_type();
  if (type == Type::jsonl) {
    for_each_part(source.bytes(), input, options, [](const StreamPart& part) {
      if (part.document) throw std::invalid_argument("this is a stream of documents: pass its lines to rewrite_lines");
    });
  }
  if (is_table(type)) {
    const auto columns = table_columns(source.bytes(), type, options);
    if (columns && columns->has_documents()) {
      throw std::invalid_argument("this is a table of documents: only the program absolve rewrites these");
    }
  }
  if (type == Type::wacz) {
    throw std::invalid_argument("this is a web archive collection (WACZ): only the program absolve rewrites these");
  }
  if (type == Type::warc) {
    throw std::invalid_argument("this is a web archive: records() reads these, only the program absolve rewrites them");
  }
}

[[noreturn]] void refuse_charset() { raise(PyExc_ValueError, "charset: a str is already decoded; pass bytes"); }

/// A link as a Python object. It doesn't name the record of an archive that it is in: Record does.
/// `in_bytes`: with the bytes of its reference and URL, which the user's function may give back, not with their text.
py::object link_object(Maker& maker, const Plan& plan, const Link& link, LineCounter& lines, const Places& places,
                       bool in_bytes) {
  const std::optional<std::string> url = in_bytes ? link.url() : std::nullopt;
  const std::size_t offset = plan.source_offset(link).value_or(0);
  return maker.make([&](const auto& take) {
    for_each_member(plan, link, lines, SourcePlace(), [&](std::string_view name, const auto& value) {
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::optional<std::size_t>>) {
        if (value && name == "offset") return take(name, std::optional(places.of(offset)));
        if (value && name == "length") return take(name, std::optional(places.between(offset, offset + *value)));
        if (value && name == "column")
          return take(name, std::optional(places.between(offset + 1 - *value, offset) + 1));
      }
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string_view>) {
        if (in_bytes && name == "reference") return take(name, link.reference);
      }
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::optional<std::string_view>>) {
        if (in_bytes && name == "url" && url) return take(name, std::optional<std::string_view>(*url));
      }
      if (name == "record" || name == "record_number") return;
      return take(name, value);
    });
  });
}

/// A Python function that is called for links: it returns None, `keep` or a str.
struct Replace {
  py::object function;  // None: there is no function
  py::object keep;
  py::object link_type;
};

/// An answer in UTF-8; if it contains bytes of a link in another charset, with these bytes.
std::string bytes_of_answer(const py::object& answer) {
  PyObject* const escaped = PyUnicode_AsEncodedString(answer.ptr(), "utf-8", "surrogateescape");
  if (escaped != nullptr) return std::string(py::reinterpret_steal<py::bytes>(escaped));
  if (PyErr_ExceptionMatches(PyExc_UnicodeEncodeError) == 0) throw py::error_already_set();
  PyErr_Clear();
  return std::string(Utf8(answer, "replace").view());
}

/// Calls it, holding the interpreter's lock.
class Asking {
 public:
  Asking(const Replace& replace, const Source& source)
      : replace_(replace), places_(source), maker_(replace.link_type, source.is_text(), OtherBytes::escaped) {}

  LinkAnswer ask(const LinkQuestion& question) {
    if (!lines_) lines_.emplace(question.plan);
    const py::object link = link_object(maker_, question.plan, question.link, *lines_, places_, true);
    const py::object answer = call(replace_.function, link);
    if (answer.is_none()) return LinkAnswer::as_planned();
    if (answer.is(replace_.keep)) return LinkAnswer::keep();
    if (PyUnicode_Check(answer.ptr()) != 0) {
      if (answer.equal(link.attr("url"))) return LinkAnswer::as_planned();
      return LinkAnswer::replace(bytes_of_answer(answer));
    }
    raise(PyExc_TypeError, py::str("replace: the function must return None, KEEP or a str, not {!r}").format(answer));
  }

 private:
  const Replace& replace_;
  Places places_;
  Maker maker_;
  std::optional<LineCounter> lines_;
};

/// A plan for data from Python. It is made, and destroyed, without the interpreter's lock.
class Work {
 public:
  Work(py::handle data, const py::list& named, py::handle name, const Replace& replace = {py::none(), {}, {}})
      : source_(data, "data") {
    auto [input, options] = meaning_of(named);
    input.name = Utf8(name, "name").view();
    if (source_.is_text()) {
      if (!input.charset.empty()) refuse_charset();
      input.charset = "utf-8";
    }
    std::optional<Asking> asking;
    if (!replace.function.is_none()) asking.emplace(replace, source_);
    Unlocked unlocked;
    options.on_step = signals_handled(unlocked);
    detect_type(input, options, source_);
    if (asking) {
      options.on_link = [&](const LinkQuestion& question) {
        const Locked locked(unlocked);
        return asking->ask(question);
      };
    }
    plan_.emplace(absolve::plan(source_.bytes(), input, options));
  }
  ~Work() {
    const Unlocked unlocked;
    plan_.reset();
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  [[nodiscard]] const Source& source() const noexcept { return source_; }
  [[nodiscard]] const Plan& plan() const noexcept { return *plan_; }

  [[nodiscard]] py::object output() const {
    if (plan_->edits().empty()) return source_.unchanged();
    return source_.is_text() ? text_output() : bytes_output();
  }

 private:
  /// Writes directly into the new object. No other code has it yet, so this needs no lock.
  [[nodiscard]] py::object bytes_output() const {
    std::size_t size = source_.bytes().size();
    for (const Edit& edit : plan_->edits()) size += edit.text.size() - edit.length;
    py::object output = owned(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size)));
    char* to = PyBytes_AS_STRING(output.ptr());
    const Unlocked unlocked;
    plan_->for_each_piece([&](std::string_view piece) {
      if (!piece.empty()) std::memcpy(to, piece.data(), piece.size());
      to += piece.size();
    });
    return output;
  }

  [[nodiscard]] py::object text_output() const {
    std::string output;
    {
      const Unlocked unlocked;
      plan_->output(output);
    }
    PyObject* const text = PyUnicode_DecodeUTF8(output.data(), static_cast<Py_ssize_t>(output.size()), "surrogatepass");
    if (text != nullptr || PyErr_ExceptionMatches(PyExc_UnicodeDecodeError) == 0) return owned(text);
    PyErr_Clear();  // a part of a message declares another charset, and a base that is not ASCII was written in that
    raise(PyExc_ValueError, "this str declares a charset other than UTF-8; pass bytes");
  }

  Source source_;
  std::optional<Plan> plan_;
};

constexpr std::array<std::string_view, 3> severities = {"detail", "notice", "failure"};

using Number = std::optional<std::size_t>;

/// The notes that the caller wants: all, or those that are given without being requested.
class Notes {
 public:
  Notes(const py::object& type, bool has_surrogates, bool all) : maker_(type, has_surrogates), all_(all) {}

  void add(const Note& note, Number offset, Number line, Number record = {}) {
    if (!all_ && note.severity < Note::Severity::notice) return;
    notes_.append(maker_.make([&](const auto& take) {
      take("text", std::string_view(note.text));
      take("severity", severities[static_cast<std::size_t>(note.severity)]);
      take("code", name_of(note.code));
      take("offset", offset);
      take("line", line);
      take("part", std::string_view(note.part));
      take("message", note.message > 0 ? Number(note.message) : Number());
      take("record", record);
    }));
  }
  [[nodiscard]] const py::list& list() const noexcept { return notes_; }

 private:
  Maker maker_;
  bool all_;
  py::list notes_;
};

py::list notes_of(const Work& work, const py::object& type, bool all) {
  if (work.plan().notes().empty()) return py::list();
  LineCounter lines(work.plan());
  const Places places(work.source());
  Notes notes(type, work.source().is_text(), all);
  for (const Note& note : work.plan().notes()) {
    notes.add(note, note.offset ? Number(places.of(*note.offset)) : Number(),
              note.offset ? Number(lines.at(*note.offset).line) : Number());
  }
  return notes.list();
}

enum class Which { all, still_relative };

py::list links_of(const Plan& plan, const Source& source, const py::object& type, Which which = Which::all) {
  LineCounter lines(plan);
  const Places places(source);
  Maker maker(type, source.is_text());
  py::list links;
  for (const Link& link : plan.links()) {
    if (which == Which::still_relative && !is_still_relative(link)) continue;
    links.append(link_object(maker, plan, link, lines, places, source.is_text()));
  }
  return links;
}

py::list explanations_of(const Work& work, const py::object& type, const py::object& layer_type) {
  const Plan& plan = work.plan();
  Maker maker(type, work.source().is_text());
  Maker layer_maker(layer_type, work.source().is_text());
  py::list explanations;
  for (const Document& document : plan.documents()) {
    if (!document.counts) continue;
    explanations.append(maker.make([&](const auto& take) {
      for_each_member(plan, document, SourcePlace(), [&](std::string_view name, const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::vector<Layer>>) {
          py::tuple layers(value.size());
          for (std::size_t i = 0; i < value.size(); ++i) {
            layers[i] = layer_maker.make([&](const auto& take_of_layer) { for_each_member(value[i], take_of_layer); });
          }
          take(name, py::object(std::move(layers)));
        } else {
          take(name, value);
        }
      });
    }));
  }
  return explanations;
}

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

/// The records of an archive whose bytes a Python function returns: read(size).
class Records {
 public:
  Records(const py::list& named, py::object read)
      : meant_(meaning_of(named)),
        read_(std::move(read)),
        reader_([this](std::span<char> space) { return read_some(space); }) {
    meant_.input.type = Type::warc;
    meant_.input.content_coding = ContentCoding::identity;
  }
  Records(const Records&) = delete;
  Records& operator=(const Records&) = delete;

  /// The next record, None at the end, and the notes.
  [[nodiscard]] py::tuple next(const py::object& type, const py::object& link_type, const py::object& note_type,
                               bool all_notes) {
    Notes notes(note_type, false, all_notes);
    std::optional<Record> record;
    std::optional<Plan> plan;
    {
      Unlocked unlocked;
      unlocked_ = &unlocked;
      auto& [input, options] = meant_;
      options.on_step = signals_handled(unlocked);
      record = reader_.next();
      if (record && record->number > 1) drop_noted_url(input, options.resolver);
      if (record) plan.emplace(absolve::plan(read_of(*record), input, options));
    }
    if (!record) {
      if (!reader_.error().empty()) notes.add(unread(reader_.error()), {}, {});
      return py::make_tuple(py::none(), notes.list());
    }
    const py::bytes text(record->text);
    const Source source(text, "text");
    if (record->is_whole) {
      for (const Note& note : plan->notes()) notes.add(note, note.offset, {}, record->number);
    } else if (!record->unread.empty()) {
      notes.add(unread(std::string(record->unread) + "; left unchanged"), {}, {}, record->number);
    }
    Maker maker(type, false);
    const RecordName* const name = plan->record();
    const auto or_none = [](std::string_view word) { return word.empty() ? std::nullopt : std::optional(word); };
    const py::object made = maker.make([&](const auto& take) {
      take("id", or_none(name != nullptr ? name->id : std::string_view()));
      take("url", or_none(name != nullptr ? name->target_uri : std::string_view()));
      take("number", record->number);
      take("offset", std::size_t{record->offset});
      take("text", record->is_whole ? py::object(text) : py::none());
      take("links", py::object(record->is_whole ? links_of(*plan, source, link_type) : py::list()));
    });
    return py::make_tuple(made, notes.list());
  }

 private:
  static Note unread(std::string text) {
    return {NoteCode::record_unread, Note::Severity::failure, std::move(text), {}};
  }

  /// The part of a record that is planned: if it is not whole, its header, for the names in it.
  static std::string_view read_of(const Record& record) noexcept {
    const std::string_view text = record.text;
    const std::size_t end = record.is_whole ? std::string_view::npos : text.find("\r\n\r\n");
    return end == std::string_view::npos ? text : text.substr(0, end + 4);
  }

  std::size_t read_some(std::span<char> space) {
    const Locked locked(*unlocked_);
    const Source bytes(call(read_, owned(PyLong_FromSize_t(space.size()))), "what file.read() returns");
    if (bytes.is_text()) raise(PyExc_TypeError, "the file returns str: open it in binary mode");
    if (bytes.bytes().size() > space.size()) raise(PyExc_ValueError, "the file returned more bytes than requested");
    std::copy(bytes.bytes().begin(), bytes.bytes().end(), space.begin());
    return bytes.bytes().size();
  }

  InputAndOptions meant_;
  py::object read_;
  Unlocked* unlocked_ = nullptr;
  ArchiveReader reader_;
};

/// Each function returns a pair: the result, and the notes.
void define_functions(py::module_& module) {
  module.def("rewrite",
             [](const py::object& data, const py::list& named, const py::object& name, const py::object& note_type,
                bool all_notes, const py::object& replace, const py::object& keep, const py::object& link_type) {
               const Work work(data, named, name, {replace, keep, link_type});
               return py::make_tuple(work.output(), notes_of(work, note_type, all_notes));
             });
  module.def("links", [](const py::object& data, const py::list& named, const py::object& name,
                         const py::object& note_type, bool all_notes, const py::object& type, bool still_relative) {
    const Work work(data, named, name);
    const Which which = still_relative ? Which::still_relative : Which::all;
    return py::make_tuple(links_of(work.plan(), work.source(), type, which), notes_of(work, note_type, all_notes));
  });
  module.def("explain",
             [](const py::object& data, const py::list& named, const py::object& name, const py::object& note_type,
                bool all_notes, const py::object& type, const py::object& layer_type) {
               const Work work(data, named, name);
               return py::make_tuple(explanations_of(work, type, layer_type), notes_of(work, note_type, all_notes));
             });
  // {"resolver": (takes_value, repeats, may_lack_value), ...}
  module.def("known_options", [] {
    py::dict known;
    for (const KnownOption& option : known_options()) {
      known[py::str(option.name.data(), option.name.size())] =
          py::make_tuple(option.takes_value, option.repeats, option.may_lack_value);
    }
    return known;
  });
}

}  // namespace

void define(py::module_& module) {
  py::options options;
  options.disable_function_signatures();
  // The C library can't load the conversion of a charset.
  py::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const std::system_error& error) {
      const py::tuple arguments = py::make_tuple(error.code().value(), error.what());
      PyErr_SetObject(PyExc_OSError, arguments.ptr());
    }
  });
  module.attr("version") = ABSOLVE_VERSION;
  define_functions(module);
  py::class_<Lines>(module, "Lines").def(py::init<const py::list&>()).def("answer", &Lines::answer);
  py::class_<Records>(module, "Records").def(py::init<const py::list&, py::object>()).def("next", &Records::next);
  define_base(module);
}

}  // namespace absolve::python

PYBIND11_MODULE(_absolve, module) { absolve::python::define(module); }
