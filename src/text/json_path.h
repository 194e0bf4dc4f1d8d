#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json.h"

namespace absolve::json {

/// Which values of a JSON text are selected. What begins with `$.` or `$[` is a path of RFC 9535, as far as it is made
/// of names, indices from 0, wildcards and descendants; anything else is the name of a member, at any depth.
///
///     html                   every member that is called so
///     $[*].content.rendered  in each element of the array, or in each member of the object
///     $..links[0]['@id']
class Path {
 public:
  /// A step inwards: to the member of an object, or to an element of an array.
  struct Step {
    enum class Kind : std::uint8_t { name, index, any };
    Kind kind;
    std::string name;
    std::size_t index = 0;
    bool descends = false;  // to any depth
  };

  /// How far a value is along a path: a set of numbers of steps, as bits.
  using Progress = std::uint64_t;
  static constexpr std::size_t max_steps = 63;

  /// Whether a text begins as a path does; anything else is a name.
  [[nodiscard]] static constexpr bool is_path(std::string_view text) noexcept {
    return text.starts_with("$.") || text.starts_with("$[");
  }

  /// A text that is no path selects nothing: error() says why.
  explicit Path(std::string_view text);

  /// What is wrong with it, in words; "" if there is nothing. Only a text that begins like a path can be wrong.
  [[nodiscard]] const std::string& error() const noexcept { return error_; }
  [[nodiscard]] bool is_name() const noexcept { return is_name_; }
  [[nodiscard]] bool descends() const noexcept { return descends_; }
  /// Whether it is a path that selects one value at most: it neither descends nor holds a wildcard.
  [[nodiscard]] bool is_singular() const noexcept { return !is_name_ && !descends_ && after_wildcards_ == 0; }
  /// The name of its first step; "" if that is none.
  [[nodiscard]] std::string_view outermost_name() const noexcept {
    return steps_.empty() ? std::string_view() : steps_.front().name;
  }
  /// How many steps there are up to the last wildcard: those after it are names and indices.
  [[nodiscard]] std::size_t after_wildcards() const noexcept { return after_wildcards_; }
  /// Whether what `inner` selects may be in a value to which the steps up to the last wildcard lead, so that both can
  /// share that value: $.data[*].meta.url and $.data[*].html do, $.list[*].url and $.title don't.
  [[nodiscard]] bool may_share_wildcards_with(const Path& inner) const noexcept;

  [[nodiscard]] static constexpr Progress at_start() noexcept { return 1; }
  /// The progress of a member, or of an element. Linear in the steps.
  [[nodiscard]] Progress to_member(Progress from, std::string_view name) const noexcept;
  [[nodiscard]] Progress to_element(Progress from, std::size_t index) const noexcept;
  [[nodiscard]] bool selects(Progress at) const noexcept { return error_.empty() && (at >> steps_.size() & 1U) != 0; }

  /// For a name that selects nothing: the path that is probably meant by it, as other languages write paths (`a.b`,
  /// `.[].a`, `/a/0`); "" if there is none.
  [[nodiscard]] static std::string meant_by(std::string_view name);

 private:
  template <class Fits>
  [[nodiscard]] Progress step(Progress from, Fits&& fits) const noexcept;
  void read(std::string_view text);
  [[nodiscard]] std::size_t read_brackets(std::string_view text, Step& one);

  std::vector<Step> steps_;
  std::string error_;
  std::size_t after_wildcards_ = 0;
  bool is_name_ = true;
  bool descends_ = false;
};

}  // namespace absolve::json
