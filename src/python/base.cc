#include "base.h"

#include <memory>

#include "absolve/absolve.h"
#include "source.h"

namespace absolve::python {
namespace {

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
  const auto [input, options] = meaning_of(named);
  auto base = Base::from(input.url, options.resolver);  // of a scheme alone, which is a URL for inputs, there is none
  if (!base) raise(PyExc_ValueError, text_of("url: '" + input.url + "' can't be a base: " + base.error().text, true));
  return *std::move(base);
}

/// As a holder, this makes sure that an object that was never initialized (Base.__new__) is refused, not read.
using Held = std::shared_ptr<Base>;

py::object url_of(const Held& base) { return text_of(base->url(), true); }
py::object resolver_of(const Held& base) { return text_of(name_of(base->resolver()), false); }
py::tuple state_of(const Held& base) { return py::make_tuple(url_of(base), resolver_of(base)); }

}  // namespace

void define_base(py::module_& module) {
  py::class_<Base, Held>(module, "Base", py::is_final(), base_doc)
      .def(py::init(&base_of), py::arg("url"), py::arg("resolver") = "rfc1808")
      .def_property_readonly("url", &url_of, "The URL, as the resolver reads it.")
      .def_property_readonly("resolver", &resolver_of, "The name of what resolves.")
      .def(
          "absolute",
          [](const Held& base, const py::object& reference) {
            return text_of(base->absolute(Utf8(reference, "reference").view()), true);
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

}  // namespace absolve::python
