#include "lines.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "../stream/stream.h"
#include "../table/columns.h"
#include "../text/counted.h"
#include "../text/types.h"
#include "absolve/plan.h"
#include "plan_size.h"

namespace absolve::collect {
namespace {

constexpr std::string_view too_long_row =
    "this row is longer than 256 MiB, or has a quote that is not closed; it and everything after it are left unchanged";

/// How many bytes are planned at once, and more only where a line is longer. Plans are many times as large as these,
/// and take less time while they stay in the processor's cache.
constexpr std::size_t documents_at_once = std::size_t{8} << 10;
constexpr std::size_t references_at_once = std::size_t{16} << 10;
constexpr std::size_t most_at_once = std::size_t{128} << 10;

/// The same for a line that is a unit.
SourcePlace of_line(SourcePlace place) noexcept {
  place.line = place.lines + 1;
  return place;
}

}  // namespace

Lines::Lines(Container container, Input what, const Options& options, bool is_whole, std::size_t longest)
    : type_(what.known_type()),
      options_(options),
      is_whole_(is_whole),
      longest_(longest),
      container_(container),
      cutter_(is_whole ? Container::none : container),
      what_(std::move(what)),
      knows_columns_(!is_of_rows(container)),
      has_url_(type_ != Type::jsonl || options.fields.url == FieldNames().url),
      has_base_(type_ != Type::jsonl || options.fields.base == FieldNames().base) {}

/// Whole lines, divided into parts: lines with a document, and the lines between them.
class Lines::LineWork final : public Work {
 public:
  LineWork(Lines& lines, std::string_view text, const SourcePlace& place) : lines_(lines), text_(text), place_(place) {}

  void hold() override {
    held_ = text_;
    text_ = held_;
  }
  void plan() override {
    const Input& what = lines_.what_.at(place_);
    const Options& options = lines_.options_;
    if (!lines_.has_url_) lines_.has_url_ = has_member(text_, json::Field::url, what, options);
    if (!lines_.has_base_) lines_.has_base_ = has_member(text_, json::Field::base, what, options);
    SourcePlace place = place_;
    for_each_part(text_, what, options, [&](StreamPart&& part) {
      One& one = parts_.emplace_back(One{std::move(part), place});
      if (const auto& document = one.part.document) {
        one.plan.emplace(absolve::plan(document->document(), document->input(), options));
        one.answer = document->answer(*one.plan);
      } else if (!one.part.is_too_long) {
        one.plan.emplace(absolve::plan(one.part.text, lines_.what_.at(place), options));
      }
      place.bytes += one.part.text.size() + one.part.ending.size();
      place.lines += lines_in(one.part.text) + lines_in(one.part.ending);
    });
  }
  void put(Output& output) override {
    for (const One& one : parts_) {
      if (one.part.document) {
        put_document(output, one);
      } else if (one.plan) {
        lines_.references_ += one.plan->links().size();
        lines_.references_without_base_ += links_without_base(*one.plan);
        output.show(unit_of(one, one.place, !one.plan->edits().empty()));
        if (output.writes()) one.plan->for_each_piece([&](std::string_view bytes) { output.write(bytes); });
      } else {
        Unit unit = unit_of(one, of_line(one.place), false);
        unit.left = lines_.too_long();
        output.show(unit);
        output.write(one.part.text);
      }
      output.write(one.part.ending);
    }
  }
  [[nodiscard]] std::size_t size() const noexcept override {
    std::size_t size = text_.size();
    for (const One& one : parts_) size += one.answer.size() + (one.plan ? size_of(*one.plan) : 0);
    return size;
  }

 private:
  struct One {
    StreamPart part;
    SourcePlace place;
    std::optional<Plan> plan = {};  // nullopt if the line is too long
    std::string answer = {};        // for a document
  };

  static Unit unit_of(const One& one, const SourcePlace& place, bool changes) {
    return {.place = place,
            .text = one.part.text,
            .plan = one.plan ? &*one.plan : nullptr,
            .changes = changes,
            .is_copied = true};
  }

  void put_document(Output& output, const One& one) {
    output.result().has_documents = true;
    if (const std::size_t links = links_without_base(*one.plan); links > 0) {
      ++lines_.documents_without_base_;
      lines_.links_without_base_ += links;
    }
    const auto& notes = one.plan->notes();
    lines_.documents_with_values_left_ += std::ranges::count(notes, NoteCode::values_left, &Note::code) > 0 ? 1 : 0;
    Unit unit = unit_of(one, of_line(one.place), one.answer != one.part.text);
    if (!one.part.document->has_document()) {
      unit.plan = nullptr;
      unit.failed = one.part.document->error();
    }
    output.show(unit);
    output.write(one.answer);
  }

  Lines& lines_;
  std::string held_;
  std::string_view text_;
  const SourcePlace place_;
  std::vector<One> parts_;
};

/// A block of a line that is too long.
class Lines::Block final : public Work {
 public:
  Block(std::string_view text, const SourcePlace& place, std::string_view left)
      : text_(text), place_(place), left_(left) {}

  void hold() override {}
  void plan() override {}
  void put(Output& output) override {
    if (!left_.empty()) output.show({.place = of_line(place_), .text = text_, .left = left_, .is_copied = true});
    output.write(text_);
  }
  [[nodiscard]] std::size_t size() const noexcept override { return text_.size(); }
  [[nodiscard]] bool is_passing() const noexcept override { return true; }

 private:
  std::string_view text_;
  SourcePlace place_;
  std::string_view left_;
};

std::string_view Lines::too_long() const noexcept { return is_table(type_) ? too_long_row : too_long_line; }

std::unique_ptr<Work> Lines::next(std::size_t) {
  queue_.pass(std::exchange(passed_, 0));
  if (is_over_ || (!knows_columns_ && !read_columns())) return nullptr;
  if (is_too_long_) return block();
  const std::string_view text = queue_.view();
  const bool may_hold_documents = type_ == Type::jsonl || is_table(type_);
  std::optional<std::size_t> size;
  for (std::size_t most = may_hold_documents ? documents_at_once : references_at_once; !size && most <= most_at_once;
       most *= 2) {
    if (most < text.size() && cutter_.seen() < most) size = cutter_.size_of_piece(text.substr(0, most), 0, false);
  }
  if (!size) size = cutter_.size_of_piece(text, 0, has_ended_);
  if (!size) {
    is_too_long_ = !is_whole_ && cutter_.seen() > longest_;
    return is_too_long_ ? block() : nullptr;
  }
  passed_ = *size;
  is_over_ = has_ended_ && passed_ == text.size();
  const std::string_view lines = text.substr(0, passed_);
  if (lines.empty() && place_.bytes > 0) return nullptr;
  auto work = std::make_unique<LineWork>(*this, lines, place_);
  place_ = cutter_.after(place_, lines);
  return work;
}

/// The next block of the line that is too long, up to its end. After such a row of a table nothing can be read, since a
/// quote in it may be open.
std::unique_ptr<Work> Lines::block() {
  constexpr std::size_t most = std::size_t{1} << 20;
  const std::string_view text = queue_.view().substr(0, most);
  const char end = container_ == Container::records ? '\0' : '\n';
  const std::size_t at = is_of_rows(container_) ? std::string_view::npos : text.find(end);
  if (text.empty()) {
    is_over_ = has_ended_;
    return nullptr;
  }
  const bool is_first = !std::exchange(is_told_, true);
  passed_ = text.size();
  if (at != std::string_view::npos) {
    passed_ = at + 1;
    is_too_long_ = is_told_ = false;
    cutter_ = Cutter(container_);
  }
  auto block = std::make_unique<Block>(text.substr(0, passed_), place_, is_first ? too_long() : std::string_view());
  place_ = cutter_.after(place_, text.substr(0, passed_));
  return block;
}

/// Reads the columns of a table from its first row; false if it is not complete, or there is none yet.
bool Lines::read_columns() {
  constexpr std::size_t most = std::size_t{1} << 20;
  const std::string_view text = queue_.view();
  const bool may_grow = !has_ended_ && text.size() <= most;
  const auto holds_first_row = [&](Container rows) { return next_piece(rows, text, 0, has_ended_).has_value(); };
  if (may_grow && (text.empty() || !holds_first_row(container_))) return false;
  knows_columns_ = true;
  if (text.empty()) return true;
  auto columns = table_columns(text, type_, options_);
  // The row tells its delimiter, and only this which line ends are in quotes.
  if (!columns && may_grow && std::ranges::count(text, '"') % 2 != 0) return knows_columns_ = false;
  if (!columns) throw BadInput(columns.error().text);
  if (!holds_first_row(rows_with(columns->delimiter))) {
    throw BadInput("its first row is longer than 1 MiB: the names of its columns are unknown");
  }
  container_ = rows_with(columns->delimiter);
  if (!is_whole_) cutter_ = Cutter(container_);
  Input what = what_.first();
  what.columns = std::make_shared<const TableColumns>(*columns);
  what_ = ContinuedInput(std::move(what));
  return true;
}

/// Says once what the answers say one by one.
void Lines::finish(Output& output) {
  const auto add_note = [&](std::string text) {
    output.add_note(NoteCode::references_kept, Note::Severity::notice, std::move(text));
  };
  const Input& stream = what_.first();
  const std::string& name = options_.fields.url;
  const bool lacks_column = stream.columns && stream.columns->url == TableColumns::none;
  const bool is_numbered = stream.columns && !stream.columns->has_header;
  const std::string why = is_numbered && lacks_column ? "no column is named for their URLs"
                          : lacks_column              ? "its header has no column " + name
                          : has_url_                  ? "the " + name + " next to them is missing or can't be a base"
                                                      : "no line has a member " + name;
  if (links_without_base_ > 0) {
    add_note("no base for " + counted(documents_without_base_, "document", "documents") + ": " +
             counted(links_without_base_, "relative reference was", "relative references were") + " left; " + why +
             " (--url-field names " +
             (is_numbered       ? "one by its number"
              : is_table(type_) ? "another column"
                                : "another member") +
             (stream.url.empty() ? ", --url gives one for all)" : ")"));
  } else if (stream.columns && stream.columns->has_header && stream.columns->has_references() &&
             stream.columns->base == TableColumns::none && lacks_column && stream.url.empty()) {
    add_note("no base for its references: its header has no column " + options_.fields.base + " (--base-field names " +
             "another, --url gives one for all)");
  } else if (!has_url_) {
    add_note(why + ", as --url-field names it");
  } else if (type_ == Type::jsonl && has_base_ && references_ > 0 && references_without_base_ == references_) {
    add_note(std::string("no base for its references: no line names one (") +
             (options_.fields.members.empty() ? "--base-field" : "--json-url") +
             " names the member that does, --url gives one for all)");
  }
  if (const std::size_t count = documents_with_values_left_; links_without_base_ > 0 && count > 0) {
    add_note(counted(count, "document holds", "documents hold") +
             " relative values that scripts or other programs read, which were left (--also)");
  }
  if (!has_base_) add_note("no line has a member " + options_.fields.base + ", as --base-field names it");
}

}  // namespace absolve::collect
