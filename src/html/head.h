#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tokenizer.h"

namespace absolve::html {

/// How far into a page its head is looked through, in bytes: where programs say which URL they saved the page from.
inline constexpr std::size_t searched_bytes = std::size_t{64} << 10;

/// Goes over the comments and the tags of a page before its body: before the first tag of what a head can't
/// hold. Calls `visitor.comment(at, end)` and `visitor.tag(tag)`; what is in scripts, styles and the title is text.
/// Constant, as it looks at searched_bytes. A comment that they cut off is none.
template <class Visitor>
class HeadReader : public Tokenizer<HeadReader<Visitor>> {
 public:
  HeadReader(std::string_view page, Visitor& visitor) noexcept
      : Tokenizer<HeadReader>(page.substr(0, searched_bytes)), visitor_(visitor) {}

  void read() { this->data(); }

 private:
  friend Tokenizer<HeadReader>;

  std::size_t start_tag(std::size_t at) {
    const SeenTag tag = this->seen_tag(at);
    const bool is_before_body = (tag.traits & head_content) != 0 || is_name(tag.name(), "html") ||
                                is_name(tag.name(), "head") || is_name(tag.name(), "noscript");
    const std::size_t end = is_before_body ? this->tag_end(tag.name_end) : markup::unclosed;
    if (end == markup::unclosed) return this->text_.size();
    visitor_.tag(tag);
    return this->content(tag, end);
  }

  std::size_t end_tag(std::size_t at) {
    const std::size_t end = this->tag_end(markup::tag_name_end(this->text_, at + 2));
    return std::min(end, this->text_.size());
  }

  std::size_t no_text(std::size_t at, std::size_t end) {
    if (this->text_.substr(at, 4) == "<!--") visitor_.comment(at, end);
    return end;
  }
  std::size_t cdata_section(std::size_t, std::size_t end) const noexcept { return end; }
  bool takes_cdata(std::size_t) const noexcept { return false; }

  Visitor& visitor_;
};

/// The value of an attribute, decoded, without white space around it.
[[nodiscard]] std::string said_in(const markup::Attribute& attribute, std::string_view page);

/// A URL that a page says of itself. It may be any that leads to it, and is no base.
struct OwnAddress {
  std::string_view who;  // says it: "rel=canonical", "og:url"
  std::string url;
};

/// Those that are absolute, rel=canonical before og:url. Constant, as it looks at searched_bytes.
[[nodiscard]] std::vector<OwnAddress> own_addresses(std::string_view page);

}  // namespace absolve::html
