#include "output_before.h"

#include <algorithm>
#include <array>

#include "../text/ascii.h"

namespace absolve::xml {
namespace {

constexpr auto kinds = std::to_array<std::string_view>(
    {"Deprecated", "Fatal error", "Notice", "Parse error", "Recoverable fatal error", "Strict Standards", "Warning"});

/// Reads a text from its beginning.
class OutputReader {
 public:
  explicit OutputReader(std::string_view text) noexcept : text_(text) {}

  std::size_t size() noexcept {
    skip_blank();
    while (skip_message()) skip_blank();
    return text_.substr(at_).starts_with("<?xml") ? at_ : 0;
  }

 private:
  /// Skips what is at the current place.
  bool skip(std::string_view word) noexcept {
    if (!equal_ignoring_case(text_.substr(at_, word.size()), word)) return false;
    at_ += word.size();
    return true;
  }

  /// Skips white space, line breaks in HTML, and byte order marks.
  void skip_blank() noexcept {
    const auto skip_space = [&] {
      const std::size_t begin = at_;
      while (at_ < text_.size() && is_space(text_[at_])) ++at_;
      return at_ > begin;
    };
    while (skip_space() || skip("<br />") || skip("<br>") || skip("<br/>") || skip("\xEF\xBB\xBF")) {
    }
  }

  /// `PHP Warning: ... on line 3`, with or without `<b>` around its parts. False if there is none.
  bool skip_message() noexcept {
    const std::size_t begin = at_;
    skip("PHP ");
    skip("<b>");
    const bool is_known = std::ranges::any_of(kinds, [&](std::string_view kind) { return skip(kind); });
    skip("</b>");
    const std::size_t line = is_known && skip(":") ? text_.find(" on line ", at_) : std::string_view::npos;
    if (declaration_ == 0) declaration_ = text_.find("<?xml");
    if (line >= declaration_ || declaration_ == std::string_view::npos) {
      at_ = begin;
      return false;
    }
    at_ = line + std::string_view(" on line ").size();
    skip("<b>");
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    skip("</b>");
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t declaration_ = 0;  // where it begins; 0 if that is not known yet
};

}  // namespace

std::size_t size_of_output(std::string_view text) noexcept { return OutputReader(text).size(); }

}  // namespace absolve::xml
