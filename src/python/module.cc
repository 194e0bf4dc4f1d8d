// The C++ half of the Python package `absolve`: everything that must be near the library. Users import
// absolve/__init__.py.

#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "../describe/members.h"
#include "../rules/known_options.h"
#include "../stream/stream.h"
#include "../table/columns.h"
#include "../text/types.h"
#include "absolve/absolve.h"
#include "base.h"
#include "maker.h"
#include "objects.h"
#include "source.h"
#include "streams.h"

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
      throw std::invalid_argument("this is a table of documents: rewrite_stream and rewrite_file rewrite these");
    }
  }
  if (is_package(type)) {
    throw std::invalid_argument(std::string("this is a ") +
                                (type == Type::wacz ? "web archive collection (WACZ)" : "book (EPUB)") +
                                ": rewrite_stream and rewrite_file rewrite the file");
  }
  if (type == Type::warc) {
    throw std::invalid_argument(
        "this is a web archive: records() reads these, rewrite_stream and rewrite_file rewrite them");
  }
}

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
      input.is_decoded = true;
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

py::list explanations_of(const Work& work, const py::object& type, const py::object& layer_type) {
  const Plan& plan = work.plan();
  Maker maker(type, work.source().is_text());
  Maker layer_maker(layer_type, work.source().is_text());
  py::list explanations;
  for (const Document& document : plan.documents()) {
    if (!document.counts) continue;
    explanations.append(maker.make([&](const auto& add) {
      for_each_member(plan, document, SourcePlace(), [&](std::string_view name, const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::vector<Layer>>) {
          py::tuple layers(value.size());
          for (std::size_t i = 0; i < value.size(); ++i) {
            layers[i] = layer_maker.make([&](const auto& add_to_layer) { for_each_member(value[i], add_to_layer); });
          }
          add(name, py::object(std::move(layers)));
        } else {
          add(name, value);
        }
      });
    }));
  }
  return explanations;
}

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
    return py::make_tuple(links_of(work.plan(), work.source(), SourcePlace(), type, which),
                          notes_of(work, note_type, all_notes));
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
  py::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const BadInput& error) {
      PyErr_SetString(PyExc_ValueError, ("the input: " + std::string(error.what())).c_str());
    }
  });
  module.attr("version") = ABSOLVE_VERSION;
  define_functions(module);
  define_streams(module);
  define_base(module);
}

}  // namespace absolve::python

PYBIND11_MODULE(_absolve, module) { absolve::python::define(module); }
