#pragma once

#include <string_view>
#include <vector>

#include "../../src/css/urls.h"

namespace absolve::test {

/// The URLs of a style sheet, found the long way: token for token as CSS Syntax, level 3, section 4 describes it, with
/// no byte passed over. What counts as a URL among the tokens is what css::UrlScanner says of itself.
[[nodiscard]] std::vector<css::Url> urls_by_tokens(std::string_view sheet);

}  // namespace absolve::test
