#include "head.h"

#include <optional>
#include <utility>

#include "../codec/markup/character_references.h"
#include "../url/split.h"
#include "absolve/url.h"

namespace absolve::html {
namespace {

class AddressVisitor {
 public:
  explicit AddressVisitor(std::string_view page) noexcept : page_(page) {}

  void comment(std::size_t, std::size_t) const noexcept {}

  void tag(const SeenTag& tag) {
    if (!canonical_ && is_name(tag.name(), "link") && has_word(value(tag, "rel"), "canonical")) {
      canonical_ = value(tag, "href");
    }
    if (!social_ && is_name(tag.name(), "meta") && is_name(trimmed(value(tag, "property")), "og:url")) {
      social_ = value(tag, "content");
    }
  }

  std::vector<OwnAddress> finish() {
    std::vector<OwnAddress> found;
    if (canonical_ && !scheme_of(*canonical_).empty()) found.push_back({"rel=canonical", std::move(*canonical_)});
    if (social_ && !scheme_of(*social_).empty()) found.push_back({"og:url", std::move(*social_)});
    return found;
  }

 private:
  [[nodiscard]] std::string value(const SeenTag& tag, std::string_view name) const {
    const auto attribute = markup::find_attribute(page_, tag.name_end, name);
    return attribute ? said_in(*attribute, page_) : std::string();
  }

  std::string_view page_;
  std::optional<std::string> canonical_;
  std::optional<std::string> social_;
};

}  // namespace

std::string said_in(const markup::Attribute& attribute, std::string_view page) {
  std::string scratch;
  return std::string(trimmed(codec::decode_attribute(attribute.value(page), scratch)));
}

std::vector<OwnAddress> own_addresses(std::string_view page) {
  AddressVisitor visitor(page.substr(0, limits::head));
  HeadReader(page, visitor).read();
  return visitor.finish();
}

}  // namespace absolve::html
