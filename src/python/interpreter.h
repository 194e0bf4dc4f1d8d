#pragma once

#include <cxxabi.h>
#include <pybind11/pybind11.h>
#include <unistd.h>

#include <string>

namespace absolve::python {

namespace py = pybind11;

inline py::object owned(PyObject* object) {
  if (object == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(object);
}

[[noreturn]] inline void raise(PyObject* type, const py::object& words) {
  PyErr_SetObject(type, words.ptr());
  throw py::error_already_set();
}

[[noreturn]] inline void raise(PyObject* type, const std::string& words) { raise(type, py::str(words)); }

/// Calls a Python function. It may wait for the interpreter's lock, so the remark below about threads applies to it,
/// too.
inline py::object call(const py::object& function, const py::object& argument) {
  PyObject* result = nullptr;
  try {
    result = PyObject_CallOneArg(function.ptr(), argument.ptr());
  } catch (const abi::__forced_unwind&) {
    while (true) pause();
  }
  return owned(result);
}

/// Releases the interpreter's lock during its lifetime.
///
/// When an interpreter ends, it kills threads that wait for its lock: their stacks are unwound, and destructors that
/// run then would need the lock. So such threads stop here until the process has ended, as in later versions of Python.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  ~Unlocked() { restore(); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  friend class Locked;

  void restore() noexcept {
    try {
      PyEval_RestoreThread(state_);
    } catch (const abi::__forced_unwind&) {
      while (true) pause();
    }
  }

  PyThreadState* state_;
};

/// Takes the same lock again during its lifetime, in the thread that released it.
class Locked {
 public:
  explicit Locked(Unlocked& unlocked) : unlocked_(unlocked) { unlocked.restore(); }
  ~Locked() { unlocked_.state_ = PyEval_SaveThread(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  Unlocked& unlocked_;
};

}  // namespace absolve::python
