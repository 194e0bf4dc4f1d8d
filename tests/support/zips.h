#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../src/zip/archive.h"
#include "../../src/zip/new_archive.h"

namespace absolve::test {

/// The archive with its changes.
[[nodiscard]] std::string written(const zip::NewArchive& made);

/// Members are added, replaced, stored and removed: all others have the texts that they had. Throws BadInput if it is
/// no ZIP archive, or one that can't be rewritten.
void expect_nothing_lost_in_zip(std::string_view bytes);

using Members = std::vector<std::pair<std::string, std::string>>;  // texts of members after their names

/// The container.xml that a book has unless it has another.
extern const std::string_view book_container;

/// A book (EPUB) with these members besides those that each has, unless they are among these.
[[nodiscard]] std::string book(const Members& members, const std::string& first = "mimetype");

}  // namespace absolve::test
