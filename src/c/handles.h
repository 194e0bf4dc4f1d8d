#pragma once

#include <cstddef>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absolve/c.h"
#include "absolve/plan.h"

/// The objects that the handles of C point to. C has no namespaces, so these have none either.

struct absolve_options {
  struct Setting {
    std::string name;
    std::string value;
  };

  std::vector<Setting> settings;  // all settings that are in effect
  absolve::Input input;           // what they result in, with its name
  absolve::Options options;
  std::string error;
  absolve_link_function on_link = nullptr;  // nullptr if there is none
  void* context = nullptr;                  // for that function
};

struct absolve_base {
  absolve::Base base;
};

struct absolve_plan {
  /// Strings that C gets for links and notes, and that are not in the plan.
  struct CachedStrings {
    struct Of {
      absolve::Position at;
      std::string_view element;
    };
    std::vector<Of> links;
    std::vector<std::size_t> note_lines;
    std::deque<std::string> elements;  // lower-case names of elements that are written otherwise
  };

  explicit absolve_plan(absolve::Plan made) : own(std::move(made)), plan(*own) {}
  /// The plan must outlive it.
  explicit absolve_plan(const absolve::Plan* lent) : plan(*lent) {}

  /// Made at the first call, in one pass over the source: callers that only rewrite don't need it. May throw
  /// std::bad_alloc.
  [[nodiscard]] const CachedStrings& cached() const;

  std::optional<absolve::Plan> own;
  const absolve::Plan& plan;

 private:
  [[nodiscard]] static CachedStrings strings_of(const absolve::Plan& plan);

  mutable std::once_flag is_cached_;
  mutable std::unique_ptr<const CachedStrings> cached_;
};

namespace absolve::c {

/// Thrown inside of guarded() to return a status.
struct Stopped {
  absolve_status status;
};

/// A LinkFunction that calls the function that is set; empty if none is.
[[nodiscard]] LinkFunction on_link_of(const absolve_options& options);

/// Runs a function that may throw, and turns exceptions into a status.
template <class Work>
absolve_status guarded(Work&& work) noexcept {
  try {
    return work();
  } catch (const Stopped& stopped) {
    return stopped.status;
  } catch (const std::invalid_argument&) {
    return ABSOLVE_WRONG_ARGUMENT;
  } catch (...) {  // std::bad_alloc, and std::length_error for sizes larger than memory
    return ABSOLVE_NO_MEMORY;
  }
}

/// Whether there can be so many bytes in memory.
[[nodiscard]] inline bool is_text(const char* bytes, std::size_t size) noexcept {
  return (bytes != nullptr || size == 0) && size <= PTRDIFF_MAX;
}

[[nodiscard]] inline std::string_view view_of(const char* bytes, std::size_t size) noexcept {
  return bytes == nullptr ? std::string_view("") : std::string_view(bytes, size);
}

[[nodiscard]] inline std::string_view view_of(const char* text) noexcept { return text == nullptr ? "" : text; }

/// A text that exists, though it may be empty.
[[nodiscard]] inline absolve_text text_of(std::string_view view) noexcept {
  return {view.empty() ? "" : view.data(), view.size()};
}

[[nodiscard]] inline absolve_text text_or_none(std::string_view view) noexcept {
  return view.empty() ? absolve_text{nullptr, 0} : text_of(view);
}

/// Gives the caller a copy of two texts, joined.
[[nodiscard]] inline absolve_status give(std::string_view head, std::string_view tail, char** text,
                                         std::size_t* size) noexcept {
  const std::size_t whole = head.size() + tail.size();
  char* const copy = static_cast<char*>(std::malloc(whole + 1));
  if (copy == nullptr) return ABSOLVE_NO_MEMORY;
  head.copy(copy, head.size());
  tail.copy(copy + head.size(), tail.size());
  copy[whole] = '\0';
  *text = copy;
  if (size != nullptr) *size = whole;
  return ABSOLVE_OK;
}

/// Clears the results in `char **` and the size, until everything has succeeded; false if there is no place for them.
[[nodiscard]] inline bool clear(char** text, std::size_t* size) noexcept {
  if (size != nullptr) *size = 0;
  if (text == nullptr) return false;
  *text = nullptr;
  return true;
}

/// A note without its place.
[[nodiscard]] absolve_note note_of(const Note& note) noexcept;

/// The name of a type as a value of "type"; nullptr if it has none. Names are literals, so they end with a NUL.
[[nodiscard]] const char* name_of(Type type) noexcept;

}  // namespace absolve::c
