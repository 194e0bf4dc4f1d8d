#pragma once

#include <cstddef>
#include <optional>

#include "absolve/absolve.h"
#include "maker.h"
#include "source.h"

namespace absolve::python {

/// A link as a Python object. It doesn't name the record of an archive that it is in: Record does.
/// `place` is where the source of the plan is in the input, for what is not a str.
/// `in_bytes`: with the bytes of its reference and URL, which the user's function may give back, not with their text.
py::object link_object(Maker& maker, const Plan& plan, const Link& link, LineCounter& lines, const Places& places,
                       const SourcePlace& place, bool in_bytes);

enum class Which { all, still_relative };

py::list links_of(const Plan& plan, const Source& source, const SourcePlace& place, const py::object& type,
                  Which which = Which::all);

/// A Python function that is called for links: it returns None, `keep` or a str.
struct Replace {
  py::object function;  // None: there is no function
  py::object keep;
  py::object link_type;
};

/// Calls it, holding the interpreter's lock.
class Asking {
 public:
  Asking(const Replace& replace, const Source& source)
      : replace_(replace), places_(source), maker_(replace.link_type, source.is_text(), OtherBytes::escaped) {}

  LinkAnswer ask(const LinkQuestion& question);

 private:
  const Replace& replace_;
  Places places_;
  Maker maker_;
  std::optional<LineCounter> lines_;
};

using Number = std::optional<std::size_t>;

/// The notes that the caller wants: all, or those that are given without being requested.
class Notes {
 public:
  Notes(const py::object& type, bool has_surrogates, bool all) : maker_(type, has_surrogates), all_(all) {}

  void add(const Note& note, Number offset, Number line, Number record = {});
  [[nodiscard]] const py::list& list() const noexcept { return notes_; }

 private:
  Maker maker_;
  bool all_;
  py::list notes_;
};

}  // namespace absolve::python
