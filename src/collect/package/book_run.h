// Called by run_file() for a book (EPUB), and by streams in Python, which only show its units.

#pragma once

#include "../run.h"
#include "absolve/rewriter.h"

namespace absolve::collect {

/// run_file() for a book. Each page, image in SVG and style sheet in it is a unit, with the URL that it has below that
/// of the package document's folder. References to members stay; hyperlinks that lead out of the book become absolute.
/// The structure of the book is left alone, and so is what is encrypted. Members that change are compressed anew by
/// their method; all other bytes stay. Throws BadInput.
[[nodiscard]] Rewritten run_book(const RunSettings& settings, const FileBytes& file, const WriteFunction& write,
                                 const Input& input, const Observer& observer);

}  // namespace absolve::collect
