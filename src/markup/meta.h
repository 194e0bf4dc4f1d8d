#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "../codec/markup/character_references.h"
#include "../find/finding.h"

namespace absolve::markup {

/// What the content attribute of a meta element holds, determined by its other attributes.
struct MetaRow {
  std::string_view attribute;  // http-equiv; "" for name, property or itemprop, which authors confuse
  std::string_view name;       // its value, in lower case, or one of several between white space
  Format format;
  const Rule* rule;
  std::string_view keyword = {};  // a keyword that may be there instead of a reference
};

/// All of them. Each has a case in testdata/html/meta.
[[nodiscard]] std::span<const MetaRow> meta_rows() noexcept;

/// The row for the meta element whose name ends at `name_end`; nullptr if its content attribute holds no reference.
/// `references` is how character references in attribute values are read. Linear in the tag.
[[nodiscard]] const MetaRow* find_meta_row(std::string_view text, std::size_t name_end, codec::ReferenceIn references);

}  // namespace absolve::markup
