#include <algorithm>
#include <array>
#include <iterator>
#include <memory_resource>
#include <utility>
#include <vector>

#include "../codec/charset/charset.h"
#include "../codec/charset/url_text.h"
#include "../codec/codec.h"
#include "../codec/transfer/base64.h"
#include "../detect/declared_type.h"
#include "../detect/types.h"
#include "../find/entries.h"
#include "../http/sniffed.h"
#include "../json/stream.h"
#include "../table/answers.h"
#include "../text/edits.h"
#include "../text/json.h"
#include "../text/limits.h"
#include "../text/strings.h"
#include "../text/types.h"
#include "../text/utf8.h"
#include "../url/scopes.h"
#include "../url/suitable.h"
#include "stream.h"

namespace absolve::inline detail {
namespace {

using json::Field;

/// Types that say nothing about a document (MIME Sniffing standard, section 5).
constexpr auto types_to_detect =
    std::to_array<std::string_view>({"", "*/*", "application/octet-stream", "application/unknown", "unknown/unknown"});

/// The type of a document that shows itself to be a feed or the like, under a media type that says little.
std::optional<Type> type_shown(std::string_view media_type, const Input& input, std::string_view document,
                               const FieldNames& fields) {
  const auto format =
      http::format_shown(lower_case(media_type), document.substr(0, enough_to_detect), input.url, fields);
  return format ? std::optional(row_of(*format).type) : std::nullopt;
}

}  // namespace

std::size_t links_without_base(const Plan& plan) noexcept {
  return static_cast<std::size_t>(std::ranges::count(plan.links(), Reason::no_base, &Link::reason));
}

/// A line, or a row of a table, and what is in it. Offsets are in bytes from 0.
///
///     {"absolve": {}, "id": 7, "body": "<a href=..\/g>"}
///      |-----cut-----|                  |            |
///                                  body.begin     body.end, answer_at - 1
struct DocumentLine::Parts {
  enum class State { readable, left, failed };

  /// The text of a member or a field.
  struct Text {
    std::size_t begin;  // without quotes
    std::size_t end;
    codec::Coding coding;
  };

  std::string_view text = {};
  std::array<std::optional<Text>, json::field_count> texts = {};  // nullopt if there is none, or it is not a string
  std::string answer_name = {};
  json::StreamLine line = {};  // of JSON
  table::Row row = {};         // of a table
  TableColumns columns = {};
  bool is_row = false;  // it is a row of a table, not a line of JSON
  bool is_base64 = false;
  std::unique_ptr<codec::Codec> string = nullptr;  // the codec of the body
  std::unique_ptr<codec::Codec> bytes = nullptr;   // for a body in base64: the codec inside of that
  std::string_view document = {};
  Input input = {};
  State state = State::readable;
  std::string error = {};         // why it isn't readable, in words
  std::string error_of_url = {};  // why the URL in the line can't be a base, in words

  void give_up(State how, std::string why) {
    state = how;
    error = std::move(why);
    document = {};
  }

  [[nodiscard]] std::optional<Text>& at(Field field) noexcept { return texts[static_cast<std::size_t>(field)]; }
  [[nodiscard]] const std::optional<Text>& at(Field field) const noexcept {
    return texts[static_cast<std::size_t>(field)];
  }
  [[nodiscard]] const Text& body() const noexcept { return *at(is_base64 ? Field::body_b64 : Field::body); }

  [[nodiscard]] std::unique_ptr<codec::Codec> open(const Text& one) const {
    return codec::open(one.coding, text.substr(one.begin, one.end - one.begin));
  }
  [[nodiscard]] std::string text_of(Field field) const {
    return at(field) ? std::string(open(*at(field))->text()) : "";
  }

  void read_members() {
    text = line.text;
    for (std::size_t i = 0; i < json::field_count; ++i) {
      const auto field = static_cast<Field>(i);
      if (!line.is_string(field)) continue;
      texts[i] = {line.value(field)->begin, line.value(field)->end, codec::Coding::json_string};
    }
  }

  /// An empty field counts as missing; if all bodies are empty, the document is an empty one.
  void read_fields() {
    const auto read_field = [&](Field field, std::size_t column) {
      const table::Field& one = row.fields[column];
      at(field) = {one.begin, one.end, one.is_quoted ? codec::Coding::csv_quoted : codec::Coding::identity};
    };
    const auto read_filled = [&](Field field, std::size_t column) {
      if (table::is_filled(text, row, column)) read_field(field, column);
    };
    read_filled(Field::url, columns.url);
    read_filled(Field::body, columns.body);
    read_filled(Field::body_b64, columns.body_b64);
    read_filled(Field::content_type, columns.content_type);
    if (at(Field::body) || at(Field::body_b64)) return;
    if (columns.body != TableColumns::none) read_field(Field::body, columns.body);
    else read_field(Field::body_b64, columns.body_b64);
  }

  /// What is wrong with the members, in words; "" if there is nothing.
  [[nodiscard]] std::string error_in_members(const json::StreamReader& reader) const {
    const auto name = [&](Field field) { return std::string(reader.name(field)); };
    if (!is_row && !is_utf8(text)) return "it contains bytes that are not valid UTF-8";  // JSON can't
    const bool has_both =
        is_row ? at(Field::body) && at(Field::body_b64) : line.has(Field::body) && line.has(Field::body_b64);
    if (has_both) return "it has both a " + name(Field::body) + " and a " + name(Field::body_b64);
    if (is_row) return {};
    for (const Field field : {Field::body, Field::body_b64, Field::url, Field::content_type}) {
      if (line.has(field) && !line.is_string(field)) return "its member " + name(field) + " is not a string";
    }
    if (line.has(Field::body) || line.has(Field::body_b64)) return {};
    return "its " + name(line.value(Field::body) ? Field::body : Field::body_b64) + " is null";
  }

  void open_body(const json::StreamReader& reader) {
    is_base64 = at(Field::body_b64).has_value();
    string = open(body());
    document = string->text();
    if (!is_base64) return;
    bytes = codec::open(codec::Coding::base64, document);
    if (!bytes || !bytes->unread().empty()) {
      return give_up(State::failed, (is_row ? "its column " : "its member ") +
                                        std::string(reader.name(Field::body_b64)) + " is not valid base64");
    }
    document = bytes->text();
  }

  /// The URL of a document may be relative to that of the whole stream.
  void resolve_url(const std::string& own, const Input& stream, Resolver resolver, std::string_view name) {
    std::string_view all = stream.url;
    if (all.empty() && !stream.retrieved_from.empty()) all = stream.retrieved_from.front().value;
    input.url = own;
    if (!all.empty()) {
      Scopes around(resolver);
      const Base* const base = around.base(around.add({BaseFrom::retrieval, std::string(all), {}, {}, {}}), own);
      if (base != nullptr) input.url = base->absolute(own);
    }
    if (unsuitable_as_base(input.url, resolver) == Unsuitable::no) return;
    Scopes scopes(resolver);
    const Scope& given = scopes[scopes.add({BaseFrom::retrieval, input.url, {}, {}, {}})];
    if (given.reason.empty() || given.has_scheme) return;
    error_of_url.append("its ").append(name).append(" can't be a base: ").append(given.reason);
  }

  /// Determines what the document is: what the line says takes precedence over what is known of the stream.
  void settle(const Input& stream, const Options& options, std::string_view name_of_url) {
    input.is_inside = true;
    input.url = stream.url;
    input.retrieved_from = stream.retrieved_from;
    const std::string url = text_of(Field::url);
    std::string scratch;
    const std::string own(is_row ? codec::reference_in_utf8(trimmed(url), stream.charset, "", scratch) : trimmed(url));
    if (!own.empty()) {
      resolve_url(own, stream, options.resolver, name_of_url);
    } else {
      input.image_url = stream.image_url;
      input.root_url = stream.root_url;
    }
    if (options.local_links == LocalLinks::saved) {  // otherwise they lead from the file, and a line is none
      input.is_local_copy = stream.is_local_copy;
      input.is_renamed_copy = stream.is_renamed_copy;
    }
    if (!is_base64) input.content_coding = ContentCoding::identity;
    const std::string said = text_of(Field::content_type);
    const std::string_view media_type = std::string_view(said).substr(0, said.find_first_of("; \t"));
    const auto declared = said.find('/') == std::string::npos ? std::nullopt : declared_type(said);
    const bool is_in_utf8 = !is_base64 && (!is_row || is_utf8(text));
    const bool says_charset =
        declared && !declared->charset.empty() &&
        (is_base64 || !codec::is_utf16(codec::encoding_of(declared->charset)));  // a field of bytes
    input.charset = is_in_utf8 ? "utf-8" : says_charset ? declared->charset : stream.charset;
    input.type = declared ? declared->type : Type::automatic;
    const bool must_detect = std::ranges::find(types_to_detect, media_type) != types_to_detect.end();
    const bool is_unread = input.type == Type::automatic && declared && !must_detect;
    if (is_unread) input.type = type_shown(media_type, input, document, options.fields).value_or(Type::automatic);
    if (is_unread && input.type == Type::automatic) {
      return give_up(State::left, "its type is " + std::string(media_type) + ", which is not read");
    }
    input.detected = detect_declared(document.substr(0, enough_to_detect), input, options.fields);
    const Type type = input.known_type();
    if (type == Type::mime) input.charset = stream.charset;
    if (type == Type::warc) give_up(State::left, "it is a web archive, not a document");
    if (type == Type::jsonl) give_up(State::left, "it is a stream itself, not a document");
  }

  /// The result for a document.
  struct Outcome {
    std::string_view status;
    std::string_view error;                // in words; "" if there is none
    std::optional<std::string> base = {};  // the base that was used
    BaseFrom base_from = BaseFrom::none;
    std::size_t links = 0;
    std::size_t relative = 0;  // of these, left for want of a base
  };

  [[nodiscard]] Outcome outcome(const Plan& plan) const {
    using Severity = Note::Severity;
    if (state == State::failed) return {.status = "failed", .error = error};
    const auto failure = std::ranges::find(plan.notes(), Severity::failure, &Note::severity);
    const bool is_unread = plan.type() == Type::unknown && !plan.notes().empty();
    const bool is_read = state == State::readable;
    const std::string_view why = !is_read                        ? std::string_view(error)
                                 : failure != plan.notes().end() ? std::string_view(failure->text)
                                 : is_unread                     ? std::string_view(plan.notes().front().text)
                                                                 : std::string_view();
    const auto first = std::ranges::find_if(plan.documents(), &Document::counts);
    const std::uint32_t scope = is_read && first != plan.documents().end() ? first->scope : Scope::none;
    const Base* const counting = plan.base(scope);
    return {.status = why.empty() ? "done" : "left",
            .error = why.empty() ? std::string_view(error_of_url) : why,
            .base = counting == nullptr ? std::nullopt : url_text(*first, counting),
            .base_from = counting != nullptr ? plan.base_from(scope) : BaseFrom::none,
            .links = is_read ? plan.links().size() : 0,
            .relative = is_read ? links_without_base(plan) : 0};
  }

  /// The members of an answer for a result.
  [[nodiscard]] std::string members_of(const Outcome& one) const {
    std::string members;
    json::append_member(members, "status", one.status);
    if (state != State::failed) {
      if (one.base) json::append_member(members, "base", *one.base);
      else members.append(",\"base\":null");
      json::append_member(members, "base_from", name_of(one.base_from));
      members.append(",\"links\":").append(std::to_string(one.links));
      if (one.relative > 0) members.append(",\"relative\":").append(std::to_string(one.relative));
    }
    if (!one.error.empty()) json::append_member(members, "error", one.error);
    return members;
  }

  /// The plan's edits of the document as edits of the line, in order.
  [[nodiscard]] std::vector<Edit> edits_of_body(const Plan& plan, Strings strings) const {
    if (state != State::readable || plan.edits().empty()) return {};
    const auto [begin, end, coding] = body();
    if (is_base64) return {{begin, end - begin, strings.keep(codec::encode_base64(plan.output()))}};
    if (coding == codec::Coding::identity) {  // a field without quotes may need them now
      std::string output = plan.output();
      if (!table::stays_unquoted(output, columns.delimiter)) output = table::written(output, columns.delimiter);
      return {{begin, end - begin, strings.keep(std::move(output))}};
    }
    std::vector<Edit> edits = string->encode(plan.edits(), strings);
    for (Edit& edit : edits) edit.offset += begin;
    return edits;
  }

  /// The edits that write the result into the line, in any order.
  [[nodiscard]] std::vector<Edit> edits_of_answer(const Plan& plan, Strings strings) const {
    const Outcome one = outcome(plan);
    if (is_row) {
      const table::Answer answer{.status = std::string(one.status), .error = std::string(one.error)};
      return table::edits_of_answer(text, row, columns, answer, strings);
    }
    Edit answer{line.answer_at, 0, strings.keep(json::answer_member(answer_name, members_of(one)))};
    std::vector<Edit> edits;
    for (const auto& [begin, end] : line.cuts) {
      if (begin == answer.offset) answer.length = end - begin;
      else edits.push_back({begin, end - begin, {}});
    }
    edits.push_back(answer);
    return edits;
  }
};

namespace {

/// Reads a text as a row with a document; false if it isn't one.
bool read_document_row(std::string_view text, const TableColumns& columns, table::Row& row) {
  const TableColumns answered = table::with_answers(columns);
  table::read_row(text, 0, columns.delimiter, row, answered.count);
  const bool is_right = row.state == table::Row::State::good && row.end == text.size() && !row.is_blank() &&
                        table::is_as_wide(row, columns) && !table::holds_foreign_answer(text, row, answered);
  return is_right && columns.has_documents() && !table::has_reference(text, row, columns);
}

}  // namespace

DocumentLine::DocumentLine(std::unique_ptr<Parts> parts) noexcept : parts_(std::move(parts)) {}
DocumentLine::DocumentLine(DocumentLine&& other) noexcept = default;
DocumentLine& DocumentLine::operator=(DocumentLine&& other) noexcept = default;
DocumentLine::~DocumentLine() = default;

std::optional<DocumentLine> DocumentLine::from(std::string_view line, const Input& input, const Options& options) {
  const json::StreamReader reader(options.fields);
  auto parts = std::make_unique<Parts>();
  if (is_table(input.known_type())) {
    if (!input.columns) return std::nullopt;
    parts->text = line;
    parts->columns = *input.columns;
    parts->is_row = true;
    if (!read_document_row(line, parts->columns, parts->row)) return std::nullopt;
    parts->read_fields();
  } else {
    if (!options.fields.members.empty() || !reader.may_hold_document(line)) return std::nullopt;
    parts->line = reader.read(line);
    if (parts->line.kind != json::StreamLine::Kind::document) return std::nullopt;
    parts->read_members();
  }
  parts->answer_name = options.fields.answer;
  if (std::string error = parts->error_in_members(reader); !error.empty()) {
    parts->give_up(Parts::State::failed, std::move(error));
  } else {
    parts->open_body(reader);
    if (parts->state == Parts::State::readable) parts->settle(input, options, reader.name(Field::url));
  }
  return DocumentLine(std::move(parts));
}

bool DocumentLine::has_document() const noexcept { return parts_->state == Parts::State::readable; }

std::string_view DocumentLine::error() const& noexcept { return parts_->error; }

std::string_view DocumentLine::document() const& noexcept { return parts_->document; }

const Input& DocumentLine::input() const& noexcept { return parts_->input; }

std::string DocumentLine::answer(const Plan& plan) const {
  std::pmr::monotonic_buffer_resource memory;
  std::vector<Edit> edits = parts_->edits_of_body(plan, Strings(memory));
  std::ranges::copy(parts_->edits_of_answer(plan, Strings(memory)), std::back_inserter(edits));
  std::ranges::sort(edits, {}, &Edit::offset);
  return edited(parts_->text, edits);
}

namespace {

/// Calls `visit(begin, end, next)` for each line of a stream or row of a table; the next one begins at `next`.
template <class Visit>
void for_each_line(std::string_view piece, const Input& input, const Options& options, Visit&& visit) {
  if (!is_table(input.known_type())) {
    for_each_entry(piece, input, options,
                   [&](std::size_t begin, std::size_t end) { visit(begin, end, after_entry(piece, end)); });
    return;
  }
  table::Row row;
  constexpr std::size_t none = 0;  // no fields are stored: only the ends of rows are needed
  const TableColumns columns = input.columns ? *input.columns : TableColumns();
  std::size_t at = 0;
  if (!input.continues) {  // the header, and what is before it, is not a row
    at = table::begin_of_rows(piece, input.known_type());
    if (columns.has_header) {
      table::read_row(piece, at, columns.delimiter, row, none);
      at = row.next;
    }
  }
  for (; at < piece.size(); at = row.next) {
    table::read_row(piece, at, columns.delimiter, row, none);
    if (row.state == table::Row::State::unclosed) return;
    visit(row.begin, row.end, row.next);
  }
}

}  // namespace

bool has_member(std::string_view lines, Field purpose, const Input& input, const Options& options) {
  const json::StreamReader reader(options.fields);
  bool is_met = false;
  for_each_entry(lines, input, options, [&](std::size_t begin, std::size_t end) {
    is_met = is_met || reader.read(lines.substr(begin, end - begin)).has(purpose);
  });
  return is_met;
}

void for_each_part(std::string_view piece, const Input& input, const Options& options,
                   const std::function<void(StreamPart&& part)>& visit) {
  std::size_t begin = 0;  // of the lines that were not taken yet
  const auto visit_list = [&](std::size_t end) {
    if (end > begin) visit({.text = piece.substr(begin, end - begin), .ending = {}});
  };
  const bool may_hold_documents = input.known_type() == Type::jsonl || is_table(input.known_type());
  for_each_line(piece, input, options, [&](std::size_t at, std::size_t end, std::size_t next) {
    const std::string_view line = piece.substr(at, end - at);
    const bool is_too_long = line.size() > limits::document_line;
    auto document = is_too_long || !may_hold_documents ? std::nullopt : DocumentLine::from(line, input, options);
    if (!is_too_long && !document) return;
    visit_list(at);
    begin = next;
    visit({line, piece.substr(end, begin - end), std::move(document), is_too_long});
  });
  visit_list(piece.size());
}

}  // namespace absolve::inline detail
