#include "stream_run.h"

namespace absolve::cli {
namespace {

/// Where a part of a stream stands that begins so many bytes and lines after a piece.
SourcePlace place_in_stream(SourcePlace place, std::size_t bytes, std::size_t lines) noexcept {
  place.bytes += bytes;
  place.lines += lines;
  return place;
}

/// The same of a line that stands for itself.
SourcePlace of_line(SourcePlace place) noexcept {
  place.line = place.lines + 1;
  return place;
}

}  // namespace

bool StreamRun::run(Input& input, Container container) {
  // What isn't cut has no lines that could be too long.
  const std::size_t max_piece = container == Container::none ? SIZE_MAX : max_document_line;
  Pieces pieces(input, container, max_piece, [&](std::string_view bytes) { write(bytes); });
  for (std::string_view piece = pieces.next(); pieces.place().is_first() || !piece.empty(); piece = pieces.next()) {
    if (pieces.was_too_long()) pass_over(pieces.place());
    options_.continues = !pieces.place().is_first();
    std::size_t lines = 0;
    for_each_part(piece, options_, [&](const StreamPart& part) {
      const auto bytes = static_cast<std::size_t>(part.text.data() - piece.data());
      take_part(part, place_in_stream(pieces.place(), bytes, lines));
      write(part.ending);
      lines += lines_in(part.text) + lines_in(part.ending);
    });
    if (piece.empty()) break;
  }
  if (has_documents_) task_.answer_stream(has_edits_);
  task_.finish();
  return has_edits_;
}

void StreamRun::take_part(const StreamPart& part, const SourcePlace& place) {
  if (part.document) return take_document(part, of_line(place));
  if (!part.is_too_long) return take_list(part.text, place);
  pass_over(place);
  write(part.text);
}

void StreamRun::pass_over(const SourcePlace& place) { task_.leave(of_line(place), too_long_line); }

void StreamRun::take_document(const StreamPart& part, const SourcePlace& place) {
  const Plan plan = absolve::plan(part.document->document(), part.document->options());
  has_documents_ = true;
  if (part.document->has_document()) take_plan(plan, place);
  else task_.pass_over_line(place, part.document->error());
  const std::string answer = part.document->answer(plan);
  has_edits_ = has_edits_ || answer != part.text;
  write(answer);
}

void StreamRun::take_list(std::string_view text, const SourcePlace& place) {
  options_.continues = place.bytes > 0;
  const Plan plan = absolve::plan(text, options_);
  take_plan(plan, place);
  has_edits_ = has_edits_ || !plan.edits().empty();
  if (outlet_.write) plan.for_each_piece(outlet_.write);
}

void StreamRun::take_plan(const Plan& plan, const SourcePlace& place) {
  task_.take(plan, place);
  if (!outlet_.write && outlet_.take) outlet_.take(plan, place);
}

void StreamRun::write(std::string_view bytes) const {
  if (outlet_.write) outlet_.write(bytes);
}

}  // namespace absolve::cli
