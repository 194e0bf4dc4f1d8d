#pragma once

#include <span>
#include <string>
#include <string_view>

#include "absolve/expected.h"
#include "absolve/export.h"
#include "absolve/options.h"

namespace absolve {

/// An option of a document by the name that it has on the command line, without its dashes: the way in for other
/// languages and for files of settings.
///
///     {"url", "http://a/b"}    {"resolver", "whatwg"}    {"skip", "^/static/"}    {"keep-fragments", ""}
struct NamedOption {
  std::string name;
  std::string value = {};  // "" of those that take none
};

/// The options that some names and values mean, from the first to the last: of one that counts once, the last is taken;
/// of those that repeat, all. An error says which one is wrong and why, in words that start with its name; its offset
/// is the index of that one, where it is wrong by itself. Linear.
///
///     const std::vector<absolve::NamedOption> named{{"url", "http://a/b"}, {"keep-fragments"}};
///     const auto options = absolve::options_from(named);
///     if (!options) std::cerr << options.error().text;
[[nodiscard]] ABSOLVE_API Expected<Options> options_from(std::span<const NamedOption> named);

/// What may be named.
struct KnownOption {
  std::string_view name;
  bool takes_value;
  bool repeats;                             // all that are given count, and not the last alone
  std::span<const std::string_view> words;  // that it may be given, or lists of them with commas between; empty: others
};

/// All of them.
[[nodiscard]] ABSOLVE_API std::span<const KnownOption> known_options();

}  // namespace absolve
