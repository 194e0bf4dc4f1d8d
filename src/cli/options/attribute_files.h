#pragma once

#include <string>
#include <vector>

namespace absolve::cli {

/// A row of a table of attributes: ELEMENT[NAME]=SYNTAX, as --attribute takes it.
struct AttributeRow {
  std::string text;
  std::string place;  // FILE:LINE
};

/// The rows of the files of --attributes, in their order: a line each. Blank lines, and those that begin with a number
/// sign, are passed over, white space around a row is no part of it. Throws UsageError where a file can't be read.
[[nodiscard]] std::vector<AttributeRow> read_attribute_files(const std::vector<std::string>& names);

}  // namespace absolve::cli
