#include "content_coding.h"

#include <algorithm>
#include <array>
#include <utility>

#include "../codec/compression/compressed.h"
#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "../text/limits.h"
#include "absolve/input.h"
#include "binary.h"

namespace absolve {

inline namespace detail {
namespace {

/// A file name extension that indicates compression.
struct EndingRow {
  std::string_view ending;
  ContentCoding coding;
  std::size_t goes;  // how many bytes at the end indicate only that
};

constexpr auto endings = std::to_array<EndingRow>({
    {".gz", ContentCoding::gzip, 3},
    {".svgz", ContentCoding::gzip, 1},
    {".br", ContentCoding::brotli, 3},
    {".zst", ContentCoding::zstd, 4},
});

const EndingRow* row_of(std::string_view name) noexcept {
  const auto row = std::ranges::find_if(endings, [&](const EndingRow& one) { return has_ending(name, one.ending); });
  return row == endings.end() ? nullptr : &*row;
}

/// All content codings, and their codecs.
constexpr auto codings = std::to_array<std::pair<ContentCoding, codec::Coding>>({
    {ContentCoding::automatic, codec::Coding::identity},
    {ContentCoding::identity, codec::Coding::identity},
    {ContentCoding::gzip, codec::Coding::gzip},
    {ContentCoding::brotli, codec::Coding::brotli},
    {ContentCoding::zstd, codec::Coding::zstd},
});

bool says_brotli(std::string_view name) noexcept {
  const EndingRow* const row = row_of(name);
  return row != nullptr && row->coding == ContentCoding::brotli;
}

/// Whether a file with the extension of brotli may be brotli: it may also be text, such as a page in Breton.
bool may_be_brotli(std::string_view beginning) {
  if (beginning.empty()) return false;
  if (holds_binary_data(beginning)) return true;
  const bool cut = beginning.size() >= enough_to_detect;
  using codec::Fault;
  const Fault fault = codec::decompress_beginning(codec::Coding::brotli, beginning, limits::detection).fault;
  return fault == Fault::none || fault == Fault::too_large || (cut && fault == Fault::cut_short);
}

}  // namespace

codec::Coding coding_of(ContentCoding coding) noexcept {
  return std::ranges::find(codings, coding, &decltype(codings)::value_type::first)->second;
}

ContentCoding content_coding_of(std::string_view beginning, const Input& input, std::string_view name) {
  if (input.content_coding != ContentCoding::automatic) return input.content_coding;
  if (input.continues) return ContentCoding::identity;
  const auto coding = codec::content_coding_at(beginning);
  if (coding) return std::ranges::find(codings, *coding, &decltype(codings)::value_type::second)->first;
  const bool is_named = says_brotli(name) || says_brotli(without_query(name));
  return is_named && may_be_brotli(beginning.substr(0, enough_to_detect)) ? ContentCoding::brotli
                                                                          : ContentCoding::identity;
}

std::string_view name_without_compression(std::string_view name) noexcept {
  const EndingRow* const row = row_of(name);
  return row == nullptr ? name : name.substr(0, name.size() - row->goes);
}

bool is_url(std::string_view name) noexcept { return name.find("://") != std::string_view::npos; }

std::string_view without_query(std::string_view name) noexcept {
  if (is_url(name)) return name.substr(0, find_in_set<Bytes<'?', '#'>>(name, 0));
  const std::string_view path = name.substr(0, name.find('?'));
  const std::size_t file = after_last(path, '/');
  const std::string_view plain = path.substr(0, std::min(path.find('@', file), find_ignoring_case(path, "%3f", file)));
  const std::size_t number = plain.find_last_not_of("0123456789") + 1;
  const bool is_numbered = number < plain.size() && number > file + 1 && plain[number - 1] == '.';
  return is_numbered ? plain.substr(0, number - 1) : plain;
}

CompressedBeginning open_beginning(ContentCoding coding, std::string_view beginning) {
  const codec::Coding compressed = coding_of(coding);
  if (compressed == codec::Coding::identity) {
    return {beginning.substr(0, limits::detection), std::nullopt, beginning.size() >= limits::detection};
  }
  beginning = beginning.substr(0, enough_to_detect);
  codec::DecompressedBeginning decompressed = codec::decompress_beginning(compressed, beginning, limits::detection);
  return {beginning, std::move(decompressed.text), decompressed.fault != codec::Fault::none};
}

}  // namespace detail

}  // namespace absolve
