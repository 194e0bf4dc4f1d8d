#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace absolve {

/// Why something can't be.
struct Error {
  std::string text;                        // in words
  std::optional<std::size_t> offset = {};  // where, from 0: what it counts is said where it is given; nullopt: nowhere
};

/// A value, or the error that there is in its place: as std::expected, which C++20 lacks. Who takes the value where
/// there is an error, or the other way round, makes a mistake that is not noticed.
///
///     const absolve::Expected<absolve::Base> base = absolve::Base::from("http://a/b");
///     if (base) std::cout << base->absolute("c");
///     else std::cerr << base.error().text;
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
  const Value* operator->() const&& = delete;  // what it hands out would dangle; (*...).f() says more
  [[nodiscard]] Value value_or(Value other) && { return value_ ? *std::move(value_) : std::move(other); }

  [[nodiscard]] const Error& error() const& noexcept { return error_; }
  [[nodiscard]] Error error() && noexcept { return std::move(error_); }

 private:
  std::optional<Value> value_;
  Error error_;
};

}  // namespace absolve
