// The options that accept one of several words, with these words and the types of their values. The table of options
// shows the words, and parse() looks up the values.

#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absolve/options.h"

namespace absolve::cli {

/// When to do something that only suits a terminal.
enum class When { automatic, always, never };

/// When new bytes are written to disk.
enum class Fsync {
  none,  // when the system decides
  file,  // before they replace old ones
  full,  // the same, and at the end of the run also the names in folders
};

enum class Symlinks { skip, follow };
enum class Hardlinks { refuse, break_them };

/// What file names say about the URLs of the files.
enum class UrlNames : std::uint8_t {
  plain,  // they are decoded: `?` and `%` are ordinary characters
  wget,   // as wget writes them: a `?` starts the query, and `%XX` stands for bytes that no file name can contain
};

/// A word that is valid for an option, and the value that it stands for.
template <class Value>
using Keyword = std::pair<std::string_view, Value>;

/// The words of each option that accepts one of several words, except for the options of documents (options_from()).
/// Both the table of options and the parser use these.
namespace choices {

inline constexpr auto local_links = std::to_array<Keyword<LocalLinks>>(
    {{"saved", LocalLinks::saved}, {"keep", LocalLinks::keep}, {"resolve", LocalLinks::resolve}});
inline constexpr auto url_names =
    std::to_array<Keyword<UrlNames>>({{"plain", UrlNames::plain}, {"wget", UrlNames::wget}});
inline constexpr auto symlinks =
    std::to_array<Keyword<Symlinks>>({{"skip", Symlinks::skip}, {"follow", Symlinks::follow}});
inline constexpr auto hardlinks =
    std::to_array<Keyword<Hardlinks>>({{"refuse", Hardlinks::refuse}, {"break", Hardlinks::break_them}});
inline constexpr auto fsync =
    std::to_array<Keyword<Fsync>>({{"none", Fsync::none}, {"file", Fsync::file}, {"full", Fsync::full}});
inline constexpr auto warc_emit =
    std::to_array<Keyword<ArchiveEmit>>({{"conversion", ArchiveEmit::conversion}, {"response", ArchiveEmit::response}});
inline constexpr auto lock = std::to_array<Keyword<bool>>({{"auto", true}, {"none", false}});
inline constexpr auto when =
    std::to_array<Keyword<When>>({{"auto", When::automatic}, {"always", When::always}, {"never", When::never}});

}  // namespace choices

/// Only the words.
template <class Choices>
[[nodiscard]] std::vector<std::string_view> words_of(const Choices& choices) {
  std::vector<std::string_view> words;
  for (const auto& [word, value] : choices) words.push_back(word);
  return words;
}

}  // namespace absolve::cli
