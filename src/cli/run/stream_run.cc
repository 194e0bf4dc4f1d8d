#include "stream_run.h"

#include <string>

#include "../../text/counted.h"

namespace absolve::cli {
namespace {

/// The place of a part of a stream that begins so many bytes and lines after a piece.
SourcePlace place_in_stream(SourcePlace place, std::size_t bytes, std::size_t lines) noexcept {
  place.bytes += bytes;
  place.lines += lines;
  return place;
}

std::string_view media_type_of(Type type) noexcept {
  if (type == Type::jsonl) return "application/jsonl";
  return type == Type::csv ? "text/csv" : "text/tab-separated-values";
}

constexpr std::string_view too_long_row =
    "this row is longer than 256 MiB, or has a quote that is not closed; it and everything after it are left unchanged";

/// The same for a line that is processed by itself.
SourcePlace of_line(SourcePlace place) noexcept {
  place.line = place.lines + 1;
  return place;
}

}  // namespace

bool StreamRun::run(OpenInput& input, Container container) {
  // If the input isn't cut, no line can be too long.
  const std::size_t max_piece = container == Container::none ? SIZE_MAX : max_document_line;
  if (container == Container::none) has_url_ = true;  // in another charset nobody can look for it
  Run pieces(
      input, container, max_piece, [this](std::string_view bytes) { write(bytes); }, outlet_.flush);
  pieces.run(
      task_.context().parts_at_once, [this](const Run::Piece& piece) { return plan(piece); },
      [this](const Run::Piece& piece, const std::vector<PlannedPart>& parts) { take(piece, parts); });
  if (has_documents_) task_.answer_stream(has_edits_, media_type_of(type_));
  tell_of_missing_bases();
  task_.finish();
  return has_edits_;
}

/// Says once what the answers say one by one.
void StreamRun::tell_of_missing_bases() {
  const Input& stream = what_.at({});
  const std::string& name = options_.fields.url;
  const bool lacks_column = stream.columns && stream.columns->url == TableColumns::none;
  const std::string why = lacks_column ? "its header has no column " + name
                          : has_url_   ? "the " + name + " next to them is missing or can't be a base"
                                       : "no line has a member " + name;
  if (links_without_base_ > 0) {
    task_.note("no base for " + counted(documents_without_base_, "document", "documents") + ": " +
               counted(links_without_base_, "relative reference was", "relative references were") + " left; " + why +
               " (--url-field names another " + (is_table(type_) ? "column" : "member") +
               (stream.url.empty() ? ", --url gives one for all)" : ")"));
  } else if (!has_url_) {
    task_.note(why + ", as --url-field names it");
  }
}

std::vector<PlannedPart> StreamRun::plan(const Run::Piece& piece) const {
  if (!has_url_) has_url_ = has_url_member(piece.text, what_.at(piece.place), options_);
  std::vector<PlannedPart> parts;
  std::size_t lines = 0;
  for_each_part(piece.text, what_.at(piece.place), options_, [&](StreamPart&& part) {
    const auto bytes = static_cast<std::size_t>(part.text.data() - piece.text.data());
    const SourcePlace place = place_in_stream(piece.place, bytes, lines);
    lines += lines_in(part.text) + lines_in(part.ending);
    PlannedPart& one = parts.emplace_back(PlannedPart{std::move(part), place});
    if (const auto& document = one.part.document) {
      one.place = of_line(place);
      one.plan = std::make_unique<Plan>(absolve::plan(document->document(), document->input(), options_));
      one.answer = document->answer(*one.plan);
    } else if (!one.part.is_too_long) {
      one.plan = std::make_unique<Plan>(absolve::plan(one.part.text, what_.at(place), options_));
    }
  });
  return parts;
}

void StreamRun::take(const Run::Piece& piece, const std::vector<PlannedPart>& parts) {
  if (piece.was_too_long) leave(piece.place);  // of a table, everything that follows
  for (const PlannedPart& one : parts) {
    if (one.part.document) {
      take_document(one);
    } else if (one.plan) {
      take_list(one);
    } else {
      leave(one.place);
      write(one.part.text);
    }
    write(one.part.ending);
  }
}

void StreamRun::take_document(const PlannedPart& one) {
  has_documents_ = true;
  if (const std::size_t links = links_without_base(*one.plan); links > 0) {
    ++documents_without_base_;
    links_without_base_ += links;
  }
  if (one.part.document->has_document()) take_plan(*one.plan, one.place);
  else task_.pass_over_line(one.place, one.part.document->error());
  has_edits_ = has_edits_ || one.answer != one.part.text;
  write(one.answer);
}

void StreamRun::take_list(const PlannedPart& one) {
  take_plan(*one.plan, one.place);
  has_edits_ = has_edits_ || !one.plan->edits().empty();
  if (outlet_.write) one.plan->for_each_piece(outlet_.write);
}

void StreamRun::take_plan(const Plan& plan, const SourcePlace& place) {
  task_.take(plan, place);
  if (!outlet_.write && outlet_.take) outlet_.take(plan, place);
}

/// Reports a line that is too long.
void StreamRun::leave(const SourcePlace& place) {
  task_.leave(of_line(place), is_table(type_) ? too_long_row : too_long_line);
}

void StreamRun::write(std::string_view bytes) const {
  if (outlet_.write) outlet_.write(bytes);
}

}  // namespace absolve::cli
