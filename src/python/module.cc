// The half in C++ of the Python package `absolve`: what has to be near the library. absolve/__init__.py is its face.

#include <pybind11/pybind11.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "absolve/absolve.h"

namespace py = pybind11;

namespace absolve::python {
namespace {

py::object owned(PyObject* object) {
  if (object == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(object);
}

[[noreturn]] void raise(PyObject* type, const py::object& words) {
  PyErr_SetObject(type, words.ptr());
  throw py::error_already_set();
}

[[noreturn]] void raise(PyObject* type, const std::string& words) { raise(type, py::str(words)); }

/// How bytes that came from Python, or from an input, become a str. What is in a str already may hold lone surrogates,
/// and they stay. Any other byte that is no UTF-8 becomes U+FFFD, as in the JSON of the program.
py::object text_of(std::string_view utf8, bool has_surrogates) {
  const auto size = static_cast<Py_ssize_t>(utf8.size());
  PyObject* const text = PyUnicode_DecodeUTF8(utf8.data(), size, has_surrogates ? "surrogatepass" : nullptr);
  if (text != nullptr) return owned(text);
  if (PyErr_ExceptionMatches(PyExc_UnicodeDecodeError) == 0) throw py::error_already_set();
  PyErr_Clear();
  const py::object escaped = owned(PyUnicode_DecodeUTF8(utf8.data(), size, "surrogateescape"));
  constexpr Py_UCS4 replacement = 0xFFFD;
  const Py_ssize_t length = PyUnicode_GET_LENGTH(escaped.ptr());
  std::vector<Py_UCS4> units(static_cast<std::size_t>(length));
  for (Py_ssize_t i = 0; i < length; ++i) {
    const Py_UCS4 unit = PyUnicode_READ_CHAR(escaped.ptr(), i);
    units[static_cast<std::size_t>(i)] = Py_UNICODE_IS_SURROGATE(unit) ? replacement : unit;
  }
  return owned(PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, units.data(), length));
}

/// A str as the library wants it: in UTF-8, in which lone surrogates stay.
class Utf8 {
 public:
  explicit Utf8(py::handle text) {
    if (!PyUnicode_Check(text.ptr())) {
      raise(PyExc_TypeError, std::string("a str is wanted here, not ") + Py_TYPE(text.ptr())->tp_name);
    }
    if (PyUnicode_READY(text.ptr()) != 0) throw py::error_already_set();
    is_ascii_ = PyUnicode_IS_ASCII(text.ptr());
    if (is_ascii_) {
      held_ = py::reinterpret_borrow<py::object>(text);
      const auto* const characters = static_cast<const char*>(PyUnicode_DATA(text.ptr()));
      view_ = {characters, static_cast<std::size_t>(PyUnicode_GET_LENGTH(text.ptr()))};
    } else {
      held_ = owned(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
      view_ = {PyBytes_AS_STRING(held_.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(held_.ptr()))};
    }
  }

  [[nodiscard]] std::string_view view() const noexcept { return view_; }
  [[nodiscard]] bool is_ascii() const noexcept { return is_ascii_; }

 private:
  py::object held_;
  std::string_view view_;
  bool is_ascii_ = false;
};

/// What is to be read. Other threads run while it is, so that what they could change is copied first: all but str,
/// bytes, and a memoryview of bytes.
class Source {
 public:
  explicit Source(py::handle data) : data_(py::reinterpret_borrow<py::object>(data)) {
    if (PyUnicode_Check(data.ptr())) {
      text_.emplace(data);
      bytes_ = text_->view();
      return;
    }
    if (PyObject_CheckBuffer(data.ptr()) == 0) {
      raise(PyExc_TypeError, std::string("the data is a str or like bytes, not ") + Py_TYPE(data.ptr())->tp_name);
    }
    if (PyMemoryView_Check(data.ptr()) && take_view_of_bytes(data)) return;
    held_ = owned(PyBytes_FromObject(data.ptr()));  // bytes themselves are not copied
    bytes_ = {PyBytes_AS_STRING(held_.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(held_.ptr()))};
  }

  [[nodiscard]] std::string_view bytes() const noexcept { return bytes_; }
  [[nodiscard]] bool is_text() const noexcept { return text_.has_value(); }
  /// Whether a byte of it is a character of the str that it was.
  [[nodiscard]] bool counts_bytes() const noexcept { return !text_ || text_->is_ascii(); }

  /// The object itself, where it is one that never changes; else bytes with the same in them.
  [[nodiscard]] py::object unchanged() const {
    if (PyBytes_CheckExact(data_.ptr()) || PyUnicode_CheckExact(data_.ptr())) return data_;
    if (is_text()) return text_of(bytes_, true);
    return owned(PyBytes_FromStringAndSize(bytes_.data(), static_cast<Py_ssize_t>(bytes_.size())));
  }

 private:
  bool take_view_of_bytes(py::handle data) {
    PyObject* const base = PyMemoryView_GET_BASE(data.ptr());
    const Py_buffer* const view = PyMemoryView_GET_BUFFER(data.ptr());
    if (base == nullptr || !PyBytes_Check(base) || PyBuffer_IsContiguous(view, 'C') == 0) return false;
    held_ = py::reinterpret_borrow<py::object>(base);  // stays, even where the view is released meanwhile
    bytes_ = {static_cast<const char*>(view->buf), static_cast<std::size_t>(view->len)};
    return true;
  }

  py::object data_;
  py::object held_;
  std::optional<Utf8> text_;
  std::string_view bytes_;
};

/// Of names and values: `[("resolver", "whatwg"), ...]`.
Options options_of(const py::list& named) {
  std::vector<Utf8> texts;
  for (const py::handle one : named) {
    for (const py::handle text : py::reinterpret_borrow<py::tuple>(one)) texts.emplace_back(text);
  }
  std::vector<NamedOption> all;
  for (std::size_t i = 0; i + 1 < texts.size(); i += 2) all.push_back({texts[i].view(), texts[i + 1].view()});
  std::string trouble;
  auto options = options_from(all, trouble);
  if (!options) raise(PyExc_ValueError, text_of(trouble, true));
  return *std::move(options);
}

/// Tells what the input is as the program does: by its name, or, where that says nothing, by the URL.
void tell(Options& options, const Source& source, std::string_view name) {
  const bool says_nothing = name.find('.', name.rfind('/') + 1) == std::string_view::npos;
  const std::string_view telling = says_nothing ? std::string_view(options.retrieval_url) : name;
  const std::string_view beginning = source.bytes().substr(0, enough_to_tell);
  options.content_coding =
      source.is_text() ? ContentCoding::identity : content_coding_of(source.bytes().substr(0, enough_to_tell), telling);
  if (options.type == Type::automatic) options.type = type_of(beginning, telling);
  if (options.type == Type::warc) {
    throw std::invalid_argument("this is a web archive: the program absolve rewrites these, record by record");
  }
}

/// A plan of what Python gave. It is made, and ended, without the interpreter's lock.
class Work {
 public:
  Work(py::handle data, const py::list& named, py::handle name) : source_(data) {
    Options options = options_of(named);
    const Utf8 file(name);
    if (source_.is_text()) {
      if (!options.charset.empty()) raise(PyExc_ValueError, "charset: a str is decoded already; give bytes");
      options.charset = "utf-8";
    }
    const py::gil_scoped_release unlocked;
    tell(options, source_, file.view());
    plan_.emplace(absolve::plan(source_.bytes(), options));
  }
  ~Work() {
    const py::gil_scoped_release unlocked;
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
    const py::gil_scoped_release unlocked;
    plan_->for_each_piece([&](std::string_view piece) {
      if (!piece.empty()) std::memcpy(to, piece.data(), piece.size());
      to += piece.size();
    });
    return output;
  }

  [[nodiscard]] py::object text_output() const {
    std::string output;
    {
      const py::gil_scoped_release unlocked;
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

/// Leads from bytes to characters of the str that they were, or from bytes to bytes.
///
///     h  é        <  a     characters 0 1 2 3
///     68 C3 A9    3C 61    bytes      0 1 3 4
class Places {
 public:
  explicit Places(const Source& source) : source_(source.bytes()), counts_bytes_(source.counts_bytes()) {
    if (counts_bytes_) return;
    std::size_t count = 0;
    for (std::size_t at = 0; at < source_.size(); at += step) {
      marks_.push_back(count);
      count += characters(at, std::min(at + step, source_.size()));
    }
    marks_.push_back(count);
  }

  [[nodiscard]] std::size_t of(std::size_t offset) const {
    if (counts_bytes_) return offset;
    const std::size_t mark = offset / step;
    return marks_[mark] + characters(mark * step, offset);
  }

  [[nodiscard]] std::size_t between(std::size_t begin, std::size_t end) const { return of(end) - of(begin); }

 private:
  static constexpr std::size_t step = 4096;

  [[nodiscard]] std::size_t characters(std::size_t begin, std::size_t end) const {
    std::size_t count = 0;
    for (std::size_t at = begin; at < end; ++at) {
      const bool continues = (static_cast<unsigned char>(source_[at]) & 0xC0U) == 0x80U;
      count += continues ? 0 : 1;
    }
    return count;
  }

  std::string_view source_;
  bool counts_bytes_;
  std::vector<std::size_t> marks_;  // characters before each multiple of `step`, as far as the source goes
};

/// Makes objects of a class of named tuples, from members that come in the order of its fields, some of them missing.
class Maker {
 public:
  Maker(const py::object& type, bool has_surrogates)
      : type_(py::reinterpret_borrow<py::object>(type)), has_surrogates_(has_surrogates) {
    for (const py::handle field : py::tuple(type.attr("_fields"))) {
      auto name = py::cast<std::string>(field);
      if (name.ends_with('_')) name.pop_back();  // `from_`, as `from` is a word of the language
      fields_.push_back({std::move(name)});
    }
  }

  /// `tell(take)` calls take(name, value) for each member.
  template <class Tell>
  py::object make(Tell&& tell) {
    auto* const type = reinterpret_cast<PyTypeObject*>(type_.ptr());
    py::object made = owned(type->tp_alloc(type, static_cast<Py_ssize_t>(fields_.size())));
    std::size_t at = 0;
    const auto put = [&](py::object value) {
      PyTuple_SET_ITEM(made.ptr(), static_cast<Py_ssize_t>(at++), value.release().ptr());
    };
    tell([&](std::string_view name, const auto& value) {
      while (at < fields_.size() && fields_[at].name != name) put(missing(fields_[at]));
      if (at == fields_.size()) throw std::logic_error("there is no field " + std::string(name));
      put(object_of(fields_[at], value));
    });
    while (at < fields_.size()) put(missing(fields_[at]));
    return made;
  }

 private:
  struct Field {
    std::string name;
    std::string last = {};  // the text that it had last, which is often the next one, too
    py::object object = {};
  };

  static py::object missing(const Field& field) {
    if (field.name == "within") return py::tuple();
    return py::none();
  }

  py::object object_of(Field& field, std::string_view text) {
    if (!field.object || field.last != text) {
      field.object = text_of(text, has_surrogates_);
      field.last = text;
    }
    return field.object;
  }
  static py::object object_of(Field& /*field*/, std::size_t number) { return owned(PyLong_FromSize_t(number)); }
  static py::object object_of(Field& /*field*/, const py::object& object) { return object; }
  template <class Value>
  py::object object_of(Field& field, const std::optional<Value>& value) {
    return value ? object_of(field, *value) : py::none();
  }
  py::object object_of(Field& /*field*/, const std::vector<std::string>& texts) const {
    py::tuple all(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) all[i] = text_of(texts[i], has_surrogates_);
    return all;
  }

  py::object type_;
  bool has_surrogates_;
  std::vector<Field> fields_;
};

constexpr std::array<std::string_view, 3> severities = {"detail", "notice", "failure"};

/// The notes of a plan: all, or those that people are told without asking.
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
  for (const Link& link : plan.links()) {
    const std::size_t offset = plan.source_offset(link).value_or(0);
    links.append(maker.make([&](const auto& take) {
      for_each_member(plan, link, lines, SourcePlace(), [&](std::string_view name, const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::optional<std::size_t>>) {
          if (value && name == "offset") return take(name, std::optional(places.of(offset)));
          if (value && name == "length") return take(name, std::optional(places.between(offset, offset + *value)));
          if (value && name == "column")
            return take(name, std::optional(places.between(offset + 1 - *value, offset) + 1));
        }
        return take(name, value);
      });
    }));
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

/// Each answers with a pair: what was asked for, and the notes.
void define_functions(py::module_& module) {
  module.def("rewrite", [](const py::object& data, const py::list& named, const py::object& name,
                           const py::object& note_type, bool all_notes) {
    const Work work(data, named, name);
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
  return *Base::from(options.retrieval_url, options.generation);
}

py::object url_of(const Base& base) { return text_of(base.url(), true); }
py::object resolver_of(const Base& base) { return text_of(name_of(base.generation()), false); }
py::tuple state_of(const Base& base) { return py::make_tuple(url_of(base), resolver_of(base)); }

void define_base(py::module_& module) {
  py::class_<Base>(module, "Base", py::is_final(), base_doc)
      .def(py::init(&base_of), py::arg("url"), py::arg("resolver") = "rfc1808")
      .def_property_readonly("url", &url_of, "The URL, as the resolver reads it.")
      .def_property_readonly("resolver", &resolver_of, "The name of what resolves.")
      .def(
          "absolute",
          [](const Base& base, const py::object& reference) {
            return text_of(base.absolute(Utf8(reference).view()), true);
          },
          py::arg("reference"), absolute_doc)
      .def("__repr__",
           [](const Base& base) { return py::str("absolve.Base({!r}, resolver={!r})").format(*state_of(base)); })
      .def(
          "__eq__", [](const Base& one, const Base& other) { return state_of(one).equal(state_of(other)); },
          py::is_operator())
      .def("__hash__", [](const Base& base) { return py::hash(state_of(base)); })
      .def("__reduce__", [](const py::object& base) {
        return py::make_tuple(base.get_type(), state_of(py::cast<const Base&>(base)));
      });
}

}  // namespace
}  // namespace absolve::python

PYBIND11_MODULE(_absolve, module) {
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
  absolve::python::define_functions(module);
  absolve::python::define_base(module);
}
