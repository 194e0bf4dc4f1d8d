#include "content_codings.h"

#include <algorithm>
#include <array>

#include "../codec/compression/compressed.h"
#include "../codec/transfer/chunked.h"
#include "../text/ascii.h"
#include "absolve/input.h"

namespace absolve::http {
namespace {

using codec::Coding;

/// The only table of codings by their names (RFC 9110, section 8.4.1; RFC 9112, section 7).
struct CodingRow {
  std::string_view name;
  Coding coding;
};

constexpr auto coding_rows = std::to_array<CodingRow>({
    {"br", Coding::brotli},
    {"chunked", Coding::chunked},
    {"deflate", Coding::deflate},
    {"gzip", Coding::gzip},
    {"x-gzip", Coding::gzip},
    {"zstd", Coding::zstd},
});

/// Nobody compresses more often: a body with more codings is left unchanged.
constexpr std::size_t max_codings = 4;  // as the words below say

/// Whether a body starts like nothing that is text: with bytes that the MIME Sniffing standard calls binary, and
/// without a byte order mark of UTF-16.
bool starts_like_no_text(std::string_view body) noexcept {
  constexpr std::size_t enough = 1445;
  if (body.starts_with("\xFF\xFE") || body.starts_with("\xFE\xFF")) return false;
  const auto is_binary = [](char c) { return static_cast<unsigned char>(c) < 0x20 && !is_space(c) && c != '\x1B'; };
  return std::ranges::any_of(body.substr(0, enough), is_binary);
}

/// Whether the whole of a short body can be decompressed to a non-empty text: this hardly ever happens by chance.
bool can_be_decompressed(Coding coding, std::string_view body) {
  constexpr std::size_t short_enough = 1445;  // in a longer body there is a binary byte anyway
  if (body.size() > short_enough) return false;
  const auto decompressed = codec::decompress_beginning(coding, body, enough_to_detect);
  return decompressed.fault == codec::Fault::none && !decompressed.text.empty() &&
         !starts_like_no_text(decompressed.text);
}

bool looks_like(Coding coding, std::string_view body) {
  switch (coding) {
    case Coding::chunked: return is_chunked(body);
    case Coding::gzip:
    case Coding::zstd: return codec::content_coding_at(body) == coding;
    default:  // if another coding has left its signature, it is that one
      return !codec::content_coding_at(body) && (starts_like_no_text(body) || can_be_decompressed(coding, body));
  }
}

}  // namespace

bool is_chunked(std::string_view body) noexcept {
  constexpr std::size_t max_line = 1024;
  const auto first = codec::read_chunk_size(body.substr(0, max_line));
  if (!first) return false;
  body.remove_prefix(first->length);
  if (first->value >= body.size()) return first->value > 0 || trimmed(body).empty();
  body.remove_prefix(first->value);
  if (first->value == 0) return true;  // the last chunk; trailer fields may follow
  if (body.starts_with('\r')) body.remove_prefix(1);
  if (!body.starts_with('\n')) return body.empty();
  body.remove_prefix(1);
  if (body.size() < max_line && codec::may_be_cut_there(body)) return true;
  return codec::read_chunk_size(body.substr(0, max_line)).has_value();
}

void append_names(std::vector<std::string>& names, std::string_view list) {
  while (!list.empty()) {
    const std::string_view word = list.substr(0, list.find(','));
    names.push_back(lower_case(trimmed(word.substr(0, word.find(';')))));
    list.remove_prefix(std::min(word.size() + 1, list.size()));
  }
}

BodyCodings codings_of(std::string_view body, const std::vector<std::string>& names) {
  BodyCodings found;
  std::string decompressed;
  bool is_behind = true;        // the codings found so far have been removed from `body`
  std::vector<Coding> refuted;  // codings that the bytes don't look like
  for (const std::string& name : names) {
    if (!is_behind) {
      decompressed =
          codec::decompress_beginning(found.codings.back(), body.substr(0, enough_to_detect), enough_to_detect).text;
      body = decompressed;
      is_behind = true;
    }
    const auto row = std::ranges::find(coding_rows, name, &CodingRow::name);
    if (row == coding_rows.end()) {
      if (name.empty() || name == "identity" || !starts_like_no_text(body)) continue;
      found.unread = "its body is compressed with " + name + ", which is not supported";
      return found;
    }
    if (std::ranges::find(refuted, row->coding) != refuted.end()) continue;
    if (!looks_like(row->coding, body)) {
      refuted.push_back(row->coding);
      continue;
    }
    if (found.codings.size() == max_codings) {
      found.unread = "its body is compressed more than 4 times";
      return found;
    }
    found.codings.push_back(row->coding);
    refuted.clear();
    is_behind = false;
  }
  return found;
}

std::string beginning_of(std::string_view body, const std::vector<Coding>& codings, std::size_t size) {
  std::string beginning(body.substr(0, size));
  for (const Coding coding : codings) beginning = codec::decompress_beginning(coding, beginning, size).text;
  return beginning;
}

}  // namespace absolve::http
