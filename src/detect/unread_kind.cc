#include "unread_kind.h"

#include <algorithm>
#include <array>

#include "../archive/record.h"
#include "../find/formats.h"
#include "../mime/batch.h"
#include "../text/ascii.h"
#include "binary.h"
#include "looks.h"

namespace absolve {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view decompress = "unpack it first";

/// How files of a kind begin: with two or more bytes, and further bytes at some offset.
///
///     RIFF....WEBPVP8
///     |       |
///     prefix  bytes, at 8
struct Signature {
  std::string_view bytes;
  UnreadKind kind;
  std::size_t at = 0;
  std::string_view prefix = {};
  bool may_be_text = false;  // it may contain no binary data
};

constexpr UnreadKind collection = {"a ZIP archive", "a web archive collection: --type wacz"};

constexpr UnreadKind media(std::string_view name) { return {name, {}, false}; }

// https://mimesniff.spec.whatwg.org and the documents of the formats. If one signature begins like another, the longer
// one comes first.
// clang-format off
constexpr auto signatures = std::to_array<Signature>({
    {"\x1F\x8B"sv, {"gzip data", decompress}},
    {"BZh"sv, {"bzip2 data", decompress}},
    {"\xFD" "7zXZ\0"sv, {"xz data", decompress}},
    {"\x28\xB5\x2F\xFD"sv, {"zstd data", decompress}},
    {"datapackage.json"sv, collection, 30, "PK\x03\x04"},  // the name of its first member
    {"archive/"sv, collection, 30, "PK\x03\x04"},
    {"indexes/"sv, collection, 30, "PK\x03\x04"},
    {"pages/"sv, collection, 30, "PK\x03\x04"},
    {"PK\x03\x04"sv, {"a ZIP archive", decompress}},
    {"PK\x05\x06"sv, {"a ZIP archive", decompress}},
    {"7z\xBC\xAF\x27\x1C"sv, {"a 7-Zip archive", decompress}},
    {"Rar!\x1A\x07"sv, {"a RAR archive", decompress}},
    {"ustar\0"sv, {"a tar archive", decompress}, 257},    // POSIX
    {"ustar  \0"sv, {"a tar archive", decompress}, 257},  // GNU
    {"070701"sv, {"a cpio archive", decompress}},
    {"070702"sv, {"a cpio archive", decompress}},
    {"070707"sv, {"a cpio archive", decompress}},
    {"\xC7\x71"sv, {"a cpio archive", decompress}},
    {"\x71\xC7"sv, {"a cpio archive", decompress}},
    {"!<arch>\n"sv, {"an ar archive", decompress}, 0, {}, true},
    {"SQLite format 3\0"sv, {"an SQLite database", {}}},
    {"%PDF-"sv, {"a PDF document", {}}, 0, {}, true},
    {"\0\1\0\0Standard "sv, {"an Access database", {}}},
    {"bplist00"sv, {"a binary property list", {}}},
    {"<\0\0\0"sv, {"text in UTF-32", "convert it to UTF-8 first"}},
    {"<\0"sv, {"text in UTF-16 without a byte order mark", "--charset utf-16le"}},
    {"\0<\0"sv, {"text in UTF-16 without a byte order mark", "--charset utf-16be"}},
    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, {"an OLE document (DOC, XLS, MSG)", {}}},

    {"\x89PNG\r\n\x1A\n"sv, media("a PNG image")},
    {"\xFF\xD8\xFF"sv, media("a JPEG image")},
    {"GIF87a"sv, media("a GIF image")},
    {"GIF89a"sv, media("a GIF image")},
    {"\0\0\0\0"sv, media("a BMP image"), 6, "BM"},
    {"\0"sv, media("an icon"), 5, "\0\0\1\0"sv},
    {"\0"sv, media("a cursor"), 5, "\0\0\2\0"sv},
    {"8BPS\0\1"sv, media("a Photoshop image")},
    {"II*\0"sv, media("a TIFF image")},
    {"MM\0*"sv, media("a TIFF image")},
    {"WEBP"sv, media("a WebP image"), 8, "RIFF"},
    {"WAVE"sv, media("sound (WAVE)"), 8, "RIFF"},
    {"AVI "sv, media("a video (AVI)"), 8, "RIFF"},
    {"ftyp"sv, media("a video, sound or an image (ISO base media)"), 4, "\0\0\0"sv},
    {"\0\0\0<"sv, {"text in UTF-32", "convert it to UTF-8 first"}},  // what ftyp says may have 60 bytes
    {"\x1A\x45\xDF\xA3"sv, media("a video (Matroska, WebM)")},
    {"\0\0\1\xBA"sv, media("a video (MPEG)")},
    {"\0\0\1\xB3"sv, media("a video (MPEG)")},
    {"OggS\0"sv, media("sound or a video (Ogg)")},
    {"fLaC"sv, media("sound (FLAC)")},
    {"ID3"sv, media("sound (MP3)")},
    {"AIFF"sv, media("sound (AIFF)"), 8, "FORM"},
    {"#!AMR"sv, media("sound (AMR)")},
    {"FLV\1"sv, media("a video (Flash)")},
    {"MThd\0\0\0\6"sv, media("sound (MIDI)")},
    {"wOFF"sv, media("a font (WOFF)")},
    {"wOF2"sv, media("a font (WOFF 2)")},
    {"\0\1\0\0\0"sv, media("a font (TrueType)")},
    {"OTTO"sv, media("a font (OpenType)")},
    {"ttcf"sv, media("a collection of fonts")},
    {"\x7F" "ELF"sv, media("an ELF program")},
    {"MZ\x90\0\3\0"sv, media("a program for Windows")},
    {"\0asm"sv, media("a WebAssembly program")},
    {"\xCA\xFE\xBA\xBE"sv, media("a Java class or a program for macOS")},
    {"\xCF\xFA\xED\xFE"sv, media("a program for macOS")},
});
// clang-format on

constexpr UnreadKind script = {"a script"};
constexpr UnreadKind binary_data = {"binary data"};
constexpr UnreadKind other_text = {"text of an unknown type"};

const Signature* signature_of(std::string_view text) noexcept {
  const bool is_binary = holds_binary_data(text);
  const auto fits = [&](const Signature& one) {
    return (is_binary || one.may_be_text) && text.starts_with(one.prefix) && text.size() > one.at &&
           text.substr(one.at).starts_with(one.bytes);
  };
  const auto found = std::ranges::find_if(signatures, fits);
  return found == signatures.end() ? nullptr : &*found;
}

bool starts_like_a_script(std::string_view text) noexcept {
  return text.starts_with("#!") && !text.starts_with(trimmed(mime::rnews));
}

/// Whether JSON is a notebook of a version that is read. Other programs may have such members, so that a notebook is
/// only read if its name or a type says that it is one.
bool may_be_notebook(std::string_view text) noexcept {
  const auto holds = [&](std::string_view name) { return text.find(name) != std::string_view::npos; };
  return holds("\"cells\"") && holds("\"cell_type\"") && !holds("\"worksheets\"");
}

}  // namespace

inline namespace detail {

bool starts_like_another_kind(std::string_view text) noexcept {
  return signature_of(text) != nullptr || starts_like_a_script(text);
}

Shown shown_by(const Beginning& one, Format said, bool must_show) {
  if (!must_show && !may_be_declared_wrongly(said)) return {said};
  const Signature* const signature = signature_of(one.text);
  const Shown shown = signature != nullptr                     ? Shown{{}, signature->kind}
                      : warc::starts_like_an_archive(one.text) ? Shown{{}, UnreadKind{"a web archive"}}
                                                               : language_shown(one, must_show ? Format::html : said);
  const bool is_json = shown.other && (shown.other->name == json_text || shown.other->name == json_lines);
  if (is_json && reads_json(one.fields)) return {Format::json};
  if (must_show) return {shown.format == said ? shown.format : std::nullopt};
  return shown;
}

UnreadKind unread_kind_in(const Beginning& one, const NamedKind& named) {
  const std::string_view text = one.text;
  if (const Signature* const signature = signature_of(text)) return signature->kind;
  const auto language = other_language(one, Format::html);
  const bool is_named = named.content == NamedKind::Content::language;  // a guess at a script tells less
  if (language && !(is_named && language->name == javascript_text)) {
    if (language->name == json_text && named.name == json_lines) return {json_lines};  // a single one
    if (language->name == json_text && may_be_notebook(text)) return {json_text, "--type json reads it as a notebook"};
    const bool is_hint_wrong = one.is_wide && !language->advice.empty();  // lines can't be cut there
    return is_hint_wrong ? UnreadKind{language->name, "convert it to UTF-8 first"} : *language;
  }
  if (named.content == NamedKind::Content::data) return {named.name, {}};
  if (holds_binary_data(text)) return named.content == NamedKind::Content::media ? media(named.name) : binary_data;
  if (starts_like_a_script(text)) return script;
  if (named.name.empty()) return other_text;
  const bool is_advice_wrong = named.content == NamedKind::Content::text && !looks_like_list(text);
  return {named.name, is_advice_wrong ? std::string_view() : named.advice};
}

}  // namespace detail
}  // namespace absolve
