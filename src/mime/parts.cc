#include "parts.h"

#include <algorithm>
#include <optional>
#include <string>

#include "../text/ascii.h"
#include "../text/lines.h"
#include "../text/utf8.h"
#include "batch.h"

namespace absolve::mime {
namespace {

std::string_view without_blanks_at_end(std::string_view text) noexcept {
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
  return text;
}

/// Whether a header contains a line that other readers take for blank, as they recognize line ends other than LF and CR
/// LF. For them, the header ends there.
bool holds_other_blank_line(std::string_view header) noexcept {
  for (std::size_t at = header.find("\r\r"); at != std::string_view::npos; at = header.find("\r\r", at + 1)) {
    const bool starts_line = at == 0 || header[at - 1] == '\n';
    const bool ends_line = header.substr(at + 2, 1) == "\n";
    if (starts_line || !ends_line) return true;
  }
  return false;
}

class Scanner {
 public:
  Scanner(std::string_view message, std::size_t levels, std::size_t entities)
      : text_(message), levels_(levels), max_(entities) {}

  std::vector<Entity> entities() {
    entities_.reserve(few);
    open_.reserve(few);
    std::size_t at = open(header_begin(text_), Entity::none);
    while (open_multiparts_ > 0 && at < text_.size()) {
      const auto delimiter = delimiter_at(at);
      const std::size_t next = std::min(line_end(text_, at) + 1, text_.size());
      at = delimiter ? pass(*delimiter, at, next) : next_candidate(at);
    }
    close_above(0, text_.size());
    return std::move(entities_);
  }

 private:
  /// An entity whose end has not been reached.
  struct Open {
    std::size_t entity;
    std::string boundary;  // "" if it has none
    bool met = false;      // one of its delimiters was found
  };

  struct Delimiter {
    std::size_t level;  // index in open_
    bool closes;
  };

  /// Opens the entity that starts at `at`, and the messages directly in it; returns the offset where reading continues.
  std::size_t open(std::size_t at, std::size_t parent) {
    for (;;) {
      Entity entity;
      entity.parent = parent;
      entity.header = at;
      entity.body = header_end(at);
      entity.bodiless = !ends_with_blank_line(at, entity.body);
      read_header(entity);
      at = entity.body;
      parent = entities_.size();
      open_.push_back({parent, {}});
      if (entity.kind == Entity::Kind::multipart) {
        open_.back().boundary = boundary_of(entity.type);
        ++open_multiparts_;
      }
      const bool holds_message = entity.kind == Entity::Kind::message;
      entities_.push_back(std::move(entity));
      if (!holds_message) return at;
    }
  }

  /// The offset after the blank line; if there is none, that of the next delimiter or the end.
  std::size_t header_end(std::size_t at) const {
    while (at < text_.size()) {
      const std::string_view line = line_at(text_, at);
      const std::size_t next = std::min(line_end(text_, at) + 1, text_.size());
      if (line.empty()) return next;
      if (delimiter_at(at)) return at;
      at = next;
    }
    return at;
  }

  [[nodiscard]] bool ends_with_blank_line(std::size_t begin, std::size_t end) const {
    return end > begin && line_at(text_, line_begin(text_, end - 1)).empty();
  }

  void read_header(Entity& entity) {
    using Kind = Entity::Kind;
    const bool in_digest = entity.parent != Entity::none && entities_[entity.parent].type.name == "multipart/digest";
    if (in_digest) entity.type.name = "message/rfc822";
    if (entity.body - entity.header > limits::header) {
      entity.problem = "its header exceeds the limit of 1 MiB";
      return;
    }
    entity.fields = find_fields(text_, entity.header, entity.body);
    if (std::ranges::any_of(entity.fields,
                            [](const Field& one) { return one.meaning != Meaning::links && is_too_long(one); })) {
      entity.problem = "a field of its header exceeds the limit of 64 KiB";
      return;
    }
    const Field* const type = find(entity.fields, Meaning::content_type);
    std::string scratch;
    if (type != nullptr) entity.type = read_media_type(body_of(text_, *type, scratch));
    if (const Field* const encoding = find(entity.fields, Meaning::transfer_encoding)) {
      entity.encoding = encoding->contradicted ? TransferEncoding::unknown
                                               : read_transfer_encoding(body_of(text_, *encoding, scratch));
    }
    if (holds_other_blank_line(text_.substr(entity.header, entity.body - entity.header))) {
      entity.problem = "a blank line in its header ends with a lone CR, or with CR CR LF";
    } else if (type != nullptr && type->contradicted) {
      entity.problem = "it has several different Content-Type fields";
    } else if (entity.type.is_multipart()) {
      entity.kind = Kind::multipart;
      if (boundary_of(entity.type).empty()) entity.problem = "it is a multipart without a boundary parameter";
    } else if (entity.type.is_message()) {
      entity.kind = entity.encoding == TransferEncoding::identity ? Kind::message : Kind::encoded_message;
    }
    if (entity.parent == Entity::none && entity.problem.empty()) entity.problem = why_unread(text_);
    const bool container = entity.kind != Kind::leaf;
    if (container && open_.size() + 1 >= levels_) entity.problem = "it is nested deeper than the limit of 64";
    if (container && entity.kind != Kind::multipart && entities_.size() + 1 >= max_) entity.problem = too_many;
    if (!entity.problem.empty()) entity.kind = Kind::leaf;
  }

  /// The open multipart that the line at `at` is a delimiter of.
  [[nodiscard]] std::optional<Delimiter> delimiter_at(std::size_t at) const {
    if (text_.substr(at, 2) != "--") return std::nullopt;
    const std::string_view line = without_blanks_at_end(line_at(text_, at));
    for (std::size_t level = open_.size(); level-- > 0;) {
      if (open_[level].boundary.empty()) continue;
      if (const auto closes = delimiter_of(line, open_[level].boundary)) return Delimiter{level, *closes};
    }
    return std::nullopt;
  }

  /// The next line that starts as a delimiter does.
  [[nodiscard]] std::size_t next_candidate(std::size_t at) const {
    while ((at = line_end(text_, at) + 1) < text_.size()) {
      if (text_[at] == '-') return at;
    }
    return text_.size();
  }

  /// Processes the delimiter in the line [at, next); returns the offset where reading continues.
  std::size_t pass(Delimiter delimiter, std::size_t at, std::size_t next) {
    std::size_t end = at;
    if (end > 0) --end;
    if (end > 0 && text_[end] == '\n' && text_[end - 1] == '\r') --end;
    close_above(delimiter.level + 1, end);
    Open& multipart = open_[delimiter.level];
    multipart.met = true;
    if (!delimiter.closes && entities_.size() < max_) return open(next, multipart.entity);
    if (!delimiter.closes) entities_[multipart.entity].problem = too_many;
    stop_waiting(multipart);
    return next;
  }

  void stop_waiting(Open& multipart) {
    multipart.boundary.clear();
    --open_multiparts_;
  }

  void close_above(std::size_t level, std::size_t end) {
    while (open_.size() > level) {
      Open& last = open_.back();
      Entity& entity = entities_[last.entity];
      entity.end = std::max(entity.header, end);
      entity.body = std::min(entity.body, entity.end);
      if (!last.boundary.empty()) {
        if (!last.met && !trimmed(text_.substr(entity.body, entity.end - entity.body)).empty()) {
          entity.problem = "its boundary does not occur in it";
        }
        stop_waiting(last);
      }
      open_.pop_back();
    }
  }

  static constexpr std::size_t few = 4;  // most messages have no more parts than that
  static constexpr std::string_view too_many = "it continues after the limit of 10000 parts";

  std::string_view text_;
  std::size_t levels_;
  std::size_t max_;
  std::vector<Entity> entities_;
  std::vector<Open> open_;
  std::size_t open_multiparts_ = 0;  // number of multiparts in open_ with a boundary
};

}  // namespace

std::optional<bool> delimiter_of(std::string_view line, std::string_view boundary) noexcept {
  line = without_blanks_at_end(line);
  if (boundary.empty() || !line.starts_with("--") || !line.substr(2).starts_with(boundary)) return std::nullopt;
  const std::string_view rest = line.substr(2 + boundary.size());
  if (rest.empty()) return false;
  return rest == "--" ? std::optional(true) : std::nullopt;
}

std::size_t header_begin(std::string_view message) noexcept {
  const std::size_t begin = message.starts_with(byte_order_mark) ? byte_order_mark.size() : after_batch_lines(message);
  const std::size_t line = message.find_first_not_of("\r\n", begin);
  const bool is_header =
      line != std::string_view::npos && line > begin && starts_like_a_header(message.substr(line), false);
  return is_header ? line : begin;
}

std::string_view boundary_of(const MediaType& type) noexcept {
  return without_blanks_at_end(type.parameter("boundary"));
}

std::vector<Entity> find_entities(std::string_view message, std::size_t levels, std::size_t entities) {
  return Scanner(message, levels, entities).entities();
}

}  // namespace absolve::mime
