#include "take_input.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "../inputs/compressed_source.h"
#include "absolve/detect.h"
#include "archive_input.h"
#include "piece_run.h"
#include "stream_run.h"
#include "wacz_input.h"

namespace absolve::cli {
namespace {

/// Whether an input is planned as a whole, though it could be cut: for a diff, which shows the whole; and for any view
/// if pieces are not units of their own.
bool is_shown_whole(const Settings& settings, Container container) {
  if (container == Container::mailbox) return settings.view == View::diff;
  const bool is_of_entries = container == Container::lines || container == Container::records || is_of_rows(container);
  return settings.view != View::rewritten || (is_of_entries && settings.in_place_suffix);
}

Container container_for(const Settings& settings, const Input& what, std::string_view beginning) {
  const Container container = container_of(beginning, what, settings.options);
  return is_shown_whole(settings, container) ? Container::none : container;
}

/// Whether it is read line by line, or row by row: a stream, or a list that is compressed. An input compressed with
/// brotli, or in UTF-16 once decompressed, is read as a whole.
bool is_read_by_lines(JobInput& opened, const Options& options) {
  const Type type = opened.what.known_type();
  const ContentCoding coding = opened.what.detected->content_coding;
  if (coding == ContentCoding::identity) return type == Type::jsonl || is_table(type);
  if (!is_list(type) || coding == ContentCoding::brotli) return false;
  const std::string beginning = decompressed_beginning(opened.input, coding, 6);
  return container_of(beginning, decompressed(opened.what), options) != Container::none;
}

/// The columns of a table, from its first row; nullopt: there is none. Throws InputError if the row lacks required
/// columns.
std::optional<TableColumns> read_columns(OpenInput& input, Type type, const Options& options, Container container) {
  constexpr std::size_t most = std::size_t{1} << 20;
  std::string_view text = input.arrived(1, std::size_t{64} << 10);
  const auto holds_first_row = [&](Container rows) { return next_piece(rows, text, 0, input.ended()).has_value(); };
  const auto read_more = [&] { text = input.arrived(text.size() + 1, 2 * text.size()); };
  while (!holds_first_row(container) && text.size() <= most) read_more();
  if (text.empty()) return std::nullopt;
  auto columns = table_columns(text, type, options);
  // The row tells its delimiter, and only this which line ends are in quotes.
  const auto is_cut = [&] { return std::ranges::count(text, '"') % 2 != 0; };
  for (; !columns && is_cut() && !input.ended() && text.size() <= most; columns = table_columns(text, type, options)) {
    read_more();
  }
  if (!columns) throw InputError(columns.error().text);
  if (!holds_first_row(rows_with(columns->delimiter))) {
    throw InputError("its first row is longer than 1 MiB: the names of its columns are unknown");
  }
  return *std::move(columns);
}

/// Whether what is read by lines is planned as a whole. The output is line by line, also in place; only a view needs
/// the whole.
bool is_held(const Task& task, const Outlet& outlet) {
  return !outlet.write && outlet.take && is_shown_whole(task.context().settings, Container::lines);
}

bool take_lines(Task& task, OpenInput& input, Input what, const Outlet& outlet) {
  const Options& options = task.context().settings.options;
  const std::string_view beginning = first_bytes(input);
  const bool is_whole = is_held(task, outlet);
  Container lines = container_of(beginning, what, options);
  if (is_of_rows(lines)) {
    what.columns = read_columns(input, what.known_type(), options, lines);
    if (what.columns) lines = rows_with(what.columns->delimiter);
  }
  return StreamRun(task, std::move(what), outlet).run(input, is_whole ? Container::none : lines);
}

bool take_stream(Task& task, JobInput& opened, const Outlet& outlet) {
  const ContentCoding coding = opened.what.detected->content_coding;
  if (coding == ContentCoding::identity) return take_lines(task, opened.input, opened.what, outlet);
  Buffer buffer;
  using Text = CompressedSource::Text;
  auto source = std::make_unique<CompressedSource>(opened.input, coding,
                                                   is_held(task, outlet) ? Text::as_a_whole : Text::in_pieces);
  OpenInput text(buffer, std::move(source), opened.input.same_file(), SIZE_MAX);
  if (!outlet.write) return take_lines(task, text, inside(decompressed(opened.what)), outlet);
  constexpr std::size_t longest_header = std::size_t{64} << 10;  // including the name of a file, and a comment
  const std::string like(opened.input.ahead(longest_header).substr(0, longest_header));
  bool changes = false;
  compress(
      coding, like,
      [&](const auto& write) {
        const Outlet compressing{.write = [&write](std::string_view bytes) { write(bytes); }, .name = outlet.name};
        // Messages about a line give its number, as for an uncompressed stream.
        changes = take_lines(task, text, decompressed(opened.what), compressing);
      },
      outlet.write);
  return changes;
}

bool take_pieces(Task& task, JobInput& opened, const Outlet& outlet) {
  using Run = PieceRun<std::unique_ptr<Plan>>;
  const Settings& settings = task.context().settings;
  const ContinuedInput what(opened.what);
  const Container container = container_for(settings, opened.what, first_bytes(opened.input));
  bool has_edits = false;
  Run pieces(opened.input, container, SIZE_MAX, nullptr, outlet.flush);
  pieces.run(
      task.context().parts_at_once,
      [&](const Run::Piece& piece) {
        return std::make_unique<Plan>(absolve::plan(piece.text, what.at(piece.place), settings.options));
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
  const Type type = opened.what.known_type();
  const bool is_compressed = opened.what.detected->content_coding != ContentCoding::identity;
  if (type == Type::warc) return take_archive(task, opened, outlet);
  if (type == Type::wacz && !is_compressed) return take_wacz(task, opened, outlet);
  if (is_read_by_lines(opened, task.context().settings.options)) return take_stream(task, opened, outlet);
  return take_pieces(task, opened, outlet);
}

}  // namespace absolve::cli
