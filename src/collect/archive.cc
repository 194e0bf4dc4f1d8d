// A record that is small enough is a single RecordWork. Of a larger one, RecordWork has only the beginning, and each
// RestWork passes on as much of the rest as has come.

#include "archive.h"

#include <string>
#include <utility>

#include "../find/formats.h"
#include "../text/counted.h"
#include "../text/last_name.h"
#include "absolve/plan.h"
#include "left_out.h"
#include "pieces.h"
#include "plan_size.h"
#include "run.h"

namespace absolve::collect {
namespace {

constexpr std::string_view line_ends = "\r\n\r\n";  // after each record

constexpr std::string_view why_unconverted =
    "redirects and errors would be replayed as pages (--warc-emit=response copies all records)";

/// Throws BadInput if the archive is of a kind that is only read.
void require_copiable(const std::optional<Plan>& plan, bool is_refused_zstd) {
  constexpr std::string_view advice =
      ", which can only be read: --warc-emit=conversion writes new records for what changes";
  if (plan && plan->record()->is_arc) throw BadInput("is an ARC archive" + std::string(advice));
  if (is_refused_zstd) throw BadInput("is compressed with zstd" + std::string(advice));
}

Input inside(Input what) {
  what.is_inside = true;
  return what;
}

Options options_of_records(const RunSettings& settings) {
  Options options = settings.options;
  options.headers = options.headers || settings.more.archive.emit == ArchiveEmit::response;
  return options;
}

std::string name_in_index(const std::string& given, std::string_view name) {
  return given.empty() ? std::string(last_name(name)) : given;
}

}  // namespace

/// A record. Its rest, if it is not whole, is passed by RestWork.
class Archive::RecordWork final : public Work {
 public:
  RecordWork(Archive& archive, Record&& read)
      : record(std::move(read)), compression(archive.records_.segments().compression()), archive_(archive) {}

  void hold() override {}  // it has its own text
  void plan() override {
    if (!record.is_whole) return;
    const Input& what = compression == ArchiveCompression::none || archive_.settings_.places_in_records
                            ? archive_.input_
                            : archive_.input_without_places_;
    planned.emplace(absolve::plan(record.text, what, archive_.options_));
    if (archive_.is_made_) made = archive_.new_.made_of(record, *planned, compression);
  }
  void put(Output& output) override { archive_.put(*this, output); }
  /// The decompressed body is in an edit, so it is included.
  [[nodiscard]] std::size_t size() const noexcept override {
    return record.text.size() + made.bytes.size() + (planned ? size_of(*planned) : 0);
  }
  [[nodiscard]] bool is_passing() const noexcept override { return !record.is_whole; }

  Record record;
  ArchiveCompression compression;
  std::optional<Plan> planned = {};  // nullopt if the record is not whole
  NewRecord made = {};

 private:
  Archive& archive_;
};

/// As much as there is of the rest of a record that is not whole.
class Archive::RestWork final : public Work {
 public:
  explicit RestWork(Archive& archive) noexcept : archive_(archive) {}

  void hold() override {}
  void plan() override {}
  void put(Output& output) override { archive_.put_rest(output); }
  [[nodiscard]] std::size_t size() const noexcept override { return 0; }
  [[nodiscard]] bool is_passing() const noexcept override { return true; }

 private:
  Archive& archive_;
};

Archive::Archive(Input what, const RunSettings& settings, bool is_made)
    : settings_(settings),
      archive_options_(settings.more.archive),
      input_(std::move(what)),
      input_without_places_(inside(input_)),
      options_(options_of_records(settings)),
      is_made_(is_made),
      new_(input_.name, settings.more, reads_json(settings.options.fields)),
      records_(archive_options_.range, reads_json(settings.options.fields)) {
  if (is_made && settings.more.output_name.ends_with(".zst")) {
    throw BadInput("can't be written with zstd compression, which is only supported for reading");
  }
  const std::string_view why = why_left_out(Type::warc, is_made && new_.compresses(ArchiveCompression::none));
  if (!why.empty()) throw BadInput(std::string(why));
  if (!archive_options_.lists_captures) return;
  const std::string& output = settings.more.output_name;
  captures_.emplace(settings.old_index, name_in_index(archive_options_.name_in_index, input_.name),
                    name_in_index(archive_options_.name_in_index, output.empty() ? input_.name : output));
}

void Archive::end() {
  has_ended_ = true;
  records_.end();
}

std::unique_ptr<Work> Archive::next(std::size_t) {
  if (passing_) {
    const bool has_more = passing_->seen != records_.queue().end() || has_ended_;
    return has_more ? std::make_unique<RestWork>(*this) : nullptr;
  }
  try {
    auto record = records_.next();
    is_over_ = !record;
    if (is_over_) return nullptr;
    return std::make_unique<RecordWork>(*this, *std::move(record));
  } catch (const container::NeedsMore&) {
    return nullptr;
  }
}

void Archive::begin(Output& output, ArchiveCompression compression) {
  if (!std::exchange(has_begun_, true)) write(output, new_.beginning(compression));
}

void Archive::write(Output& output, std::string_view bytes) {
  output.write(bytes);
  written_ += output.writes() ? bytes.size() : 0;
}

/// A record is shown, and then its new form is written or, if it is not whole, the beginning of that.
void Archive::put(RecordWork& work, Output& output) {
  const Record& record = work.record;
  if (output.writes() && is_copied()) {
    require_copiable(work.planned, settings_.refuses_zstd && work.compression == ArchiveCompression::zstd);
  }
  place_.record = record.number;
  place_.lines += record.lines_before;
  place_.bytes = static_cast<std::size_t>(record.offset);
  if (captures_) captures_->add_old(record);
  const Followed followed = is_copied() ? follow(work) : Followed();
  show(work, followed, output);

  const bool is_written = is_copied() || archive_options_.writes_always || !work.made.bytes.empty();
  if (output.writes() && is_written) begin(output, work.compression);
  if (work.planned) put_whole(work, output);
  else put_beginning(work, output);
}

void Archive::show(const RecordWork& work, const Followed& followed, Output& output) {
  const Record& record = work.record;
  const bool has_new_form = !work.made.bytes.empty();
  const bool is_edited = work.planned && !work.planned->edits().empty();
  const bool is_unconverted = is_made_ && work.planned && new_.leaves(record, *work.planned);
  unconverted_ += is_unconverted ? 1 : 0;
  ++output.result().records;
  output.result().conversions += is_made_ && !is_copied() && has_new_form ? 1 : 0;

  const RecordName name =
      work.planned ? *work.planned->record() : warc::name_of(record.text, warc::read_header(record.text));
  const std::string unread = record.unread.empty() ? "" : std::string(record.unread) + "; left unchanged";
  const std::string unconverted =
      is_unconverted ? "it has no conversion: " + std::string(why_unconverted) : std::string();
  output.show({.place = place_,
               .text = record.text,
               .plan = work.planned ? &*work.planned : nullptr,
               .record = &name,
               .left = work.planned ? std::string_view(followed.left) : std::string_view(unread),
               .unconverted = unconverted,
               .changes = followed.is_changed || (is_edited && has_new_form)});
}

void Archive::put_whole(RecordWork& work, Output& output) {
  const std::uint64_t begin = written_;
  write(output, work.made.bytes);
  if (work.compression == ArchiveCompression::none) {
    place_.lines += lines_in(work.record.text) + lines_in(work.record.line_ends);
  }
  end_record(work.record, std::move(work.made.capture), begin);
}

/// What follows is put by put_rest().
void Archive::put_beginning(RecordWork& work, Output& output) {
  Passing& passing = passing_.emplace(Passing{std::move(work.record)});
  passing.begin = written_;
  passing.is_plain = work.compression == ArchiveCompression::none;
  if (passing.is_plain) place_.lines += lines_in(passing.record.text);
  if (!is_copied() || !output.writes()) return;
  if (captures_) passing.capture = capture_of(passing.record.text);
  if (new_.compresses(work.compression)) passing.compressor.emplace(codec::Coding::gzip, "");
  put_new(output, new_.beginning_of(passing.record));
}

/// Writes bytes of the new form of a record that is not whole.
void Archive::put_new(Output& output, std::string_view bytes) {
  if (!output.writes() || !is_copied()) return;
  const auto put = [&](std::string_view compressed) { write(output, compressed); };
  if (passing_->compressor) passing_->compressor->write(bytes, put);
  else put(bytes);
}

void Archive::put_rest(Output& output) {
  passing_->seen = records_.queue().end();
  try {
    const std::string ends = records_.rest([&](std::string_view bytes) {
      if (passing_->is_plain) place_.lines += lines_in(bytes);
      put_new(output, bytes);
    });
    if (passing_->is_plain) place_.lines += lines_in(ends);
  } catch (const container::NeedsMore&) {
    return;
  }
  put_new(output, line_ends);
  if (passing_->compressor) {
    passing_->compressor->finish([&](std::string_view compressed) { write(output, compressed); });
  }
  const Passing passed = *std::exchange(passing_, std::nullopt);
  end_record(passed.record, passed.capture, passed.begin);
}

void Archive::end_record(const Record& record, std::optional<Capture> capture, std::uint64_t begin) {
  if (!captures_) return;
  if (capture && written_ > begin) captures_->add_new(record, *std::move(capture), begin, written_);
  captures_->find_request(record);
}

/// In a full copy: remembers what a record has become or, if it is a revisit, makes its new form by what became of the
/// record that it refers to.
Archive::Followed Archive::follow(RecordWork& work) {
  constexpr std::string_view left = "; copied with its payload digest unchanged";
  if (work.made.original || !work.planned) {
    const auto original = work.planned ? work.made.original : original_of(work.record.text, work.record.text);
    if (!original) return {.left = "it is a revisit of more than 1 MiB" + std::string(left)};
    settings_.originals.add(*original);
    return {};
  }
  NewArchive::NewRevisit made = new_.made_of_revisit(work.record, *work.planned, settings_.originals, work.compression);
  if (!made.copy.text.empty()) {
    work.made.bytes = std::move(made.copy.text);
    work.made.capture = std::move(made.capture);
  }
  const bool is_unknown = made.copy.fate == RevisitCopy::Fate::unknown;
  return {.is_changed = made.copy.fate == RevisitCopy::Fate::followed && !work.made.bytes.empty(),
          .left = is_unknown ? made.copy.why + std::string(left) : std::string()};
}

void Archive::finish(Output& output) {
  const container::Segments& segments = records_.segments();
  if (output.writes() && archive_options_.writes_always) begin(output, segments.compression());
  if (segments.errors() > 0) {
    std::string error = segments.error();
    if (segments.errors() > 1) error += " (and " + std::to_string(segments.errors() - 1) + " more)";
    if (output.writes() && is_copied()) output.result().missing = std::move(error);
    else output.add_note(NoteCode::record_unread, Note::Severity::failure, std::move(error));
  }
  if (unconverted_ > 0) {
    output.add_note(NoteCode::record_unread, Note::Severity::notice,
                    counted(unconverted_, "response with relative links has", "responses with relative links have") +
                        " no conversion: " + std::string(why_unconverted));
  }
  if (captures_) captures_->list(output.result(), segments.end_offset());
}

}  // namespace absolve::collect
