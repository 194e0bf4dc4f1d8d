#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "absolve/stream.h"

namespace absolve::cli {

/// A part of a stream (type jsonl): a line with a document, or lines without.
struct StreamPart {
  std::string_view text;                      // without `ending`
  std::string_view ending;                    // of the line with a document; "": the stream ends there
  std::optional<DocumentLine> document = {};  // nullopt: the lines are a list
  bool is_too_long = false;                   // it is a line of more than max_document_line, and is not read
};

/// Divides a piece of a stream, of whole lines, into parts. `options`: of the stream. Linear.
void for_each_part(std::string_view piece, const Options& options, const std::function<void(const StreamPart&)>& take);

}  // namespace absolve::cli
