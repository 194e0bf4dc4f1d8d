#include "ocf.h"

#include <algorithm>
#include <utility>

#include "../../codec/codec.h"
#include "../../codec/markup/attributes.h"
#include "../../xml/tokenizer.h"

namespace absolve::collect {
namespace {

std::string_view local_name(std::string_view name) noexcept { return name.substr(name.find(':') + 1); }

std::string decoded(std::string_view text, const markup::Attribute& attribute) {
  const auto codec = codec::open(codec::in_xml(attribute.coding), attribute.value(text));
  return codec ? std::string(codec->text()) : std::string();
}

/// Calls `visit(element, name_end)` for each start tag, with its local name and where its name ends; it returns where
/// the tag ends.
template <class Visit>
class Reader : private xml::Tokenizer<Reader<Visit>> {
  using Base = xml::Tokenizer<Reader>;

 public:
  Reader(std::string_view text, Visit visit) : Base(text), visit_(std::move(visit)) {}

  void read() { Base::read(); }

 private:
  friend Base;

  std::size_t start_tag(std::size_t at) {
    const std::size_t name_end = markup::tag_name_end(this->text_, at + 1);
    const std::size_t end = visit_(local_name(this->text_.substr(at + 1, name_end - at - 1)), name_end);
    return end == markup::unclosed ? this->text_.size() : end;
  }
  std::size_t end_tag(std::size_t at) { return at + 2; }
  std::size_t doctype(std::size_t at) { return at + 2; }
  void processing_instruction(std::size_t, std::size_t) {}
  void ends_nowhere(std::size_t, std::string_view) {}

  Visit visit_;
};

}  // namespace

std::vector<TwoValues> attributes_in(std::string_view xml, std::string_view element, std::string_view first,
                                     std::string_view second) {
  std::vector<TwoValues> all;
  Reader(xml, [&](std::string_view name, std::size_t name_end) {
    TwoValues values;
    const std::size_t end = markup::read_attributes(xml, name_end, [&](const markup::Attribute& attribute) {
      if (attribute.name(xml) == first) values.first = decoded(xml, attribute);
      if (attribute.name(xml) == second) values.second = decoded(xml, attribute);
    });
    if (name == element && end != markup::unclosed) all.push_back(std::move(values));
    return end;
  }).read();
  return all;
}

std::vector<std::string> attributes_in(std::string_view xml, std::span<const NamedAttribute> wanted) {
  std::vector<std::string> values;
  Reader(xml, [&](std::string_view name, std::size_t name_end) {
    const std::size_t before = values.size();
    const std::size_t end = markup::read_attributes(xml, name_end, [&](const markup::Attribute& attribute) {
      const NamedAttribute one{name, attribute.name(xml)};
      if (std::ranges::find(wanted, one) != wanted.end()) values.push_back(decoded(xml, attribute));
    });
    if (end == markup::unclosed) values.resize(before);
    return end;
  }).read();
  return values;
}

}  // namespace absolve::collect
