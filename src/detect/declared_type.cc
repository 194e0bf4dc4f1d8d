#include "declared_type.h"

#include <algorithm>
#include <array>
#include <utility>

#include "../find/formats.h"
#include "../text/ascii.h"
#include "types.h"

namespace absolve {
namespace {

/// Media types in addition to those that are also read in messages (find/formats.h).
constexpr auto further_types = std::to_array<std::pair<std::string_view, Type>>({
    {"message/rfc822", Type::mime},
    {"message/global", Type::mime},
    {"multipart/related", Type::mime},
    {"application/mbox", Type::mbox},
    {"message/http", Type::http},
    {"application/http", Type::http},
    {"text/uri-list", Type::uris},
});

}  // namespace

std::optional<DeclaredType> detail::declared_type(std::string_view text) {
  const std::size_t end = std::min(text.find(';'), text.size());
  const std::string name = lower_case(trimmed(text.substr(0, end)));
  if (const auto type = type_named(name)) return DeclaredType{*type};
  if (std::ranges::count(name, '/') != 1 || name.starts_with('/') || name.ends_with('/')) return std::nullopt;
  DeclaredType result;
  const auto row = std::ranges::find(further_types, name, &std::pair<std::string_view, Type>::first);
  if (row != further_types.end()) {
    result.type = row->second;
  } else if (const auto format = format_of(name)) {
    result.type = row_of(*format).type;
  }
  for (text.remove_prefix(end); !text.empty();) {
    text.remove_prefix(1);  // the semicolon
    const std::string_view parameter = trimmed(text.substr(0, std::min(text.find(';'), text.size())));
    text.remove_prefix(std::min(text.find(';'), text.size()));
    const std::size_t equals = parameter.find('=');
    if (equals == std::string_view::npos || lower_case(trimmed(parameter.substr(0, equals))) != "charset") continue;
    std::string_view value = trimmed(parameter.substr(equals + 1));
    if (value.size() > 1 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
    result.charset = value;
    break;
  }
  return result;
}

}  // namespace absolve
