#pragma once

#include "interpreter.h"

namespace absolve::python {

/// Defines what reads inputs bit by bit: the classes Lines and Units, the function rewrite_stream.
void define_streams(py::module_& module);

}  // namespace absolve::python
