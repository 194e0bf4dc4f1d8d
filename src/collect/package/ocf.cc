#include "ocf.h"

#include <utility>

#include "../../codec/codec.h"
#include "../../markup/attributes.h"
#include "../../xml/tokenizer.h"

namespace absolve::collect {
namespace {

std::string_view local_name(std::string_view name) noexcept { return name.substr(name.find(':') + 1); }

std::string decoded(std::string_view text, const markup::Attribute& attribute) {
  const auto codec = codec::open(codec::in_xml(attribute.coding), attribute.value(text));
  return codec ? std::string(codec->text()) : std::string();
}

/// Reads start tags.
class Reader : private xml::Tokenizer<Reader> {
 public:
  Reader(std::string_view text, std::string_view element, std::string_view first, std::string_view second)
      : Tokenizer(text), element_(element), first_(first), second_(second) {}

  [[nodiscard]] std::vector<TwoValues> values() {
    read();
    return std::move(values_);
  }

 private:
  friend class xml::Tokenizer<Reader>;

  std::size_t start_tag(std::size_t at) {
    const std::size_t name_end = markup::tag_name_end(text_, at + 1);
    TwoValues values;
    const std::size_t end = markup::read_attributes(text_, name_end, [&](const markup::Attribute& attribute) {
      const std::string_view name = attribute.name(text_);
      if (name == first_) values.first = decoded(text_, attribute);
      if (name == second_) values.second = decoded(text_, attribute);
    });
    if (end == markup::unclosed) return text_.size();
    if (local_name(text_.substr(at + 1, name_end - at - 1)) == element_) values_.push_back(std::move(values));
    return end;
  }
  std::size_t end_tag(std::size_t at) { return at + 2; }
  std::size_t doctype(std::size_t at) { return at + 2; }
  void processing_instruction(std::size_t, std::size_t) {}
  void ends_nowhere(std::size_t, std::string_view) {}

  std::string_view element_;
  std::string_view first_;
  std::string_view second_;
  std::vector<TwoValues> values_;
};

}  // namespace

std::vector<TwoValues> attributes_in(std::string_view xml, std::string_view element, std::string_view first,
                                     std::string_view second) {
  return Reader(xml, element, first, second).values();
}

std::vector<std::string> attributes_in(std::string_view xml, std::string_view element, std::string_view attribute) {
  std::vector<std::string> values;
  for (TwoValues& one : attributes_in(xml, element, attribute, {})) values.push_back(std::move(one.first));
  return values;
}

}  // namespace absolve::collect
