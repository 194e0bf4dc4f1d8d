#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "../text/limits.h"
#include "tokenizer.h"

namespace absolve::html {

/// Visits the comments and tags of a page before its body, that is, before the first tag that can't be in a head. Calls
/// `visitor.comment(at, end)` and `visitor.tag(tag)`; the contents of scripts, styles and the title are text. Constant
/// time, as it reads limits::head. A comment that is cut off there is ignored.
template <class Visitor>
class HeadReader : public Tokenizer<HeadReader<Visitor>> {
 public:
  HeadReader(std::string_view page, Visitor& visitor) noexcept
      : Tokenizer<HeadReader>(page.substr(0, limits::head)), visitor_(visitor) {}

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

/// A URL that a page gives as its own. It may be any URL that leads to the page, so it is not used as a base.
struct OwnAddress {
  std::string_view who;  // where it is given: "rel=canonical", "og:url"
  std::string url;
};

/// The absolute ones, rel=canonical before og:url. Constant time, as it reads limits::head.
[[nodiscard]] std::vector<OwnAddress> own_addresses(std::string_view page);

}  // namespace absolve::html
