#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vocabularies.h"

namespace absolve::xml {

/// The prefixes in scope (Namespaces in XML 1.0, section 6). The default namespace is not handled here.
class Prefixes {
 public:
  /// The number of declarations so far; going back to it undoes the later ones.
  using Mark = std::size_t;
  [[nodiscard]] Mark mark() const noexcept { return undo_.size(); }
  void go_back(Mark mark);

  /// Declares a prefix, a slice of the text.
  void declare(std::string_view prefix, Vocabulary vocabulary);

  /// The vocabulary of a prefix; if it is not declared, the one that it usually stands for. Constant time.
  [[nodiscard]] Vocabulary find(std::string_view prefix) const noexcept;

 private:
  struct Entry {
    std::string_view prefix;
    Vocabulary vocabulary;  // the current one
  };
  struct Undo {
    std::uint32_t entry;
    Vocabulary before;
  };

  [[nodiscard]] std::size_t index_of(std::string_view prefix) const noexcept;

  std::vector<Entry> entries_;  // one for each prefix
  std::vector<Undo> undo_;
  std::unordered_map<std::string_view, std::uint32_t> by_name_;  // only used if there are many
};

/// Determines the vocabulary of names: by the declarations in scope, or, if these are unknown, by the root element.
class Namespaces {
 public:
  [[nodiscard]] Prefixes::Mark mark() const noexcept { return prefixes_.mark(); }
  void go_back(Prefixes::Mark mark) { prefixes_.go_back(mark); }

  /// Reads the declaration in an attribute that is named `xmlns` or `xmlns:PREFIX`; ignores others. `raw` is its value
  /// as written. `unprefixed` is the vocabulary of names without a prefix, in the element that has the attribute.
  void declare(std::string_view name, std::string_view raw, Vocabulary& unprefixed);

  /// Takes the name of the root element, after its declarations, and returns its vocabulary. For a root in no
  /// namespace, or in an unknown one, its name determines the vocabulary, also of other names without a known
  /// namespace.
  [[nodiscard]] Vocabulary start_root(std::string_view prefix, std::string_view local_name, std::string_view media_type,
                                      Vocabulary& unprefixed);

  [[nodiscard]] Vocabulary find(std::string_view prefix) const noexcept { return prefixes_.find(prefix); }

 private:
  [[nodiscard]] Vocabulary declared(std::string_view prefix, std::string_view raw);

  Prefixes prefixes_;
  bool has_root_ = false;
  Vocabulary in_none_ = Vocabulary::other;  // of names in no namespace
  std::string_view of_root_ = {};           // the root's own namespace, as written, if it is an unknown one
};

}  // namespace absolve::xml
