#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace absolve {

template <class Signature>
class Callable;

template <class Signature>
class FunctionRef;

/// A function that options hold: anything that can be called with these arguments, or nothing. Copies share the
/// function object and its state. (std::function would do as well, but its header would make every program that
/// includes this one slow to compile.)
template <class Result, class... Arguments>
class Callable<Result(Arguments...)> {
 public:
  /// Holds nothing, and can't be called.
  Callable() noexcept = default;
  Callable(std::nullptr_t) noexcept {}

  /// Holds a copy of the function object, or moves it in. If that is empty itself (an empty std::function, a null
  /// pointer), this is, too.
  template <class Function>
  requires(!std::is_same_v<std::remove_cvref_t<Function>, Callable> &&
           std::is_invocable_r_v<Result, std::decay_t<Function>&, Arguments...>) Callable(Function&& function) {
    using Held = std::decay_t<Function>;
    Held held(std::forward<Function>(function));
    if constexpr (std::is_assignable_v<Held&, std::nullptr_t>) {
      if (held == nullptr) return;
    }
    target_ = std::make_shared<Held>(std::move(held));
    call_ = [](void* target, Arguments... arguments) -> Result {
      return (*static_cast<Held*>(target))(std::forward<Arguments>(arguments)...);
    };
  }

  /// Whether it holds a function; false once it was moved from.
  [[nodiscard]] explicit operator bool() const noexcept { return target_ != nullptr; }

  /// It must hold a function. What that throws passes through.
  Result operator()(Arguments... arguments) const {
    return call_(target_.get(), std::forward<Arguments>(arguments)...);
  }

 private:
  std::shared_ptr<void> target_;
  Result (*call_)(void* target, Arguments... arguments) = nullptr;
};

/// Refers to a function for the duration of one call, as a parameter of another function: to an object, such as a
/// lambda, or to a pointer to a function (`&f`, not `f`).
template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <class Function>
  requires(!std::is_same_v<std::remove_cvref_t<Function>, FunctionRef> &&
           std::is_invocable_r_v<Result, Function&, Arguments...>) FunctionRef(Function&& function)
  noexcept
      : target_(const_cast<void*>(static_cast<const void*>(std::addressof(function)))),
        call_([](void* target, Arguments... arguments) -> Result {
          return (*static_cast<std::remove_reference_t<Function>*>(target))(std::forward<Arguments>(arguments)...);
        }) {}

  Result operator()(Arguments... arguments) const { return call_(target_, std::forward<Arguments>(arguments)...); }

 private:
  void* target_;
  Result (*call_)(void* target, Arguments... arguments);
};

}  // namespace absolve
