#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "absolve/rewriter.h"
#include "handles.h"

namespace absolve::c {
namespace {

static_assert(would_wait == ABSOLVE_WOULD_WAIT);

void require_zero(int answer) {
  if (answer != 0) throw Stopped{ABSOLVE_STOPPED};
}

ReadFunction read_function(const absolve_run& run) {
  return [&run](std::span<char> space) {
    std::size_t size = 0;
    require_zero(run.read(run.context, space.data(), space.size(), &size));
    if (size > space.size() && size != would_wait) throw Stopped{ABSOLVE_WRONG_ARGUMENT};
    return size;
  };
}

WriteFunction write_function(absolve_sink write, void* context) {
  if (write == nullptr) return nullptr;
  return [write, context](std::string_view bytes) { require_zero(write(context, bytes.data(), bytes.size())); };
}

decltype(FileBytes::read_at) read_at_function(absolve_source_at read, void* context) {
  return [read, context](std::uint64_t at, std::span<char> space) {
    std::size_t size = 0;
    require_zero(read(context, at, space.data(), space.size(), &size));
    if (size > space.size()) throw Stopped{ABSOLVE_WRONG_ARGUMENT};
    return size;
  };
}

Scratch scratch_of(const absolve_run& run) {
  if (run.keep == nullptr || run.read_kept == nullptr) return {};
  return {write_function(run.keep, run.context), read_at_function(run.read_kept, run.context)};
}

void observe(const absolve_run& run, const Unit& unit) {
  std::optional<absolve_plan> plan;
  if (unit.plan != nullptr) plan.emplace(unit.plan);
  const std::string_view none;
  const absolve_unit seen{.plan = plan ? &*plan : nullptr,
                          .text = text_of(unit.text),
                          .left = text_or_none(unit.left.empty() ? unit.failed : unit.left),
                          .id = text_or_none(unit.record == nullptr ? none : unit.record->id),
                          .url = text_or_none(unit.record == nullptr ? none : unit.record->target_uri),
                          .changes = unit.changes ? 1 : 0,
                          .offset = unit.place.bytes,
                          .lines_before = unit.place.lines,
                          .messages_before = unit.place.messages,
                          .record = unit.place.record,
                          .line = unit.place.line,
                          .member = text_or_none(unit.member)};
  require_zero(run.observe(run.context, &seen));
}

Observer observer_of(const absolve_run& run) {
  Observer observer;
  if (run.observe != nullptr) observer.unit = [&run](const Unit& unit) { observe(run, unit); };
  if (run.flush != nullptr) observer.flush = [&run] { require_zero(run.flush(run.context)); };
  return observer;
}

void tell(const absolve_run& run, Note note) {
  if (run.tell == nullptr) return;
  if (!note.member.empty()) note.text.insert(0, note.member + ": ");
  const absolve_note told = note_of(note);
  require_zero(run.tell(run.context, &told));
}

RewriterOptions options_of(const absolve_run& run) {
  return {.threads = std::max<std::size_t>(run.threads, 1),
          .output_name = std::string(view_of(run.output_name)),
          .archive = {.emit = run.copies_archives != 0 ? ArchiveEmit::response : ArchiveEmit::conversion,
                      .date = std::string(view_of(run.date)),
                      .said = std::string(view_of(run.said))}};
}

Rewritten rewritten(const absolve_run& run, Options options, const Input& input) {
  Rewriter rewriter(std::move(options), options_of(run));
  const WriteFunction write = write_function(run.write, run.context);
  if (run.read_at == nullptr) return rewriter.run(read_function(run), write, input, observer_of(run));
  const FileBytes file{read_at_function(run.read_at, run.context), run.file_size};
  return rewriter.run(file, scratch_of(run), write, input, observer_of(run));
}

}  // namespace
}  // namespace absolve::c

absolve_status absolve_rewrite(const absolve_run* run, const absolve_options* options, int* changes, char** why) {
  if (changes != nullptr) *changes = 0;
  if (why != nullptr) *why = nullptr;
  if (run == nullptr || (run->read == nullptr && run->read_at == nullptr)) return ABSOLVE_WRONG_ARGUMENT;
  const auto refuse = [&](std::string_view words) {
    if (why != nullptr) static_cast<void>(absolve::c::give(words, "", why, nullptr));
    return ABSOLVE_BAD_INPUT;
  };
  return absolve::c::guarded([&] {
    try {
      absolve::Options meant = options == nullptr ? absolve::Options() : options->options;
      if (options != nullptr) meant.on_link = absolve::c::on_link_of(*options);
      const absolve::Rewritten result =
          absolve::c::rewritten(*run, std::move(meant), options == nullptr ? absolve::Input() : options->input);
      for (const absolve::Note& note : result.notes) absolve::c::tell(*run, note);
      if (changes != nullptr) *changes = result.changes ? 1 : 0;
      return result.missing.empty() ? ABSOLVE_OK : refuse(result.missing);
    } catch (const absolve::BadInput& error) {
      return refuse(error.what());
    }
  });
}
