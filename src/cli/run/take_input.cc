#include "take_input.h"

#include <memory>

#include "archive_input.h"
#include "piece_run.h"
#include "stream_run.h"
#include "wacz_input.h"

namespace absolve::cli {
namespace {

/// Whether an input is planned in one piece, though it could be cut: for a diff, which is of the whole, and for any
/// other view but the rewriting where pieces are no units.
bool is_shown_whole(const Settings& settings, Container container) {
  if (container == Container::mailbox) return settings.view == View::diff;
  const bool is_of_entries = container == Container::lines || container == Container::records || is_of_rows(container);
  return settings.view != View::rewritten || (is_of_entries && settings.in_place_suffix);
}

Container container_for(const Settings& settings, const Options& options, std::string_view beginning) {
  const Container container = container_of(options, beginning);
  return is_shown_whole(settings, container) ? Container::none : container;
}

/// Whether it is read line by line, or row by row. A compressed list is read as a whole.
bool is_stream(const Options& options) noexcept {
  const bool may_hold_documents = options.type == Type::jsonl || is_table(options.type);
  return may_hold_documents && options.content_coding == ContentCoding::identity;
}

/// What the first row of a table says of its columns; nullopt: there is none. Throws InputError where it says too
/// little.
std::optional<TableColumns> read_columns(Input& input, const Options& options, Container container) {
  constexpr std::size_t most = std::size_t{1} << 20;
  std::string_view text = input.arrived(1, std::size_t{64} << 10);
  while (!next_piece(container, text, 0, input.ended())) {
    if (text.size() > most) throw InputError("its first row is longer than 1 MiB: nothing says what its columns hold");
    text = input.arrived(text.size() + 1, 2 * text.size());
  }
  if (text.empty()) return std::nullopt;
  auto columns = table_columns(text, options);
  if (!columns) throw InputError(columns.error().text);
  return *std::move(columns);
}

bool take_stream(Task& task, JobInput& opened, const Outlet& outlet) {
  const std::string_view beginning = opened.input.ahead(1);
  // What is written is its lines, also in place: only who looks at it needs all of it.
  const bool is_shown = !outlet.write && outlet.take;
  const Container lines = container_of(opened.options, beginning);
  const bool is_whole = is_shown && is_shown_whole(task.context().settings, lines);
  Options options = opened.options;
  if (is_of_rows(lines)) options.columns = read_columns(opened.input, options, lines);
  return StreamRun(task, options, outlet).run(opened.input, is_whole ? Container::none : lines);
}

bool take_pieces(Task& task, JobInput& opened, const Outlet& outlet) {
  using Run = PieceRun<std::unique_ptr<Plan>>;
  const ContinuedOptions options(opened.options);
  const Container container = container_for(task.context().settings, opened.options, opened.input.ahead(1));
  bool has_edits = false;
  Run pieces(opened.input, container, SIZE_MAX, nullptr, outlet.flush);
  pieces.run(
      task.context().parts_at_once,
      [&](const Run::Piece& piece) {
        return std::make_unique<Plan>(absolve::plan(piece.text, options.at(piece.place)));
      },
      [&](const Run::Piece& piece, const std::unique_ptr<Plan>& plan) {
        task.take(*plan, piece.place);
        has_edits = has_edits || !plan->edits().empty();
        if (outlet.take) outlet.take(*plan, piece.place);
      });
  task.finish();
  return has_edits;
}

}  // namespace

bool take_input(Task& task, JobInput& opened, const Outlet& outlet) {
  if (opened.options.type == Type::warc) return take_archive(task, opened, outlet);
  const bool is_wacz = opened.options.type == Type::wacz && opened.options.content_coding == ContentCoding::identity;
  if (is_wacz) return take_wacz(task, opened, outlet);
  if (is_stream(opened.options)) return take_stream(task, opened, outlet);
  return take_pieces(task, opened, outlet);
}

}  // namespace absolve::cli
