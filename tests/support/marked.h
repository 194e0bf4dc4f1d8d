#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/link.h"

namespace absolve::test {

/// A text with edits in it, as tables show them: `{{old|new}}` between these signs. It must outlive this.
class Marked {
 public:
  Marked(std::string_view marked, std::string_view open, std::string_view close) {
    for (std::size_t begin = 0; (begin = marked.find(open)) != std::string_view::npos;) {
      const std::size_t bar = marked.find('|', begin);
      const std::size_t end = marked.find(close, bar);
      const std::string_view old = marked.substr(begin + open.size(), bar - begin - open.size());
      text_.append(marked.substr(0, begin));
      edits_.push_back({text_.size(), old.size(), marked.substr(bar + 1, end - bar - 1)});
      text_.append(old);
      marked.remove_prefix(end + close.size());
    }
    text_.append(marked);
  }

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] const std::vector<Edit>& edits() const noexcept { return edits_; }

 private:
  std::string text_;
  std::vector<Edit> edits_;
};

}  // namespace absolve::test
