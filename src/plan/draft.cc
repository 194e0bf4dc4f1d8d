#include "draft.h"

namespace absolve::inline detail {
namespace {

/// The bytes that edits may add to a source.
constexpr std::size_t most_growth(std::size_t source_size) noexcept {
  return (std::size_t{64} << 20) + 100 * source_size;
}

std::string_view describe(BaseFrom from) noexcept {
  switch (from) {
    case BaseFrom::base_element: return "the base element's";
    case BaseFrom::content_base: return "the Content-Base";
    case BaseFrom::base_header: return "the Base header's";
    case BaseFrom::content_location: return "the Content-Location";
    case BaseFrom::snapshot: return "the Snapshot-Content-Location";
    case BaseFrom::retrieval:
    case BaseFrom::none: break;
  }
  return "the URL given";
}

}  // namespace

Draft::Draft(std::string_view source, const Options& options) : options_(options) {
  plan_.source_ = source;
  plan_.strings_ = std::make_unique<std::pmr::monotonic_buffer_resource>();
}

bool Draft::grow(std::size_t bytes) noexcept {
  grown_ += bytes;
  return grown_ <= most_growth(plan_.source_.size());
}

bool Draft::grow(const Layers& layers) noexcept {
  std::size_t size = 0;
  for (const Layer& layer : layers.layers) {
    size += sizeof layer + layer.candidate.value.size() + (layer.url ? layer.url->size() : 0);
  }
  return grow(8 * size);  // copies that no output shows are to be few
}

Draft::Mark Draft::mark() const noexcept {
  return {plan_.links_.size(), plan_.documents_.size(), plan_.parts_.size(), plan_.notes_.size(), grown_};
}

void Draft::go_back(const Mark& mark) {
  const auto cut = [](auto& list, std::size_t size) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(size), list.end());
  };
  cut(plan_.links_, mark.links);
  cut(plan_.documents_, mark.documents);
  cut(plan_.parts_, mark.parts);
  cut(plan_.notes_, mark.notes);
  grown_ = mark.grown;
}

Plan Draft::finish(std::vector<Edit> edits) {
  plan_.edits_ = std::move(edits);
  return std::move(plan_);
}

void note_unsuitable(Draft& draft, const Layers& layers, std::size_t own, std::size_t message) {
  for (std::size_t i = 0; i < own; ++i) {
    const Layer& layer = layers.layers[i];
    const Candidate& candidate = layer.candidate;
    if (layer.reason.empty() || layer.reason == candidate.barred) continue;
    std::string text(describe(candidate.from));
    text.append(" '").append(candidate.value).append("' can't be a base: ").append(layer.reason);
    draft.note({Note::Severity::notice, std::move(text), candidate.offset, candidate.part, message});
  }
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count).append(" ").append(count == 1 ? one : many);
}

}  // namespace absolve::inline detail
