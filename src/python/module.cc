// The half in C++ of the Python package `absolve`: what has to be near the library. People import absolve/__init__.py.

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "absolve/absolve.h"
#include "maker.h"
#include "source.h"

namespace absolve::python {
namespace {

/// Of names and values: `[("resolver", "whatwg"), ...]`.
Options options_of(const py::list& named) {
  std::vector<Utf8> texts;
  for (const py::handle one : named) {
    for (const py::handle text : py::cast<py::tuple>(one)) texts.emplace_back(text);
  }
  std::vector<NamedOption> all;
  for (std::size_t i = 0; i + 1 < texts.size(); i += 2)
    all.push_back({std::string(texts[i].view()), std::string(texts[i + 1].view())});
  auto options = options_from(all);
  if (!options) raise(PyExc_ValueError, text_of(options.error().text, true));
  return *std::move(options);
}

/// Detects what the input is as the program does: from its name, or, where that says nothing, from the URL.
void detect_type(Options& options, const Source& source, std::string_view name) {
  if (source.is_text()) options.content_coding = ContentCoding::identity;
  detect(options, source.bytes().substr(0, enough_to_detect), name);
  if (options.type == Type::jsonl) {
    for_each_part(source.bytes(), options, [](const StreamPart& part) {
      if (part.document)
        throw std::invalid_argument("this is a stream of documents: give each by itself, or run the program absolve");
    });
  }
  if (options.type == Type::warc) {
    throw std::invalid_argument("this is a web archive: the program absolve rewrites these, record by record");
  }
}

/// A link as Python sees it.
py::object link_object(Maker& maker, const Plan& plan, const Link& link, LineCounter& lines, const Places& places) {
  const std::size_t offset = plan.source_offset(link).value_or(0);
  return maker.make([&](const auto& take) {
    for_each_member(plan, link, lines, SourcePlace(), [&](std::string_view name, const auto& value) {
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::optional<std::size_t>>) {
        if (value && name == "offset") return take(name, std::optional(places.of(offset)));
        if (value && name == "length") return take(name, std::optional(places.between(offset, offset + *value)));
        if (value && name == "column")
          return take(name, std::optional(places.between(offset + 1 - *value, offset) + 1));
      }
      return take(name, value);
    });
  });
}

/// A function of Python's that is asked about links: None, `keep` or a str is what it answers.
struct Replace {
  py::object function;  // None: there is none
  py::object keep;
  py::object link_type;
};

/// Asks it, with the interpreter's lock.
class Asking {
 public:
  Asking(const Replace& replace, const Source& source)
      : replace_(replace), places_(source), maker_(replace.link_type, source.is_text()) {}

  LinkAnswer ask(const LinkQuestion& question) {
    if (!lines_) lines_.emplace(question.plan);
    const py::object answer = replace_.function(link_object(maker_, question.plan, question.link, *lines_, places_));
    if (answer.is_none()) return LinkAnswer::as_planned();
    if (answer.is(replace_.keep)) return LinkAnswer::keep();
    if (PyUnicode_Check(answer.ptr()) != 0) return LinkAnswer::replace(std::string(Utf8(answer).view()));
    raise(PyExc_TypeError, py::str("replace: the function answers with None, KEEP or a str, not {!r}").format(answer));
  }

 private:
  const Replace& replace_;
  Places places_;
  Maker maker_;
  std::optional<LineCounter> lines_;
};

/// A plan of what Python gave. It is made, and ended, without the interpreter's lock.
class Work {
 public:
  Work(py::handle data, const py::list& named, py::handle name, const Replace& replace = {py::none(), {}, {}})
      : source_(data) {
    Options options = options_of(named);
    const Utf8 file(name);
    if (source_.is_text()) {
      if (!options.charset.empty()) raise(PyExc_ValueError, "charset: a str is decoded already; give bytes");
      options.charset = "utf-8";
    }
    std::optional<Asking> asking;
    if (!replace.function.is_none()) asking.emplace(replace, source_);
    Unlocked unlocked;
    detect_type(options, source_, file.view());
    if (asking) {
      options.on_link = [&](const LinkQuestion& question) {
        const Locked locked(unlocked);
        return asking->ask(question);
      };
    }
    plan_.emplace(absolve::plan(source_.bytes(), options));
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
  /// Right into its place. The object is nobody else's yet, so that this needs no lock.
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
    PyErr_Clear();  // a part of a message says another charset, and a base that is not ASCII was written in that
    raise(PyExc_ValueError, "something in this str says that it is in another charset than UTF-8; give bytes");
  }

  Source source_;
  std::optional<Plan> plan_;
};

constexpr std::array<std::string_view, 3> severities = {"detail", "notice", "failure"};

/// The notes of a plan: all, or those that people get without asking.
py::list notes_of(const Work& work, const py::object& type, bool all) {
  using Number = std::optional<std::size_t>;
  py::list notes;
  if (work.plan().notes().empty()) return notes;
  LineCounter lines(work.plan());
  const Places places(work.source());
  Maker maker(type, work.source().is_text());
  for (const Note& note : work.plan().notes()) {
    if (!all && note.severity < Note::Severity::notice) continue;
    notes.append(maker.make([&](const auto& take) {
      take("text", std::string_view(note.text));
      take("severity", severities[static_cast<std::size_t>(note.severity)]);
      take("code", name_of(note.code));
      take("offset", note.offset ? Number(places.of(*note.offset)) : Number());
      take("line", note.offset ? Number(lines.at(*note.offset).line) : Number());
      take("part", std::string_view(note.part));
      take("message", note.message > 0 ? Number(note.message) : Number());
    }));
  }
  return notes;
}

py::list links_of(const Work& work, const py::object& type) {
  const Plan& plan = work.plan();
  LineCounter lines(plan);
  const Places places(work.source());
  Maker maker(type, work.source().is_text());
  py::list links;
  for (const Link& link : plan.links()) links.append(link_object(maker, plan, link, lines, places));
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

/// Each answers with a pair: what was asked for, and the notes.
void define_functions(py::module_& module) {
  module.def("rewrite",
             [](const py::object& data, const py::list& named, const py::object& name, const py::object& note_type,
                bool all_notes, const py::object& replace, const py::object& keep, const py::object& link_type) {
               const Work work(data, named, name, {replace, keep, link_type});
               return py::make_tuple(work.output(), notes_of(work, note_type, all_notes));
             });
  module.def("links", [](const py::object& data, const py::list& named, const py::object& name,
                         const py::object& note_type, bool all_notes, const py::object& type) {
    const Work work(data, named, name);
    return py::make_tuple(links_of(work, type), notes_of(work, note_type, all_notes));
  });
  module.def("explain",
             [](const py::object& data, const py::list& named, const py::object& name, const py::object& note_type,
                bool all_notes, const py::object& type, const py::object& layer_type) {
               const Work work(data, named, name);
               return py::make_tuple(explanations_of(work, type, layer_type), notes_of(work, note_type, all_notes));
             });
  // {"resolver": (takes_value, repeats), ...}
  module.def("known_options", [] {
    py::dict known;
    for (const KnownOption& option : known_options()) {
      known[py::str(option.name.data(), option.name.size())] = py::make_tuple(option.takes_value, option.repeats);
    }
    return known;
  });
}

constexpr const char* base_doc = R"(A base URL, to which any number of references are resolved.

>>> base = Base("http://a/b/c/d;p?q")
>>> base.absolute("../g")
'http://a/b/g'
>>> base.absolute("../../../g"), Base(base.url, resolver="rfc3986").absolute("../../../g")
('http://a/../g', 'http://a/g')
>>> Base("b/c")
Traceback (most recent call last):
ValueError: url: 'b/c' can't be a base: it has no scheme, and there is nothing to resolve it against

resolver is rfc1808, rfc3986 or whatwg. A URL that can't be a base is a ValueError.)";

constexpr const char* absolute_doc = R"(The absolute form of a reference.

One that is absolute already comes back as it is. So does one that can't be resolved without changing what it means, or that
the URL standard can't parse.)";

Base base_of(const py::object& url, const py::object& resolver) {
  py::list named;
  named.append(py::make_tuple("resolver", resolver));
  named.append(py::make_tuple("url", url));
  const Options options = options_of(named);
  return *Base::from(options.retrieval_url, options.resolver);
}

/// Asked for so, an object that was never initialized (Base.__new__) is refused, and not read.
using Held = std::shared_ptr<Base>;

py::object url_of(const Held& base) { return text_of(base->url(), true); }
py::object resolver_of(const Held& base) { return text_of(name_of(base->resolver()), false); }
py::tuple state_of(const Held& base) { return py::make_tuple(url_of(base), resolver_of(base)); }

void define_base(py::module_& module) {
  py::class_<Base, Held>(module, "Base", py::is_final(), base_doc)
      .def(py::init(&base_of), py::arg("url"), py::arg("resolver") = "rfc1808")
      .def_property_readonly("url", &url_of, "The URL, as the resolver reads it.")
      .def_property_readonly("resolver", &resolver_of, "The name of what resolves.")
      .def(
          "absolute",
          [](const Held& base, const py::object& reference) {
            return text_of(base->absolute(Utf8(reference).view()), true);
          },
          py::arg("reference"), absolute_doc)
      .def("__repr__",
           [](const Held& base) { return py::str("absolve.Base({!r}, resolver={!r})").format(*state_of(base)); })
      .def(
          "__eq__", [](const Held& one, const Held& other) { return state_of(one).equal(state_of(other)); },
          py::is_operator())
      .def("__hash__", [](const Held& base) { return py::hash(state_of(base)); })
      .def("__reduce__",
           [](const py::object& base) { return py::make_tuple(base.get_type(), state_of(py::cast<Held>(base))); });
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
  define_base(module);
}

}  // namespace absolve::python

PYBIND11_MODULE(_absolve, module) { absolve::python::define(module); }
