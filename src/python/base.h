#pragma once

#include "interpreter.h"

namespace absolve::python {

/// Adds the class Base to the module.
void define_base(py::module_& module);

}  // namespace absolve::python
