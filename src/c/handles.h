#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "absolve/c.h"
#include "absolve/named_options.h"
#include "absolve/plan.h"
#include "absolve/position.h"

/// What is behind the handles of C. C has no namespaces, so these don't have one either.

struct absolve_options {
  struct Setting {
    std::string name;
    std::string value;
  };

  std::vector<Setting> settings;  // all that counts of what was set
  absolve::Options options;       // what they mean
  std::string input_name;
  std::string error;
  absolve_link_function on_link = nullptr;  // nullptr: none
  void* context = nullptr;                  // of that
};

struct absolve_base {
  absolve::Base base;
};

struct absolve_plan {
  /// What C gets of links and notes besides what the plan has at hand.
  struct CachedStrings {
    struct Of {
      absolve::Position at;
      std::string_view element;
    };
    std::vector<Of> links;
    std::vector<std::size_t> note_lines;
    std::deque<std::string> elements;  // that are not written in lower case
  };

  explicit absolve_plan(absolve::Plan made) : plan(std::move(made)) {}

  /// Made at the first call, as one pass over the source: those who only rewrite need none of it. Throws
  /// std::bad_alloc.
  [[nodiscard]] const CachedStrings& cached() const;

  absolve::Plan plan;

 private:
  mutable std::mutex mutex_;
  mutable std::unique_ptr<const CachedStrings> cached_;
};

namespace absolve::c {

/// Ends what runs guarded with a status.
struct Stopped {
  absolve_status status;
};

/// Runs what may throw; nothing leaves it but a status.
template <class Work>
absolve_status guarded(Work&& work) noexcept {
  try {
    return work();
  } catch (const Stopped& stopped) {
    return stopped.status;
  } catch (const std::system_error&) {
    return ABSOLVE_NO_CONVERSION;
  } catch (...) {  // std::bad_alloc, and std::length_error of what is larger than all memory
    return ABSOLVE_NO_MEMORY;
  }
}

/// Whether there can be bytes of that size in memory.
[[nodiscard]] inline bool is_text(const char* bytes, std::size_t size) noexcept {
  return (bytes != nullptr || size == 0) && size <= PTRDIFF_MAX;
}

[[nodiscard]] inline std::string_view view_of(const char* bytes, std::size_t size) noexcept {
  return bytes == nullptr ? std::string_view("") : std::string_view(bytes, size);
}

[[nodiscard]] inline std::string_view view_of(const char* text) noexcept { return text == nullptr ? "" : text; }

/// A text that is there, though it may be empty.
[[nodiscard]] inline absolve_text text_of(std::string_view view) noexcept {
  return {view.empty() ? "" : view.data(), view.size()};
}

[[nodiscard]] inline absolve_text text_or_none(std::string_view view) noexcept {
  return view.empty() ? absolve_text{nullptr, 0} : text_of(view);
}

/// A copy of two texts, one after the other, for the caller.
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

/// What `char **` and the size after it hold until all has gone well; false: there is nowhere to write to.
[[nodiscard]] inline bool clear(char** text, std::size_t* size) noexcept {
  if (size != nullptr) *size = 0;
  if (text == nullptr) return false;
  *text = nullptr;
  return true;
}

/// The name of a type as "type" takes it; nullptr: it is none. Names are literals, and so end with a NUL.
[[nodiscard]] const char* name_of(Type type) noexcept;

}  // namespace absolve::c
