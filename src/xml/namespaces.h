#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vocabularies.h"

namespace absolve::xml {

/// The prefixes in scope (Namespaces in XML 1.0, section 6). The default namespace is none of its business.
class Prefixes {
 public:
  /// Where the declarations stand; going back there undoes those made since.
  using Mark = std::size_t;
  [[nodiscard]] Mark mark() const noexcept { return undo_.size(); }
  void go_back(Mark mark);

  /// Declares a prefix, a slice of the text.
  void declare(std::string_view prefix, Vocabulary vocabulary);

  /// The vocabulary of a prefix; of one that is not declared, what it always means. Constant time.
  [[nodiscard]] Vocabulary find(std::string_view prefix) const noexcept;

 private:
  struct Entry {
    std::string_view prefix;
    Vocabulary vocabulary;  // that it has now
  };
  struct Undo {
    std::uint32_t entry;
    Vocabulary before;
  };

  [[nodiscard]] std::size_t index_of(std::string_view prefix) const noexcept;

  std::vector<Entry> entries_;  // each prefix once
  std::vector<Undo> undo_;
  std::unordered_map<std::string_view, std::uint32_t> by_name_;  // where there are many
};

}  // namespace absolve::xml
