#include "autolinks.h"

#include <algorithm>
#include <array>
#include <utility>

#include "../text/ascii.h"
#include "../text/utf8.h"
#include "scanners.h"

namespace absolve::markdown {
namespace {

constexpr auto schemes = std::to_array<std::string_view>({"http", "https", "ftp"});

/// How many bytes the character at `at` has, if a host may contain it; otherwise 0. Characters that are not ASCII count
/// as letters.
std::size_t size_in_host(std::string_view text, std::size_t at) noexcept {
  const char c = byte_at(text, at);
  if (!is_ascii(c)) return std::max<std::size_t>(character_size(text, at), 1);
  return is_space(c) || c == '\v' || is_punctuation(c) ? 0 : 1;
}

/// The end of a host; `none` if an underscore is in one of its last two labels, or it has no point where it needs one.
std::size_t after_host(std::string_view text, std::size_t at, bool needs_point) noexcept {
  std::size_t points = 0;
  std::size_t in_last = 0;
  std::size_t in_label_before = 0;
  std::size_t end = at + 1;
  while (end + 1 < text.size()) {
    const char c = text[end];
    std::size_t size = 1;
    if (c == '_') {
      ++in_last;
    } else if (c == '.') {
      in_label_before = std::exchange(in_last, 0);
      ++points;
    } else if (c != '-') {
      size = size_in_host(text, end);
      if (size == 0) break;
    }
    end += size;
  }
  constexpr std::size_t many_points = 10;
  if ((in_last > 0 || in_label_before > 0) && points <= many_points) return none;
  return needs_point && points == 0 ? none : std::min(end, text.size());
}

/// The end of a link without the punctuation that more likely belongs to the sentence around it.
std::size_t without_punctuation(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  const std::string_view link = text.substr(begin, end - begin);
  const auto open = std::ranges::count(link, '(');
  auto closed = std::ranges::count(link, ')');
  for (; end > begin; --end) {
    const char last = text[end - 1];
    if (last == ')') {
      if (closed <= open) break;
      --closed;
    } else if (last == ';') {
      std::size_t name = end - 2;
      while (name > begin && is_letter(text[name])) --name;
      if (name < end - 2 && text[name] == '&') end = name + 1;
    } else if (std::string_view("?!.,:*_~'\"").find(last) == none) {
      break;
    }
  }
  return end;
}

std::size_t after_link(std::string_view text, std::size_t begin, std::size_t host_end) noexcept {
  std::size_t end = host_end;
  while (end < text.size() && !is_space(text[end]) && text[end] != '\v' && text[end] != '<') ++end;
  return without_punctuation(text, begin, end);
}

bool has_scheme_before(std::string_view text, std::size_t colon) noexcept {
  std::size_t begin = colon;
  while (begin > 0 && is_letter(text[begin - 1]) && colon - begin < 6) --begin;
  return is_any_of(text.substr(begin, colon - begin), schemes);
}

}  // namespace

std::size_t after_bare_autolink(std::string_view text, std::size_t at) noexcept {
  const bool has_scheme = text[at] == ':';
  std::size_t host = at;
  if (has_scheme) {
    host = at + 3;
    const bool is_url = text.substr(at + 1).starts_with("//") && has_scheme_before(text, at);
    if (!is_url || host >= text.size() || size_in_host(text, host) == 0) return at;
  } else {
    const char before = at == 0 ? ' ' : text[at - 1];
    const bool may_begin = is_space(before) || std::string_view("*_~(").find(before) != none;
    if (!may_begin || !text.substr(at).starts_with("www.")) return at;
  }
  const std::size_t host_end = after_host(text, host, !has_scheme);
  return host_end == none ? at : std::max(after_link(text, at, host_end), at);
}

}  // namespace absolve::markdown
