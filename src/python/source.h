#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "absolve/options.h"
#include "interpreter.h"

namespace absolve::python {

/// How bytes from Python, or from an input, become a str. Lone surrogates that are already in a str are kept. Any other
/// byte that is not UTF-8 becomes U+FFFD, as in the JSON of the program, or, if it must be converted back, a lone
/// surrogate, as in file names (PEP 383).
enum class OtherBytes : bool { replaced, escaped };
py::object text_of(std::string_view utf8, bool has_surrogates, OtherBytes others = OtherBytes::replaced);

/// A str as the library needs it: in UTF-8, with lone surrogates kept.
class Utf8 {
 public:
  /// `argument` is its name, for errors.
  Utf8(py::handle text, const char* argument);

  [[nodiscard]] std::string_view view() const noexcept { return view_; }
  [[nodiscard]] bool is_ascii() const noexcept { return is_ascii_; }

 private:
  py::object held_;
  std::string_view view_;
  bool is_ascii_ = false;
};

/// The meaning of names and values: `[("resolver", "whatwg"), ...]`. As the value of `noted-url`, the URL need not be
/// usable as a base: the plan has a note if it is not.
InputAndOptions meaning_of(const py::list& named);

/// Drops a URL that the plan of a first line, or record, has noted, so that those of all others don't.
void drop_noted_url(Input& input, Resolver resolver);

/// A str is decoded already.
[[noreturn]] inline void refuse_charset() { raise(PyExc_ValueError, "charset: a str is already decoded; pass bytes"); }

/// The data to be read. Other threads run meanwhile, so everything that they could change is copied first: all but str,
/// bytes, and a memoryview of bytes.
class Source {
 public:
  /// `argument` is its name, for errors.
  Source(py::handle data, const char* argument);

  [[nodiscard]] std::string_view bytes() const noexcept { return bytes_; }
  [[nodiscard]] bool is_text() const noexcept { return text_.has_value(); }
  /// Whether a byte of it corresponds to a character of the original str.
  [[nodiscard]] bool counts_bytes() const noexcept { return !text_ || text_->is_ascii(); }

  /// The object itself, if its type is immutable; otherwise bytes with the same content.
  [[nodiscard]] py::object unchanged() const;

 private:
  bool view_bytes(py::handle data);

  py::object data_;
  py::object held_;
  std::optional<Utf8> text_;
  std::string_view bytes_;
};

/// Maps byte offsets to character offsets of the original str; for bytes, to themselves.
///
///     h  é        <  a     characters 0 1 2 3
///     68 C3 A9    3C 61    bytes      0 1 3 4
class Places {
 public:
  explicit Places(const Source& source);

  [[nodiscard]] std::size_t of(std::size_t offset) const;

  [[nodiscard]] std::size_t between(std::size_t begin, std::size_t end) const { return of(end) - of(begin); }

 private:
  static constexpr std::size_t step = 256;

  [[nodiscard]] std::size_t characters(std::size_t begin, std::size_t end) const;

  std::string_view source_;
  bool counts_bytes_;
  std::vector<std::size_t> marks_;  // number of characters before each multiple of `step`, as far as the source goes
};

}  // namespace absolve::python
