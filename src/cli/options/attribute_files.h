// Reads the files of --attributes while the command line is parsed; parse() treats their rows as values of --attribute.

#pragma once

#include <string>
#include <vector>

namespace absolve::cli {

/// A row of a table of attributes: ELEMENT[NAME]=SYNTAX, as --attribute takes it.
struct AttributeRow {
  std::string text;
  std::string place;  // FILE:LINE
};

/// The rows in the files of --attributes, in order: one in each line. Blank lines, and lines that begin with a number
/// sign, are skipped; white space around a row is ignored. Throws UsageError if a file can't be read.
[[nodiscard]] std::vector<AttributeRow> read_attribute_files(const std::vector<std::string>& names);

}  // namespace absolve::cli
