// Book calls these functions to read the XML members that say how a book is made up, such as META-INF/container.xml and
// the package document.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace absolve::collect {

/// An attribute of elements of a name, whatever its prefix.
struct NamedAttribute {
  std::string_view element;
  std::string_view attribute;

  friend bool operator==(const NamedAttribute&, const NamedAttribute&) = default;
};

/// The values of these attributes in an XML document that is small and simple: those that describe a book. Character
/// references are decoded. Linear.
[[nodiscard]] std::vector<std::string> attributes_in(std::string_view xml, std::span<const NamedAttribute> wanted);

/// Two attributes of the same elements; "" if an element has none.
struct TwoValues {
  std::string first;
  std::string second;
};
[[nodiscard]] std::vector<TwoValues> attributes_in(std::string_view xml, std::string_view element,
                                                   std::string_view first, std::string_view second);

}  // namespace absolve::collect
