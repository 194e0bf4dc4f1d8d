#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absolve/export.h"

namespace absolve {

enum class Type : std::uint8_t {
  automatic,  // detected from the name and the first bytes
  html,
  css,
  xml,       // feeds, SVG, XHTML and the like
  json,      // JSON Feed, web app manifests
  markdown,  // CommonMark and GFM, as GitHub renders them
  playlist,  // M3U, HLS
  mime,      // a message, or a file in the same format: MHTML
  mbox,      // a mailbox: mboxo, mboxrd, mboxcl, mboxcl2
  http,      // a saved response: its header block and its body
  har,       // an HTTP Archive (HAR 1.2), as browsers and proxies export it
  warc,      // an archive: WARC 1.0 and 1.1, ARC 1. A plan is made of one record, a Unit of the Rewriter (rewriter.h)
  wacz,  // a web archive collection (WACZ 1.1): a ZIP archive of such archives, which the Rewriter reads as a file; for
         // plan() it is of a kind that is not read
  epub,  // a book (EPUB 3.3): a ZIP archive of pages, style sheets and images; read in the same way
  // Lists: each line has its own answer. White space around a reference, a base or a URL is no part of it, nor of the
  // answer.
  uris,     // a reference in each line; its answer is the absolute form, or the reference itself if there is none
  pairs,    // a base, a tab and a reference, or only a reference; answered in the same way
  jsonl,    // a JSON object with a member `reference` and perhaps `base` or `url`; its answer is one more member at the
            // end: `"absolve":{"url":"..."}`, or `{"reason":"..."}`, with an `error` if the named URL can't be a base.
            // A line with nothing to answer is left unchanged
  csv,      // a table (RFC 4180) with columns `reference` and `base` or `url`, as its header names them; the
            // answers are further columns
  tsv,      // the same with tabs between fields
  unknown,  // only as a result: the input is not text that absolve can read
};

/// Whether an input is a package: a ZIP archive whose members are inputs of their own.
[[nodiscard]] constexpr bool is_package(Type type) noexcept { return type == Type::wacz || type == Type::epub; }

/// Whether an input is made of records, which are planned one by one.
[[nodiscard]] constexpr bool is_web_archive(Type type) noexcept { return type == Type::warc || type == Type::wacz; }

/// Whether an input is a list whose entries are rows with columns.
[[nodiscard]] constexpr bool is_table(Type type) noexcept { return type == Type::csv || type == Type::tsv; }

/// Whether an input is a list, whose entries are independent of each other.
[[nodiscard]] constexpr bool is_list(Type type) noexcept {
  return type == Type::uris || type == Type::pairs || type == Type::jsonl || is_table(type);
}

/// The names of the types that an option can name, "auto" first; and the type with such a name, if there is one.
[[nodiscard]] ABSOLVE_API std::span<const std::string_view> type_names() noexcept;
[[nodiscard]] ABSOLVE_API std::optional<Type> type_named(std::string_view name) noexcept;

/// The type, and perhaps the charset, that somebody declares for an input.
struct DeclaredType {
  Type type = Type::automatic;
  std::string charset = {};
};

/// Reads the name of a type, or a media type with its charset: `xml`, `text/html; charset=utf-8`. A media type that
/// says nothing about how to read the input (text/plain, image/png) gives `automatic`; any other text gives
/// nullopt. Linear.
[[nodiscard]] ABSOLVE_API std::optional<DeclaredType> declared_type(std::string_view text);

/// Whether a label names a charset: one of the labels of the Encoding standard (section 4.2), or a name that the C
/// library knows. In a document, a label that names none is not an error: its bytes are read as ASCII-compatible.
[[nodiscard]] ABSOLVE_API bool is_charset(std::string_view label);

/// How the bytes of an input as a whole are compressed. Its content is rewritten and compressed again; if nothing in it
/// changes, the input stays the same byte for byte. Broken data, and data that expands beyond 64 MiB and 100 times its
/// size, is left unchanged, with a note.
///
/// Several members of gzip, or frames of zstd, are read as one text, and written as one. Of the gzip header, the name,
/// the comment, the time, the system and the effort are kept (levels 9 and 1 if it says best or fastest, else 6); of
/// zstd, whether there are a checksum and a size (level 3). Brotli gets quality 5. Extra fields and skippable frames
/// are removed, as they describe positions in the old compressed data.
enum class ContentCoding : std::uint8_t {
  automatic,  // detected from the first bytes: identity, gzip or zstd
  identity,   // it is not compressed
  gzip,       // RFC 1952
  brotli,     // RFC 7932; can't be detected from its first bytes
  zstd,       // RFC 8878
};

}  // namespace absolve
