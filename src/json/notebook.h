#pragma once

#include <cstdint>
#include <string_view>

#include "../find/finding.h"

namespace absolve::json {

/// Whether a JSON text is a Jupyter notebook: one of nbformat 4, which has `cells`; or one that is not read, by its
/// members or by the name of its file.
enum class Notebook : std::uint8_t { no, unread, version_4 };

/// Linear.
[[nodiscard]] Notebook kind_of_notebook(std::string_view json, const Request& request);

/// Adds what is in the cells of a notebook of version 4: outputs of text/html and image/svg+xml, and raw cells by their
/// `raw_mimetype`. `json` is a slice of `text`. Linear.
void find_in_notebook(std::string_view text, std::string_view json, const Request& request, Finding& finding);

}  // namespace absolve::json
