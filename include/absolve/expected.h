#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace absolve {

/// Why something failed.
struct Error {
  std::string text;                        // in words
  std::optional<std::size_t> offset = {};  // where in the argument, from 0, in the unit that the function says;
                                           // nullopt if that is unknown
};

/// What Expected::value() throws: its text is that of the error.
class BadValue : public std::logic_error {
 public:
  explicit BadValue(const Error& error) : std::logic_error(error.text) {}
};

/// A value, or the error that explains why there is none: like std::expected, which C++20 lacks. Only value() checks
/// which of the two there is: for the operators, an error in place of the value is undefined behaviour. The error is
/// meaningless when there is a value.
///
///     const absolve::Expected<absolve::Base> base = absolve::Base::from("http://a/b");
///     if (base) std::cout << base->absolute("c");
///     else std::cerr << base.error().text;
///     absolve::Base::from("http://a/b").value().absolute("c");  // throws where there is none
template <class Value>
class [[nodiscard]] Expected {
 public:
  Expected(Value value) : value_(std::move(value)) {}
  Expected(Error error) : error_(std::move(error)) {}

  [[nodiscard]] bool has_value() const noexcept { return value_.has_value(); }
  [[nodiscard]] explicit operator bool() const noexcept { return value_.has_value(); }

  [[nodiscard]] Value& operator*() & noexcept { return *value_; }
  [[nodiscard]] const Value& operator*() const& noexcept { return *value_; }
  [[nodiscard]] Value&& operator*() && noexcept { return *std::move(value_); }
  [[nodiscard]] Value* operator->() & noexcept { return &*value_; }
  [[nodiscard]] const Value* operator->() const& noexcept { return &*value_; }
  const Value* operator->() const&& = delete;  // its result would dangle; write (*...).f() instead
  /// Throws BadValue where there is none.
  [[nodiscard]] const Value& value() const& { return check(), *value_; }
  [[nodiscard]] Value value() && { return check(), *std::move(value_); }
  [[nodiscard]] Value value_or(Value other) && { return value_ ? *std::move(value_) : std::move(other); }

  [[nodiscard]] const Error& error() const& noexcept { return error_; }
  [[nodiscard]] Error error() && noexcept { return std::move(error_); }

 private:
  void check() const {
    if (!value_) throw BadValue(error_);
  }

  std::optional<Value> value_;
  Error error_;
};

}  // namespace absolve
