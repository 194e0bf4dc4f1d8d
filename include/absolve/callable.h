#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace absolve {

/// A function that options hold, or nothing: a std::function whose copies share the function object and its state.
template <class Signature>
class Callable {
 public:
  /// Holds nothing, and can't be called.
  Callable() noexcept = default;
  Callable(std::nullptr_t) noexcept {}

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
