#include "run.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <optional>

#include "destination.h"
#include "files.h"
#include "in_place.h"
#include "messages.h"
#include "views.h"

namespace absolve::cli {
namespace {

bool wants_colour(int fd) {
  const char* no_colour = std::getenv("NO_COLOR");
  return ::isatty(fd) == 1 && (no_colour == nullptr || *no_colour == '\0');
}

class Run {
 public:
  explicit Run(const Settings& settings) : settings_(settings) {}

  Status all() {
    if (settings_.in_place_suffix) {
      for (const std::string& name : settings_.inputs) attempt(name, nullptr);
    } else {
      write_all();
    }
    if (settings_.verbose) {
      complain(
          "", std::to_string(handed_over_) + " of " + std::to_string(read_) + " inputs handed over to the tree reader");
    }
    return status_;
  }

 private:
  void write_all() {
    const std::string destination_name = settings_.output.value_or("standard output");
    try {
      Destination destination(settings_.output);
      Writer out(destination.descriptor());
      colour_ = wants_colour(destination.descriptor());
      for (const std::string& name : settings_.inputs) attempt(name, &out);
      out.flush();
      if (read_ > 0) destination.commit();
    } catch (const FileError& error) {
      if (error.code() == EPIPE) return;  // the reader has had enough
      complain(printable(destination_name), error.what());
      worsen(Status::failed);
    }
  }

  /// Trouble with the output is for all(); trouble with the input ends here.
  void attempt(const std::string& name, Writer* out) {
    std::optional<Input> input;
    try {
      if (out == nullptr) require_replaceable(name);
      input.emplace(name);
    } catch (const FileError& error) {
      return failed(name, error.what());
    }
    ++read_;
    const bool filters = settings_.options.type == Type::uris && settings_.view == View::rewritten && out != nullptr;
    if (filters) return filter(name, input->bytes(), *out);
    const Plan plan = absolve::plan(input->bytes(), settings_.options);
    if (input->was_cut_short()) return failed(name, "was cut short while it was read");
    tell(name, plan);
    judge(name, plan);
    if (out != nullptr) return show(name, plan, *out);
    try {
      rewrite_in_place(name, *settings_.in_place_suffix, *input, plan);
    } catch (const FileError& error) {
      failed(name, error.what());
    }
  }

  /// A list of any length is resolved in pieces of whole lines, so that the plan is never larger than a piece's.
  void filter(const std::string& name, std::string_view lines, Writer& out) {
    std::size_t line = 0;
    do {
      const std::string_view piece = lines.substr(0, piece_size(lines));
      const Plan plan = absolve::plan(piece, settings_.options);
      tell(name, plan, line);
      if (line == 0 || plan.failed()) judge(name, plan);
      show(name, plan, out);
      line += static_cast<std::size_t>(std::ranges::count(piece, '\n'));
      lines.remove_prefix(piece.size());
    } while (!lines.empty());
  }

  /// Up to a line end. What is in UTF-16 stays whole, and no piece but the first starts like a byte order mark.
  static std::size_t piece_size(std::string_view lines) {
    constexpr std::size_t wanted = std::size_t{16} << 20;
    if (lines.size() <= wanted || lines[0] == '\xFF' || lines[0] == '\xFE') return lines.size();
    std::size_t newline = lines.find('\n', wanted);
    while (newline != std::string_view::npos && newline + 1 < lines.size() &&
           static_cast<unsigned char>(lines[newline + 1]) >= 0xEF) {
      newline = lines.find('\n', newline + 1);
    }
    return newline == std::string_view::npos ? lines.size() : newline + 1;
  }

  void judge(const std::string& name, const Plan& plan) {
    if (!plan.handed_over().empty()) ++handed_over_;
    if (plan.failed()) return worsen(Status::failed);
    if (settings_.require_base && !has_base(plan)) failed(name, "its base is undefined (--require-base)");
  }

  void show(const std::string& name, const Plan& plan, Writer& out) {
    const Page page{out, name, settings_.json, colour_};
    switch (settings_.view) {
      case View::rewritten:
        plan.for_each_piece([&](std::string_view piece) { out.write_lasting(piece); });
        return out.flush();  // before the plan and its input go
      case View::list: return print_list(page, plan);
      case View::explain: return print_explain(page, plan);
      case View::diff: return print_diff(page, plan);
      case View::check:
        if (print_check(page, plan)) worsen(Status::relative_found);
    }
  }

  /// Prints the notes on a plan; `lines_before` is not 0 where its source is a later piece of the input.
  void tell(const std::string& name, const Plan& plan, std::size_t lines_before = 0) const {
    using Severity = Note::Severity;
    const Severity least = settings_.quiet     ? Severity::failure
                           : settings_.verbose ? Severity::detail
                                               : Severity::notice;
    LineCounter lines(plan);
    for (const Note& note : plan.notes()) {
      const bool said_before = lines_before > 0 && !note.offset && note.severity != Severity::failure;
      if (note.severity < least || said_before) continue;
      std::string where = display_name(name);
      if (note.offset) where.append(":").append(std::to_string(lines_before + lines.at(*note.offset).line));
      complain(where, note.text);
    }
    if (!settings_.verbose) return;
    for (const Document& document : plan.documents()) {
      const auto& base = document.layers.base;
      complain(display_name(name),
               std::to_string(document.links) + (document.links == 1 ? " link, " : " links, ") +
                   std::to_string(document.relative) + " relative; base " +
                   (base ? base->url() + " (" + std::string(name_of(document.layers.from)) + ")" : "undefined"));
    }
  }

  static bool has_base(const Plan& plan) {
    return std::ranges::all_of(plan.documents(), [](const Document& one) { return one.layers.base.has_value(); });
  }

  void failed(const std::string& name, std::string_view why) {
    complain(display_name(name), why);
    worsen(Status::failed);
  }

  void worsen(Status status) { status_ = std::max(status_, status); }

  const Settings& settings_;
  Status status_ = Status::done;
  std::size_t read_ = 0;
  std::size_t handed_over_ = 0;
  bool colour_ = false;
};

}  // namespace

Status run(const Settings& settings) { return Run(settings).all(); }

}  // namespace absolve::cli
