#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "absolve/options.h"
#include "settings.h"

namespace absolve::cli {

/// A word that an option may be given, and what it stands for.
template <class Value>
using Choice = std::pair<std::string_view, Value>;

/// The words of each option that asks for one of some, but for those of documents (absolve/named_options.h). The table
/// of options and the parser both read them here.
namespace choices {

inline constexpr auto local_links = std::to_array<Choice<bool>>({{"keep", true}, {"resolve", false}});
inline constexpr auto url_names =
    std::to_array<Choice<UrlNames>>({{"plain", UrlNames::plain}, {"wget", UrlNames::wget}});
inline constexpr auto symlinks =
    std::to_array<Choice<Symlinks>>({{"skip", Symlinks::skip}, {"follow", Symlinks::follow}});
inline constexpr auto hardlinks =
    std::to_array<Choice<Hardlinks>>({{"refuse", Hardlinks::refuse}, {"break", Hardlinks::break_them}});
inline constexpr auto fsync =
    std::to_array<Choice<Fsync>>({{"none", Fsync::none}, {"file", Fsync::file}, {"full", Fsync::full}});
inline constexpr auto warc_emit =
    std::to_array<Choice<ArchiveEmit>>({{"conversion", ArchiveEmit::conversion}, {"response", ArchiveEmit::response}});
inline constexpr auto lock = std::to_array<Choice<bool>>({{"auto", true}, {"none", false}});
inline constexpr auto when =
    std::to_array<Choice<When>>({{"auto", When::automatic}, {"always", When::always}, {"never", When::never}});

}  // namespace choices

/// The words alone.
template <class Choices>
[[nodiscard]] std::vector<std::string_view> words_of(const Choices& choices) {
  std::vector<std::string_view> words;
  for (const auto& [word, value] : choices) words.push_back(word);
  return words;
}

}  // namespace absolve::cli
