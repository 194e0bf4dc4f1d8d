#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../http/blocks.h"
#include "../http/fields.h"
#include "../mime/fields.h"
#include "../text/ascii.h"
#include "../text/edits.h"
#include "../text/lines.h"
#include "../text/strings.h"
#include "../text/utf8.h"
#include "archive.h"
#include "damage.h"
#include "digest.h"
#include "originals.h"
#include "readable.h"
#include "record.h"

namespace absolve::inline detail {
namespace {

using warc::Content;
using warc::Digest;
using warc::Header;
using warc::payload_of;
using warc::without_brackets;

constexpr std::string_view ending = "\r\n";
constexpr std::string_view after_a_record = "\r\n\r\n";

/// Any text, as a single line of UTF-8: other bytes are percent-encoded.
std::string in_a_line(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = character_size(text, at);
    if (size == 0 || is_control(text[at])) {
      append_escape(result, '%', text[at++]);
    } else {
      result.append(text.substr(at, size));
      at += size;
    }
  }
  return result;
}

/// The ID that is made from some texts. Their sizes precede them, so that no other texts give the same ID.
std::string id_of(std::initializer_list<std::string_view> texts) {
  std::string name;
  for (const std::string_view text : texts) name.append(std::to_string(text.size())).append(1, ':').append(text);
  return warc::record_id(name);
}

std::string_view name_of(ArchiveEmit emit) noexcept {
  return emit == ArchiveEmit::response ? "response" : "conversion";
}

std::string id_of_info(const ArchiveCopy& copy, ArchiveEmit emit) {
  return id_of({"warcinfo", name_of(emit), copy.name, copy.options});
}

/// Appends the line of a field; nothing if it has no value.
void append_field(std::string& out, std::string_view name, std::string_view value) {
  if (!value.empty()) out.append(name).append(": ").append(in_a_line(value)).append(ending);
}

std::string labelled_sha1(std::string_view digest) { return "sha1:" + warc::base32(digest); }

/// The end of a text with its edits applied, without building it in memory: the block of a record, or its content.
class Tail {
 public:
  /// `edits` are those of the whole text, sorted and disjoint; none extends over `begin`.
  Tail(std::string_view text, std::size_t begin, std::span<const Edit> edits) : text_(text), begin_(begin) {
    const auto first = std::ranges::lower_bound(edits, begin, {}, &Edit::offset);
    edits_ = edits.subspan(static_cast<std::size_t>(first - edits.begin()));
  }

  [[nodiscard]] bool has_changed() const noexcept { return !edits_.empty(); }

  [[nodiscard]] std::size_t size() const noexcept {
    std::size_t size = text_.size() - begin_;
    for (const Edit& edit : edits_) size += edit.text.size() - edit.length;
    return size;
  }

  void add_to(Digest& digest) const {
    for_each_slice([&](std::string_view slice) { digest.add(slice); });
  }

  void append_to(std::string& out) const {
    for_each_slice([&](std::string_view slice) { out.append(slice); });
  }

  /// The digest as written in a field.
  [[nodiscard]] std::string sha1() const {
    Digest digest = Digest::of("sha1").value();
    add_to(digest);
    return labelled_sha1(digest.finish());
  }

 private:
  template <class Visit>
  void for_each_slice(Visit&& visit) const {
    std::size_t at = begin_;
    for (const Edit& edit : edits_) {
      visit(text_.substr(at, edit.offset - at));
      visit(edit.text);
      at = edit.offset + edit.length;
    }
    visit(text_.substr(at));
  }

  std::string_view text_;
  std::size_t begin_;
  std::span<const Edit> edits_;
};

/// Fields in which a record refers to others.
constexpr auto references = std::to_array<std::string_view>({
    "WARC-Concurrent-To",
    "WARC-Refers-To",
    "WARC-Warcinfo-ID",
    "WARC-Segment-Origin-ID",
});

/// HTTP fields that, in addition to digests, describe a body that is no longer there (RFC 9110, RFC 9112). Under
/// another name they still record how it was received. The new body is stored without codings and trailers.
constexpr auto outdated = std::to_array<std::string_view>({
    "Transfer-Encoding",
    "Trailer",
    "Content-Encoding",
    "ETag",
});

/// Makes a record of a full copy: edits of its frame are added to those of the plan.
///
///     WARC/1.0
///     WARC-Record-ID: <urn:uuid:...>            renew_ids()
///     WARC-Block-Digest: sha1:...               renew_block()
///     Content-Length: 44
///
///     HTTP/1.1 200 OK
///     Transfer-Encoding: chunked                renew_response()
///
///     <a href="x">                              the plan
class FullCopy {
 public:
  FullCopy(std::string_view record, const Header& header) : record_(record), header_(header) {}

  void renew_ids(const ArchiveCopy& copy) {
    const auto previous = fields("WARC-Previous-Record-ID");
    bool is_said = false;  // whether the old ID was recorded; if there are several IDs, the first is
    for (const mime::Field& field : fields("WARC-Record-ID")) {
      const std::string old = mime::body_of(record_, field);
      if (!renew_id(field, old, copy) || std::exchange(is_said, true)) continue;
      if (!previous.empty()) {  // that of an earlier copy
        replace(previous.front(), in_a_line(old));
        continue;
      }
      const std::size_t next_line = line_end(record_, field.end) + 1;
      const std::string line_ending(record_.substr(field.end, next_line - field.end));
      frame_.push_back({next_line, 0, strings_.keep("WARC-Previous-Record-ID: " + in_a_line(old) + line_ending)});
    }
    for (const std::string_view name : references) {
      for (const mime::Field& field : fields(name)) renew_id(field, mime::body_of(record_, field), copy);
    }
  }

  /// `edits` are those of the plan; not empty.
  void renew_block(const Content& content, std::span<const Edit> edits) {
    const std::size_t payload = payload_of(record_, content).value_or(record_.size());
    const Tail changes(record_, payload, edits);
    if (changes.has_changed()) renew_response(content.begin, payload, changes.size());
    add_to_block(edits);
    renew_frame();
    if (changes.has_changed()) renew_digests("WARC-Payload-Digest", changes);
  }

  /// For a revisit: applies the edits of its plan. If its original has a new payload of so many bytes, adapts its
  /// digests and its HTTP header, too.
  void follow(const Content& content, std::span<const Originals::Change> changes, std::span<const Edit> edits) {
    const auto digests = fields("WARC-Payload-Digest");
    for (std::size_t i = 0; i < changes.size(); ++i) replace(digests[i], changes[i].new_digest);
    const std::string_view block = record_.substr(content.begin);
    if (!changes.empty() && http::starts_like_a_response(block)) {
      renew_response(content.begin, content.begin + http::first_final_block(block).body, changes.front().size);
    }
    add_to_block(edits);
    if (!block_.empty()) renew_frame();
  }

  [[nodiscard]] std::string text() {
    std::ranges::sort(frame_, {}, &Edit::offset);
    const Tail header(record_.substr(0, header_.block), 0, frame_);
    const Tail block(record_, header_.block, block_);
    std::string result;
    result.reserve(header.size() + block.size() + after_a_record.size());
    header.append_to(result);
    block.append_to(result);
    return result;
  }

 private:
  /// Adds the edits of the plan to those of the response.
  void add_to_block(std::span<const Edit> edits) {
    const auto in_response = static_cast<std::ptrdiff_t>(block_.size());
    block_.insert(block_.end(), edits.begin(), edits.end());
    std::ranges::inplace_merge(block_, block_.begin() + in_response, {}, &Edit::offset);
  }

  [[nodiscard]] std::vector<mime::Field> fields(std::string_view name) const {
    return mime::find_named(record_, header_.fields, header_.block, name);
  }

  /// The edit that gives a field another value.
  [[nodiscard]] Edit new_value(const mime::Field& field, std::string_view value) {
    const std::string_view old = trimmed(record_.substr(field.body, field.end - field.body));
    return {static_cast<std::size_t>(old.data() - record_.data()), old.size(), strings_.keep(value)};
  }

  /// Updates the fields of the WARC header that describe the block.
  void renew_frame() {
    const Tail block(record_, header_.block, block_);
    for (const mime::Field& field : fields("Content-Length")) replace(field, std::to_string(block.size()));
    renew_digests("WARC-Block-Digest", block);
  }

  void replace(const mime::Field& field, std::string_view value) { frame_.push_back(new_value(field, value)); }

  /// Whether a field contained an ID, which is replaced by the new one.
  bool renew_id(const mime::Field& field, std::string_view old, const ArchiveCopy& copy) {
    const std::string_view id = without_brackets(old);
    if (!id.empty()) replace(field, id_of({"response", id, copy.options}));
    return !id.empty();
  }

  /// Uses the algorithm and the notation of the outdated digest; if the algorithm is unknown, SHA-1.
  void renew_digests(std::string_view name, const Tail& tail) {
    warc::Digests digests([&](Digest& digest) { tail.add_to(digest); });
    for (const mime::Field& field : fields(name)) {
      const std::string old = mime::body_of(record_, field);
      const auto [algorithm, value] = warc::read_labelled_digest(old);
      const std::string* const digest = value ? digests.by(algorithm) : nullptr;
      replace(field, digest != nullptr ? std::string(algorithm) + ":" + warc::written_like(*value, *digest)
                                       : labelled_sha1(*digests.by("sha1")));
    }
  }

  /// Updates the header of a response whose body has `size` bytes now.
  void renew_response(std::size_t begin, std::size_t body, std::uint64_t size) {
    const auto fields_of_it = [&](std::string_view name) { return mime::find_named(record_, begin, body, name); };
    const std::string number = std::to_string(size);
    const auto lengths = fields_of_it("Content-Length");
    const auto transfer = fields_of_it("Transfer-Encoding");
    for (const mime::Field& field : lengths) block_.push_back(new_value(field, number));
    if (lengths.empty() && !transfer.empty()) {  // the chunks no longer show where the body ends
      const std::string_view line_end_there = line_ending(record_.substr(begin, body - begin), ending);
      const std::string line = std::string("Content-Length: ").append(number).append(line_end_there);
      block_.push_back({transfer.front().begin, 0, strings_.keep(line)});
    }
    const auto rename = [&](std::string_view name) {
      for (const mime::Field& field : fields_of_it(name)) block_.push_back({field.begin, 0, "X-Orig-"});
    };
    std::ranges::for_each(outdated, rename);
    std::ranges::for_each(http::digest_fields, rename);
    // A new line comes before a new name at the same offset.
    std::ranges::stable_sort(block_, {}, &Edit::offset);
  }

  std::string_view record_;
  Header header_;
  std::pmr::monotonic_buffer_resource memory_;
  Strings strings_{memory_};
  std::vector<Edit> frame_;  // edits of the WARC header
  std::vector<Edit> block_;
};

bool is_converted(std::string_view record, const Content& content) {
  if (content.kind != Content::Kind::response) return content.kind == Content::Kind::entity;
  const std::string_view response = record.substr(content.begin);
  const unsigned status = http::status_of(response, http::first_final_block(response));
  return status < 100 || status / 100 == 2;  // a number with fewer digits is not a status code
}

/// The media type of a record's content, in one line; "" if it is not declared.
std::string media_type_of(std::string_view record, const Header& header, const Content& content) {
  const std::string_view block = record.substr(content.begin);
  std::string type = content.kind == Content::Kind::entity
                         ? warc::value_of(record, header, "Content-Type")
                         : http::content_type_in(block, http::first_final_block(block));
  std::ranges::replace_if(type, is_control, ' ');
  return type.find('/') == std::string::npos ? std::string() : type;
}

/// The first lines of a record that this program creates.
std::string beginning_of(std::string_view type, std::string_view id, const ArchiveCopy& copy) {
  std::string record = "WARC/1.1\r\n";
  append_field(record, "WARC-Type", type);
  append_field(record, "WARC-Record-ID", id);
  append_field(record, "WARC-Date", copy.date);
  return record;
}

/// Whether a revisit is of a response without a body, since the server had nothing new (status 304; WARC 1.1, section
/// 6.7.3). If it has no digest of a payload, nothing in it describes one.
bool is_not_modified(std::string_view revisit, const Header& header, const Content& content) {
  constexpr unsigned not_modified = 304;
  const std::string_view response = revisit.substr(content.begin);
  return lower_case(warc::value_of(revisit, header, "WARC-Profile")).find("/server-not-modified") !=
             std::string::npos ||
         http::status_of(response, http::first_final_block(response)) == not_modified;
}

/// Whether a payload digest is that of no bytes: no copy changes such a payload.
bool is_of_nothing(std::string_view digest) {
  const auto [algorithm, value] = warc::read_labelled_digest(digest);
  warc::Digests of_nothing([](Digest&) {});
  const std::string* const own = value ? of_nothing.by(algorithm) : nullptr;
  return own != nullptr && warc::is_written_for(*value, *own).value_or(false);
}

/// A record that is copied unchanged, with the separator before the next one.
std::string as_it_is(std::string_view record, const Header& header) {
  std::string result;
  const bool is_arc = header.kind == Header::Kind::arc;
  result.reserve(record.size() + after_a_record.size());
  return result.append(record).append(is_arc ? "" : after_a_record);
}

}  // namespace

std::string archive_info(const ArchiveCopy& copy, ArchiveEmit emit) {
  std::string info;
  append_field(info, "software", "absolve " ABSOLVE_VERSION);
  append_field(info, "format", "WARC File Format 1.1");
  append_field(info, "conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/");
  append_field(info, "description",
               emit == ArchiveEmit::response
                   ? "A copy of an archive, in which relative links were made absolute. Each record says in "
                     "WARC-Previous-Record-ID which one it was."
                   : "Pages and the like of an archive, in which relative links were made absolute. Each record says "
                     "in WARC-Refers-To which one it is made of.");
  append_field(info, "source", copy.name);
  append_field(info, "absolve-options", copy.options);

  std::string record = beginning_of("warcinfo", id_of_info(copy, emit), copy);
  append_field(record, "WARC-Block-Digest", Tail(info, 0, {}).sha1());
  append_field(record, "Content-Type", "application/warc-fields");
  append_field(record, "Content-Length", std::to_string(info.size()));
  return record.append(ending).append(info).append(after_a_record);
}

std::string conversion_record(std::string_view record, std::span<const Edit> edits, std::string_view media_type,
                              const ArchiveCopy& copy) {
  const Header header = warc::read_header(record);
  const Content content = warc::content_of(record, header, true);
  const auto payload = payload_of(record, content);
  if (!payload) return {};
  const Tail block(record, *payload, edits);
  if (!block.has_changed() || !is_converted(record, content)) return {};

  const std::string digest = block.sha1();
  const std::string old_field = warc::value_of(record, header, "WARC-Record-ID");
  const std::string_view old_id = without_brackets(old_field);
  // Without an old ID, the new one is made from the record's header and, as an archive may contain that twice, its new
  // content.
  const std::string id = old_id.empty() ? id_of({"conversion", record.substr(0, header.block), digest, copy.options})
                                        : id_of({"conversion", old_id, copy.options});
  const std::string said = media_type_of(record, header, content);
  const std::string url = warc::value_of(record, header, "WARC-Target-URI");

  std::string result = beginning_of("conversion", id, copy);
  append_field(result, "WARC-Target-URI", without_brackets(url));
  append_field(result, "WARC-Refers-To", old_id.empty() ? "" : "<" + std::string(old_id) + ">");
  append_field(result, "WARC-Warcinfo-ID", id_of_info(copy, ArchiveEmit::conversion));
  append_field(result, "WARC-Block-Digest", digest);
  append_field(result, "WARC-Payload-Digest", digest);
  append_field(result, "Content-Type", said.empty() ? media_type : said);
  append_field(result, "Content-Length", std::to_string(block.size()));
  result.append(ending);
  result.reserve(result.size() + block.size() + after_a_record.size());
  block.append_to(result);
  return result.append(after_a_record);
}

bool is_converted(std::string_view record) {
  return is_converted(record, warc::content_of(record, warc::read_header(record), true));
}

std::string response_record(std::string_view record, std::span<const Edit> edits, const ArchiveCopy& copy) {
  const Header header = warc::read_header(record);
  const Content content = warc::content_of(record, header, true);
  if (header.kind != Header::Kind::warc) return as_it_is(record, header);
  FullCopy full(record, header);
  full.renew_ids(copy);
  if (!edits.empty() && content.kind != Content::Kind::broken) full.renew_block(content, edits);
  return full.text().append(after_a_record);
}

std::string response_beginning(std::string_view beginning, const ArchiveCopy& copy) {
  const Header header = warc::read_header(beginning);
  if (header.kind != Header::Kind::warc) return std::string(beginning);
  FullCopy full(beginning, header);
  full.renew_ids(copy);
  return full.text();
}

std::optional<Original> original_of(std::string_view record, std::string_view copy) {
  const Header header = warc::read_header(record);
  if (warc::content_of(record, header, false).kind == Content::Kind::revisit) return std::nullopt;
  // If a record's header has no end, the separator before the next record could be read as that.
  const std::string_view text =
      copy.ends_with(after_a_record) ? copy.substr(0, copy.size() - after_a_record.size()) : copy;
  const Header new_header = warc::read_header(text);
  Original original;
  original.digest = warc::value_of(record, header, "WARC-Payload-Digest");
  original.new_digest = warc::value_of(text, new_header, "WARC-Payload-Digest");
  if (original.digest == original.new_digest) return original;
  original.url = without_brackets(warc::value_of(record, header, "WARC-Target-URI"));
  const auto payload = payload_of(text, warc::content_of(text, new_header, true));
  original.size = text.size() - payload.value_or(text.size());
  return original;
}

RevisitCopy revisit_record(std::string_view record, std::span<const Edit> edits, const Originals& originals,
                           const ArchiveCopy& copy) {
  using Fate = RevisitCopy::Fate;
  const Header header = warc::read_header(record);
  const Content content = warc::content_of(record, header, true);
  const std::string url(without_brackets(warc::value_of(record, header, "WARC-Target-URI")));
  bool stays = false;
  std::vector<Originals::Change> changes;  // for each digest
  const auto digests = mime::find_named(record, header.fields, header.block, "WARC-Payload-Digest");
  for (const mime::Field& field : digests) {
    const std::string digest = warc::value_at(record, field);
    stays = stays || originals.stays(digest) || is_of_nothing(digest);
    if (const auto change = originals.change_of(url, digest)) changes.push_back(*change);
  }
  FullCopy full(record, header);
  full.renew_ids(copy);
  const auto copied = [&](Fate fate, std::string_view why = {}) {
    return RevisitCopy{full.text().append(after_a_record), fate, std::string(why)};
  };
  if (content.kind != Content::Kind::revisit) return copied(Fate::same);  // a broken record is reported as such
  const bool is_damaged = warc::is_damaged(record, header);
  const bool is_followed = !digests.empty() && changes.size() == digests.size();
  if (!is_damaged && !is_followed) full.follow(content, {}, edits);
  const bool refers_by_url = !warc::value_of(record, header, "WARC-Refers-To-Target-URI").empty();  // and by date
  if (digests.empty() && (refers_by_url || is_not_modified(record, header, content))) return copied(Fate::same);
  if (!is_followed) {
    // No record that isn't read has another payload in a copy. (Feeds whose type says little are rare.)
    if (stays || !warc::may_original_be_read(record, header, copy.reads_json)) return copied(Fate::same);
    return copied(Fate::unknown, "the record that it refers to was not found before it with the same URL");
  }
  if (is_damaged) return copied(Fate::unknown, "its WARC-Block-Digest does not match its block");
  full.follow(content, changes, edits);
  return copied(Fate::followed);
}

}  // namespace absolve::inline detail
