#pragma once

#include <cxxabi.h>
#include <pybind11/pybind11.h>
#include <unistd.h>

#include <chrono>
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

/// Lets Python handle the signals that have arrived, such as that of Ctrl-C. Holding the interpreter's lock.
inline void handle_signals() {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

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

/// A function for Options::on_step, which handles signals. It waits between two times, as other threads may hold the
/// lock: short calls never ask for it. To look at the clock in each step would take as long as a tenth of the work.
inline auto signals_handled(Unlocked& unlocked) {
  using Clock = std::chrono::steady_clock;
  return [&unlocked, last = Clock::now(), steps = 0U]() mutable {
    constexpr std::chrono::milliseconds pause(50);
    if (++steps % 16 != 0 || Clock::now() - last < pause) return;
    const Locked locked(unlocked);
    handle_signals();
    last = Clock::now();
  };
}

}  // namespace absolve::python
