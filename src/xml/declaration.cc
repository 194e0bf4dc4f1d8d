#include "declaration.h"

#include "../codec/markup/attributes.h"
#include "../find/formats.h"
#include "../text/ascii.h"

namespace absolve::xml {

DeclaredCharset declared_charset(std::string_view bytes) {
  constexpr std::string_view begin = "<?xml";
  const std::size_t end = bytes.substr(0, prescanned_bytes).find("?>");
  const bool is_declaration =
      bytes.starts_with(begin) && end != std::string_view::npos && is_space(bytes[begin.size()]);
  if (!is_declaration) return {"utf-8"};
  std::string charset;
  markup::read_attributes(bytes.substr(0, end + 2), begin.size(), [&](const markup::Attribute& attribute) {
    if (charset.empty() && attribute.name(bytes) == "encoding") charset = trimmed(attribute.value(bytes));
  });
  return {charset.empty() ? "utf-8" : charset};
}

}  // namespace absolve::xml
