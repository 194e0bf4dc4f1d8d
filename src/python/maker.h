#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "source.h"

namespace absolve::python {

/// Makes objects of a named tuple class, from members that come in the order of its fields; some may be missing.
class Maker {
 public:
  Maker(const py::object& type, bool has_surrogates, OtherBytes others = OtherBytes::replaced)
      : type_(py::reinterpret_borrow<py::object>(type)), has_surrogates_(has_surrogates), others_(others) {
    for (const py::handle field : py::tuple(type.attr("_fields"))) {
      auto name = py::cast<std::string>(field);
      if (name.ends_with('_')) name.pop_back();  // `from_`, as `from` is a keyword
      fields_.push_back({std::move(name)});
    }
  }

  /// `visit(add)` calls add(name, value) for each member.
  template <class Visit>
  py::object make(Visit&& visit) {
    handle_signals();  // there may be millions of links
    auto* const type = reinterpret_cast<PyTypeObject*>(type_.ptr());
    py::object made = owned(type->tp_alloc(type, static_cast<Py_ssize_t>(fields_.size())));
    std::size_t at = 0;
    const auto put = [&](py::object value) {
      PyTuple_SET_ITEM(made.ptr(), static_cast<Py_ssize_t>(at++), value.release().ptr());
    };
    visit([&](std::string_view name, const auto& value) {
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
    std::string last = {};  // its last text, which is often the next one, too
    py::object object = {};
  };

  static py::object missing(const Field& field) {
    if (field.name == "within") return py::tuple();
    return py::none();
  }

  py::object object_of(Field& field, std::string_view text) {
    if (!field.object || field.last != text) {
      field.object = text_of(text, has_surrogates_, others_);
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
    for (std::size_t i = 0; i < texts.size(); ++i) all[i] = text_of(texts[i], has_surrogates_, others_);
    return all;
  }

  py::object type_;
  bool has_surrogates_;
  OtherBytes others_;
  std::vector<Field> fields_;
};

}  // namespace absolve::python
