#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace absolve::inline detail {

template <class Signature>
class FunctionRef;

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

}  // namespace absolve::inline detail
