#pragma once

#if __cplusplus < 202002L
#error "absolve needs C++20: compile with -std=c++20 or later"
#endif

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <ranges>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// Marks what the shared library exports. Everything else in it is hidden.
#define ABSOLVE_API __attribute__((visibility("default")))

namespace absolve {

/// A text that may be destroyed at the end of the expression that it is in: a temporary std::string, std::pmr::string
/// or the like, const or not, and a pointer that a call returned, such as that of c_str(); but not a std::string_view
/// or a literal. Functions whose results point into their argument are deleted for such a text, so that a dangling
/// result doesn't compile.
template <class Text>
concept TemporaryText = !std::is_lvalue_reference_v<Text> && std::is_convertible_v<Text, std::string_view> &&
                        !std::ranges::enable_borrowed_range<std::remove_cvref_t<Text>>;

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

/// A function that options hold, or nothing: a std::function whose copies share the function object and its state.
template <class Signature>
class Callable {
 public:
  /// Holds nothing, and can't be called.
  Callable() noexcept = default;

  /// Holds a copy of the function object, or moves it in. If that is empty itself (an empty std::function, a null
  /// pointer), this is, too.
  template <class Function>
  requires(!std::is_same_v<std::remove_cvref_t<Function>, Callable> &&
           std::is_constructible_v<std::function<Signature>, Function>) Callable(Function&& function) {
    std::function<Signature> held(std::forward<Function>(function));
    if (held) target_ = std::make_shared<const std::function<Signature>>(std::move(held));
  }

  /// Whether it holds a function; false once it was moved from.
  [[nodiscard]] explicit operator bool() const noexcept { return target_ != nullptr; }

  /// It must hold a function. What that throws passes through.
  template <class... Arguments>
  auto operator()(Arguments&&... arguments) const {
    return (*target_)(std::forward<Arguments>(arguments)...);
  }

 private:
  std::shared_ptr<const std::function<Signature>> target_;
};

}  // namespace absolve
