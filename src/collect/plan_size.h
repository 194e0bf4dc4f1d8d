// Each Work estimates the size of its plans with this, so that Ordered can limit the memory of the units that wait.

#pragma once

#include <cstddef>

#include "absolve/plan.h"

namespace absolve::collect {

/// About how many bytes a plan holds, without its source. Linear in its edits.
[[nodiscard]] inline std::size_t size_of(const Plan& plan) noexcept {
  constexpr std::size_t of_link = 200;
  std::size_t size = of_link * plan.links().size();
  for (const Edit& edit : plan.edits()) size += edit.text.size();
  return size;
}

}  // namespace absolve::collect
