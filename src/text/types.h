#pragma once

#include "absolve/input.h"

// What kinds of inputs the types stand for.

namespace absolve::inline detail {

/// Whether an input is a package: a ZIP archive whose members are inputs of their own.
[[nodiscard]] constexpr bool is_package(Type type) noexcept { return type == Type::wacz || type == Type::epub; }

/// Whether an input is made of records, which are planned one by one.
[[nodiscard]] constexpr bool is_web_archive(Type type) noexcept { return type == Type::warc || type == Type::wacz; }

/// Whether an input is a list whose entries are rows with columns.
[[nodiscard]] constexpr bool is_table(Type type) noexcept { return type == Type::csv || type == Type::tsv; }

/// Whether an input is a list, whose entries are independent of each other.
[[nodiscard]] constexpr bool is_list(Type type) noexcept {
  return type == Type::uris || type == Type::pairs || type == Type::jsonl || is_table(type);
}

}  // namespace absolve::inline detail
