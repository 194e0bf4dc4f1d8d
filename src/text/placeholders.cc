#include "placeholders.h"

namespace absolve::inline detail {
namespace {

/// Whether a text has a byte that may start a placeholder. No way out of the loop, so that it takes many bytes at a
/// time.
bool may_have_placeholder(std::string_view text) noexcept {
  bool found = false;
  for (const char c : text) {
    found |= (c == '{') | (c == '%') | (c == '<') | (c == '$') | (c == '*') | (c == '[');
  }
  return found;
}

static_assert(
    [] {
      constexpr std::string_view first_bytes = "{%<$*[";
      for (const PlaceholderSigns& signs : placeholder_signs) {
        if (first_bytes.find(signs.opening.front()) == std::string_view::npos) return false;
      }
      return true;
    }(),
    "the quick look knows each sign");

/// `{x}`, whole.
bool is_in_braces(std::string_view text) noexcept {
  return text.size() > 2 && text.front() == '{' && text.find_first_of("{}", 1) == text.size() - 1 && text.back() == '}';
}

}  // namespace

std::optional<Placeholders::Range> Placeholders::next() noexcept {
  for (; at_ < text_.size(); ++at_) {
    const std::string_view rest = text_.substr(at_);
    for (std::size_t i = 0; i < placeholder_signs.size(); ++i) {
      const auto& [opening, closing] = placeholder_signs[i];
      if (unclosed_[i] || !rest.starts_with(opening)) continue;
      const std::size_t close = text_.find(closing, at_ + opening.size() + 1);
      unclosed_[i] = close == std::string_view::npos;
      if (unclosed_[i]) continue;
      const Range range{at_, close + closing.size()};
      at_ = range.end;
      return range;
    }
  }
  return std::nullopt;
}

bool Placeholders::touch(std::size_t begin, std::size_t end) noexcept {
  while (last_ && last_->end <= begin) last_ = next();
  return last_ && last_->begin < end;
}

bool has_placeholder(std::string_view reference) noexcept {
  return may_have_placeholder(reference) && (is_in_braces(reference) || Placeholders(reference).next());
}

}  // namespace absolve::inline detail
