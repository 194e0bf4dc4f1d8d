#include "attribute_files.h"

#include "../../text/ascii.h"
#include "../system/list_file.h"
#include "usage_error.h"

namespace absolve::cli {

std::vector<AttributeRow> read_attribute_files(const std::vector<std::string>& names) {
  std::vector<AttributeRow> rows;
  for (const std::string& name : names) {
    try {
      ListFile file(name, false);
      while (const auto line = file.next()) {
        const std::string_view row = trimmed(*line);
        const std::string place = (name == "-" ? "standard input" : name) + ":" + std::to_string(file.number());
        if (file.was_too_long()) throw UsageError("--attributes: " + place + ": the line is too long");
        if (!row.empty() && !row.starts_with('#')) rows.push_back({std::string(row), place});
      }
    } catch (const FileError& error) {
      throw UsageError("--attributes: " + name + ": " + error.what(), name);
    }
  }
  return rows;
}

}  // namespace absolve::cli
