#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../text/strings.h"
#include "absolve/plan.h"

namespace absolve::inline detail {

/// A plan in the making, which the planners of documents and messages add to.
class Draft {
 public:
  Draft(std::string_view source, const Options& options);

  [[nodiscard]] const Options& options() const noexcept { return options_; }
  [[nodiscard]] std::string_view source() const noexcept { return plan_.source_; }

  [[nodiscard]] std::vector<Link>& links() noexcept { return plan_.links_; }
  [[nodiscard]] std::vector<Document>& documents() noexcept { return plan_.documents_; }
  [[nodiscard]] std::vector<Part>& parts() noexcept { return plan_.parts_; }
  void note(Note note) { plan_.notes_.push_back(std::move(note)); }
  void set_type(Type type) noexcept { plan_.type_ = type; }
  void set_handed_over(std::string_view why) noexcept { plan_.handed_over_ = why; }

  // What lives as long as the plan.
  [[nodiscard]] Strings strings() noexcept { return Strings(*plan_.strings_); }
  [[nodiscard]] std::string_view keep(std::string_view text) { return strings().keep(text); }
  [[nodiscard]] std::string_view keep_decoded(std::string text) { return plan_.decoded_.emplace_back(std::move(text)); }
  [[nodiscard]] const Base& keep(const Base& base) { return plan_.bases_.emplace_back(base); }

  /// Counts bytes that the plan adds to its source; false: they pass the limit.
  [[nodiscard]] bool grow(std::size_t bytes) noexcept;

  /// The same for a copy of layers.
  [[nodiscard]] bool grow(const Layers& layers) noexcept;

  /// Where the plan stands, and the way back there.
  struct Mark {
    std::size_t links;
    std::size_t documents;
    std::size_t parts;
    std::size_t notes;
    std::size_t grown;
  };
  [[nodiscard]] Mark mark() const noexcept;
  void go_back(const Mark& mark);

  [[nodiscard]] Plan finish(std::vector<Edit> edits);

 private:
  const Options& options_;
  Plan plan_;
  std::size_t grown_ = 0;
};

/// Notes the candidates among the innermost `own` layers that can't be a base, but those that are barred by a rule.
void note_unsuitable(Draft& draft, const Layers& layers, std::size_t own, std::size_t message);

/// `3 references` and the like.
[[nodiscard]] std::string counted(std::size_t count, std::string_view one, std::string_view many);

}  // namespace absolve::inline detail
