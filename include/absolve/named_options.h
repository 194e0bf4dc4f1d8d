#pragma once

#include <span>
#include <string>
#include <string_view>

#include "absolve/expected.h"
#include "absolve/export.h"
#include "absolve/input.h"
#include "absolve/options.h"

namespace absolve {

/// An option by its name on the command line, without the dashes: for other languages and for files of settings.
///
///     {"url", "http://a/b"}    {"resolver", "whatwg"}    {"skip", "^/static/"}    {"keep-fragments", ""}
struct NamedOption {
  std::string name;
  std::string value = {};  // "" if there is none
};

/// What options say, by their names, of each input and of what is wanted.
struct InputAndOptions {
  Input input = {};
  Options options = {};
};

/// The meaning of some names and values, read from the first to the last: if an option that can be given once is
/// repeated, the last value is used; of those that may repeat, all are. An error says which one is wrong and why, in
/// words that start with its name; its offset is the index of that one, if it is wrong by itself. Linear.
///
///     const std::vector<absolve::NamedOption> named{{"url", "http://a/b"}, {"keep-fragments"}};
///     const auto meant = absolve::options_from(named);
///     if (!meant) std::cerr << meant.error().text;
///     else absolve::plan(page, meant->input, meant->options);
[[nodiscard]] ABSOLVE_API Expected<InputAndOptions> options_from(std::span<const NamedOption> named);

}  // namespace absolve
