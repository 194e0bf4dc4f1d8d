#include <algorithm>
#include <array>
#include <utility>

#include "absolve/base.h"

namespace absolve {
namespace {

using Status = Layer::Status;

constexpr std::string_view not_absolute = "it is relative, and a header field must give an absolute URL";
constexpr std::string_view not_the_first = "only the first base element with an href counts";

constexpr bool is_heading(BaseFrom from) noexcept {
  return from == BaseFrom::content_base || from == BaseFrom::base_header || from == BaseFrom::content_location;
}

/// Resolves one candidate against the base of the layers outside it and, where it is suitable, makes it
/// the base. The layers stand outermost first here.
void add(Layers& so_far, Candidate candidate, Generation generation) {
  Layer layer{std::move(candidate), std::nullopt, Status::ignored, {}};
  if (!layer.candidate.barred.empty()) {
    layer.reason = layer.candidate.barred;
  } else {
    const bool heading = is_heading(layer.candidate.from);
    const bool resolves = so_far.base.has_value() && !heading;
    std::string url = resolves ? so_far.base->absolute(layer.candidate.value) : layer.candidate.value;
    if (const Unsuitable why = unsuitable_as_base(url, generation); why != Unsuitable::no) {
      layer.reason = why == Unsuitable::relative && heading ? not_absolute : describe(why);
    } else {
      for (Layer& other : so_far.layers) {
        if (other.status == Status::used) other.status = Status::overridden;
      }
      layer.status = Status::used;
      so_far.base = Base::from(url, generation);
      so_far.from = layer.candidate.from;
      layer.url = std::move(url);
    }
  }
  so_far.layers.push_back(std::move(layer));
}

}  // namespace

std::string_view name_of(BaseFrom from) noexcept {
  constexpr std::array<std::string_view, 7> names = {"base-element", "content-base", "base-header", "content-location",
                                                     "retrieval",    "retrieval",    "none"};
  return names[static_cast<std::size_t>(from)];
}

std::string_view name_of(Layer::Status status) noexcept {
  constexpr std::array<std::string_view, 3> names = {"used", "overridden", "ignored"};
  return names[static_cast<std::size_t>(status)];
}

Layers establish(std::vector<Candidate> own, const Layers& below, Generation generation) {
  const auto contends = [](const Candidate& candidate) {
    return candidate.from == BaseFrom::base_element && candidate.barred.empty();
  };
  bool first_met = false;
  for (Candidate& candidate : own) {
    if (!contends(candidate)) continue;
    if (first_met) candidate.barred = not_the_first;
    first_met = true;
  }
  Layers result = below;
  std::ranges::reverse(result.layers);
  std::for_each(own.rbegin(), own.rend(), [&](Candidate& candidate) { add(result, std::move(candidate), generation); });
  std::ranges::reverse(result.layers);
  return result;
}

}  // namespace absolve
