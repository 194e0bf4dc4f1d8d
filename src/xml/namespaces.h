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
  /// How many declarations there are; going back there undoes those made since.
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

/// What names belong to: by the declarations in scope, or where those say nothing, by the root element.
class Namespaces {
 public:
  [[nodiscard]] Prefixes::Mark mark() const noexcept { return prefixes_.mark(); }
  void go_back(Prefixes::Mark mark) { prefixes_.go_back(mark); }

  /// Takes what an attribute says that is named `xmlns` or `xmlns:PREFIX`, and nothing from others. `raw`: its value as
  /// written. `unprefixed`: the vocabulary of names without a prefix, from the element on that has it.
  void declare(std::string_view name, std::string_view raw, Vocabulary& unprefixed);

  /// Takes the name of the root element, whose declarations have been taken, and returns its vocabulary. A root in no
  /// namespace, or in one of which nothing is known, says by its name what it and others without a known namespace are.
  [[nodiscard]] Vocabulary start_root(std::string_view prefix, std::string_view local_name, std::string_view media_type,
                                      Vocabulary& unprefixed);

  [[nodiscard]] Vocabulary find(std::string_view prefix) const noexcept { return prefixes_.find(prefix); }

 private:
  [[nodiscard]] Vocabulary declared(std::string_view prefix, std::string_view raw);

  Prefixes prefixes_;
  bool has_root_ = false;
  Vocabulary in_none_ = Vocabulary::other;  // of names in no namespace
  std::string_view of_root_ = {};           // the root's own, as written, where nothing else is known of it
};

}  // namespace absolve::xml
