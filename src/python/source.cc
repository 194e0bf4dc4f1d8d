#include "source.h"

#include <algorithm>
#include <string>
#include <utility>

#include "../url/suitable.h"

namespace absolve::python {

py::object text_of(std::string_view utf8, bool has_surrogates, OtherBytes others) {
  const auto size = static_cast<Py_ssize_t>(utf8.size());
  PyObject* const text = PyUnicode_DecodeUTF8(utf8.data(), size, has_surrogates ? "surrogatepass" : nullptr);
  if (text != nullptr) return owned(text);
  if (PyErr_ExceptionMatches(PyExc_UnicodeDecodeError) == 0) throw py::error_already_set();
  PyErr_Clear();
  const py::object escaped = owned(PyUnicode_DecodeUTF8(utf8.data(), size, "surrogateescape"));
  if (others == OtherBytes::escaped) return escaped;
  constexpr Py_UCS4 replacement = 0xFFFD;
  const Py_ssize_t length = PyUnicode_GET_LENGTH(escaped.ptr());
  std::vector<Py_UCS4> units(static_cast<std::size_t>(length));
  for (Py_ssize_t i = 0; i < length; ++i) {
    const Py_UCS4 unit = PyUnicode_READ_CHAR(escaped.ptr(), i);
    units[static_cast<std::size_t>(i)] = Py_UNICODE_IS_SURROGATE(unit) ? replacement : unit;
  }
  return owned(PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, units.data(), length));
}

Utf8::Utf8(py::handle text, const char* argument) {
  if (!PyUnicode_Check(text.ptr())) {
    raise(PyExc_TypeError, std::string(argument) + " must be a str, not " + Py_TYPE(text.ptr())->tp_name);
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

InputAndOptions meaning_of(const py::list& named) {
  constexpr std::string_view noted_url = "noted-url";
  std::vector<NamedOption> all;
  std::string url;
  for (const py::handle one : named) {
    auto [name, value] = py::cast<std::pair<std::string, py::object>>(one);
    std::string text(Utf8(value, name.c_str()).view());
    if (name == noted_url) url = std::move(text);
    else all.push_back({std::move(name), std::move(text)});
  }
  auto meant = options_from(all);
  if (!meant) raise(PyExc_ValueError, text_of(meant.error().text, true));
  if (!url.empty()) meant->input.url = std::move(url);
  return *std::move(meant);
}

void drop_noted_url(Input& input, Resolver resolver) {
  if (!is_scheme_alone(input.url) && unsuitable_as_base(input.url, resolver) != Unsuitable::no) input.url = {};
}

/// Throws TypeError for numbers and objects of numpy, whose memory is no text.
void require_bytes(py::handle data, const char* argument) {
  if (PyBytes_Check(data.ptr())) return;
  Py_buffer view;
  if (PyObject_GetBuffer(data.ptr(), &view, PyBUF_FULL_RO) != 0) throw py::error_already_set();
  const std::string_view format = view.format == nullptr ? "B" : view.format;
  const bool is_of_bytes = view.itemsize == 1 && format != "?" && format != "e";
  PyBuffer_Release(&view);
  if (!is_of_bytes) {
    raise(PyExc_TypeError, std::string(argument) + " must be a str or a bytes-like object, and this " +
                               Py_TYPE(data.ptr())->tp_name + " does not hold bytes");
  }
}

Source::Source(py::handle data, const char* argument) : data_(py::reinterpret_borrow<py::object>(data)) {
  if (PyUnicode_Check(data.ptr())) {
    text_.emplace(data, argument);
    bytes_ = text_->view();
    return;
  }
  if (PyObject_CheckBuffer(data.ptr()) == 0) {
    raise(PyExc_TypeError,
          std::string(argument) + " must be a str or a bytes-like object, not " + Py_TYPE(data.ptr())->tp_name);
  }
  require_bytes(data, argument);
  if (PyMemoryView_Check(data.ptr()) && view_bytes(data)) return;
  held_ = owned(PyBytes_FromObject(data.ptr()));  // bytes objects are not copied
  bytes_ = {PyBytes_AS_STRING(held_.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(held_.ptr()))};
}

py::object Source::unchanged() const {
  if (PyBytes_CheckExact(data_.ptr()) || PyUnicode_CheckExact(data_.ptr())) return data_;
  if (is_text()) return text_of(bytes_, true);
  return owned(PyBytes_FromStringAndSize(bytes_.data(), static_cast<Py_ssize_t>(bytes_.size())));
}

bool Source::view_bytes(py::handle data) {
  Py_buffer view;
  if (PyObject_GetBuffer(data.ptr(), &view, PyBUF_FULL_RO) != 0) throw py::error_already_set();
  PyObject* const base = PyMemoryView_GET_BASE(data.ptr());
  const bool is_one = base != nullptr && PyBytes_Check(base) && PyBuffer_IsContiguous(&view, 'C') != 0;
  if (is_one) {
    held_ = py::reinterpret_borrow<py::object>(base);  // keeps it alive, even if the view is released meanwhile
    bytes_ = {static_cast<const char*>(view.buf), static_cast<std::size_t>(view.len)};
  }
  PyBuffer_Release(&view);
  return is_one;
}

Places::Places(const Source& source) : source_(source.bytes()), counts_bytes_(source.counts_bytes()) {
  if (counts_bytes_) return;
  std::size_t count = 0;
  for (std::size_t at = 0; at < source_.size(); at += step) {
    marks_.push_back(count);
    count += characters(at, std::min(at + step, source_.size()));
  }
  marks_.push_back(count);
}

std::size_t Places::of(std::size_t offset) const {
  if (counts_bytes_) return offset;
  const std::size_t mark = offset / step;
  return marks_[mark] + characters(mark * step, offset);
}

std::size_t Places::characters(std::size_t begin, std::size_t end) const {
  std::size_t count = 0;
  for (std::size_t at = begin; at < end; ++at) {
    const bool continues = (static_cast<unsigned char>(source_[at]) & 0xC0U) == 0x80U;
    count += continues ? 0 : 1;
  }
  return count;
}
}  // namespace absolve::python
