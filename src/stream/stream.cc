#include <algorithm>
#include <array>
#include <memory_resource>
#include <utility>
#include <vector>

#include "../codec/codec.h"
#include "../codec/transfer/base64.h"
#include "../find/entries.h"
#include "../json/stream.h"
#include "../text/edits.h"
#include "../text/json.h"
#include "../text/strings.h"
#include "../text/utf8.h"
#include "absolve/stream.h"

namespace absolve {
namespace {

using json::Field;

/// What says nothing of a document (MIME Sniffing standard, section 5).
constexpr auto types_to_detect =
    std::to_array<std::string_view>({"", "*/*", "application/octet-stream", "application/unknown", "unknown/unknown"});

}  // namespace

/// A line and what is in it. Offsets are bytes of the line, from 0.
///
///     {"absolve": {}, "id": 7, "body": "<a href=..\/g>"}
///      |-----cut-----|                  |            |
///                            value.begin     value.end, room - 1
struct DocumentLine::Parts {
  enum class State { readable, left, failed };

  json::StreamLine line = {};
  std::string answer_name = {};
  bool is_base64 = false;
  std::unique_ptr<codec::Codec> string = nullptr;  // what the body is written as
  std::unique_ptr<codec::Codec> bytes = nullptr;   // of one in base64, in that
  std::string_view document = {};
  Options options = {};
  State state = State::readable;
  std::string error = {};  // why it isn't readable, in words

  void give_up(State how, std::string why) {
    state = how;
    error = std::move(why);
    document = {};
  }

  [[nodiscard]] std::string text_of(Field field) const {
    std::string scratch;
    return std::string(json::decode_string(line.written(field), scratch));
  }

  /// Where the body is.
  [[nodiscard]] const json::Token& value() const { return *line.value(is_base64 ? Field::body_b64 : Field::body); }

  /// Why members are not what they should be, in words; "": they are.
  [[nodiscard]] std::string error_in_members(const json::StreamReader& reader) const {
    const auto name = [&](Field field) { return std::string(reader.name(field)); };
    if (!is_utf8(line.text)) return "it holds bytes that are no UTF-8";
    if (line.has(Field::body) && line.has(Field::body_b64)) {
      return "it has both a " + name(Field::body) + " and a " + name(Field::body_b64);
    }
    for (const Field field : {Field::body, Field::body_b64, Field::url, Field::content_type}) {
      if (line.has(field) && !line.is_string(field)) return "its member " + name(field) + " is no string";
    }
    if (line.has(Field::body) || line.has(Field::body_b64)) return {};
    return "its " + name(line.value(Field::body) ? Field::body : Field::body_b64) + " is null";
  }

  void open_body(const json::StreamReader& reader) {
    is_base64 = line.has(Field::body_b64);
    string = codec::open(codec::Coding::json_string, line.written(is_base64 ? Field::body_b64 : Field::body));
    document = string->text();
    if (!is_base64) return;
    bytes = codec::open(codec::Coding::base64, document);
    if (!bytes || !bytes->unread().empty()) {
      return give_up(State::failed, "its member " + std::string(reader.name(Field::body_b64)) + " is no base64");
    }
    document = bytes->text();
  }

  /// The URL of a document may be relative to that of all.
  [[nodiscard]] static std::string absolute_url(const std::string& own, const Options& of_all) {
    std::string_view all = of_all.retrieval_url;
    if (all.empty() && !of_all.retrieved_from.empty()) all = of_all.retrieved_from.front().value;
    const auto base = Base::from(all, of_all.resolver);
    return base ? base->absolute(own) : own;
  }

  /// What the line says of its document comes before what is said of all.
  void settle(const Options& of_all) {
    options = of_all;
    if (const std::string own = text_of(Field::url); !own.empty()) options.retrieval_url = absolute_url(own, of_all);
    options.has_places = false;
    options.continues = false;
    options.null_separated = false;
    options.json_answers = false;
    options.content_coding = is_base64 ? ContentCoding::automatic : ContentCoding::identity;
    const std::string said = text_of(Field::content_type);
    const std::string_view media_type = std::string_view(said).substr(0, said.find_first_of("; \t"));
    const auto declared = said.find('/') == std::string::npos ? std::nullopt : declared_type(said);
    options.charset =
        is_base64 ? (declared && !declared->charset.empty() ? declared->charset : of_all.charset) : "utf-8";
    options.type = declared ? declared->type : Type::automatic;
    const bool must_detect = std::ranges::find(types_to_detect, media_type) != types_to_detect.end();
    if (options.type == Type::automatic && declared && !must_detect) {
      return give_up(State::left, "its type is " + std::string(media_type) + ", which is not read");
    }
    detect(options, document.substr(0, enough_to_detect), "");
    if (options.type == Type::mime) options.charset = of_all.charset;
    if (options.type == Type::warc) give_up(State::left, "it is a web archive, and no document");
    if (options.type == Type::jsonl) give_up(State::left, "it is a stream itself, and no document");
  }

  /// What happened to it, as members of the answer.
  [[nodiscard]] std::string outcome(const Plan& plan) const {
    using Severity = Note::Severity;
    std::string text;
    if (state == State::failed) {
      json::append_member(text, "status", "failed");
      json::append_member(text, "error", error);
      return text;
    }
    const auto failure = std::ranges::find(plan.notes(), Severity::failure, &Note::severity);
    const bool is_unread = plan.type() == Type::unknown && !plan.notes().empty();
    const bool is_read = state == State::readable;
    const std::string_view why = !is_read                        ? std::string_view(error)
                                 : failure != plan.notes().end() ? std::string_view(failure->text)
                                 : is_unread                     ? std::string_view(plan.notes().front().text)
                                                                 : std::string_view();
    const auto first = std::ranges::find_if(plan.documents(), &Document::counts);
    const std::uint32_t scope = is_read && first != plan.documents().end() ? first->scope : Scope::none;
    const Base* const counting = plan.scopes().base(scope);
    json::append_member(text, "status", why.empty() ? "done" : "left");
    if (counting != nullptr) json::append_member(text, "base", counting->url());
    else text.append(",\"base\":null");
    json::append_member(text, "base_from", name_of(counting != nullptr ? plan.scopes().from(scope) : BaseFrom::none));
    text.append(",\"links\":").append(std::to_string(is_read ? plan.links().size() : 0));
    if (!why.empty()) json::append_member(text, "error", why);
    return text;
  }

  /// The edits of the line that a plan's edits of the document mean, in order.
  [[nodiscard]] std::vector<Edit> edits_of_body(const Plan& plan, Strings strings) const {
    if (state != State::readable || plan.edits().empty()) return {};
    const auto [kind, begin, end] = value();
    if (is_base64) return {{begin, end - begin, strings.keep(codec::encode_base64(plan.output()))}};
    std::vector<Edit> edits = string->encode(plan.edits(), strings);
    for (Edit& edit : edits) edit.offset += begin;
    return edits;
  }
};

DocumentLine::DocumentLine(std::unique_ptr<Parts> parts) noexcept : parts_(std::move(parts)) {}
DocumentLine::DocumentLine(DocumentLine&& other) noexcept = default;
DocumentLine& DocumentLine::operator=(DocumentLine&& other) noexcept = default;
DocumentLine::~DocumentLine() = default;

std::optional<DocumentLine> DocumentLine::from(std::string_view line, const Options& options) {
  const json::StreamReader reader(options.fields);
  if (!reader.may_hold_document(line)) return std::nullopt;
  json::StreamLine read = reader.read(line);
  if (read.kind != json::StreamLine::Kind::document) return std::nullopt;
  auto parts = std::make_unique<Parts>();
  parts->line = std::move(read);
  parts->answer_name = options.fields.answer;
  if (std::string error = parts->error_in_members(reader); !error.empty()) {
    parts->give_up(Parts::State::failed, std::move(error));
  } else {
    parts->open_body(reader);
    if (parts->state == Parts::State::readable) parts->settle(options);
  }
  return DocumentLine(std::move(parts));
}

bool DocumentLine::has_document() const noexcept { return parts_->state == Parts::State::readable; }

std::string_view DocumentLine::error() const& noexcept { return parts_->error; }

std::string_view DocumentLine::document() const& noexcept { return parts_->document; }

const Options& DocumentLine::options() const& noexcept { return parts_->options; }

std::string DocumentLine::answer(const Plan& plan) const {
  const Parts& parts = *parts_;
  std::pmr::monotonic_buffer_resource memory;
  std::vector<Edit> edits = parts.edits_of_body(plan, Strings(memory));
  const std::string member = json::answer_member(parts.answer_name, parts.outcome(plan));
  Edit answer{parts.line.answer_at, 0, member};
  for (const auto& [begin, end] : parts.line.cuts) {
    if (begin == answer.offset) answer.length = end - begin;
    else edits.push_back({begin, end - begin, {}});
  }
  edits.push_back(answer);
  std::ranges::sort(edits, {}, &Edit::offset);
  return edited(parts.line.text, edits);
}

static_assert(max_document_line == std::size_t{256} << 20, "too_long_line says so");

void for_each_part(std::string_view piece, const Options& options, FunctionRef<void(StreamPart&& part)> take) {
  std::size_t begin = 0;  // of what was not taken yet
  const auto take_list = [&](std::size_t end) {
    if (end > begin) take({.text = piece.substr(begin, end - begin), .ending = {}});
  };
  for_each_entry(piece, options, [&](std::size_t at, std::size_t end) {
    const std::string_view line = piece.substr(at, end - at);
    const bool is_too_long = line.size() > max_document_line;
    auto document = is_too_long ? std::nullopt : DocumentLine::from(line, options);
    if (!is_too_long && !document) return;
    take_list(at);
    begin = after_entry(piece, end);
    take({line, piece.substr(end, begin - end), std::move(document), is_too_long});
  });
  take_list(piece.size());
}

}  // namespace absolve
