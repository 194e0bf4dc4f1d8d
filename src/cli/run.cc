#include "run.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <new>
#include <optional>
#include <set>
#include <system_error>

#include "bounded_messages.h"
#include "destination.h"
#include "hints.h"
#include "in_place.h"
#include "input.h"
#include "layout.h"
#include "maildir.h"
#include "messages.h"
#include "pieces.h"
#include "views.h"

namespace absolve::cli {
namespace {

bool wants_colour(When when, int fd) {
  if (when != When::automatic) return when == When::always;
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  const std::string_view terminal = variable("TERM");
  return ::isatty(fd) == 1 && variable("NO_COLOR").empty() && !terminal.empty() && terminal != "dumb";
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
      destination_ = &destination;
      Writer out(destination.descriptor());
      colour_ = wants_colour(settings_.colours, destination.descriptor());
      columns_ = columns_of(destination.descriptor());
      for (const std::string& name : settings_.inputs) attempt(name, &out);
      out.flush();
      if (!incomplete_) {
        destination.commit();
      } else if (destination.is_file()) {
        complain(printable(destination_name), "is not written, as not all inputs could be read");
      }
    } catch (const FileError& error) {
      worsen(Status::failed);
      if (error.code() == EPIPE) return;  // the reader has had enough
      complain(printable(destination_name), error.what());
    }
  }

  /// A folder of messages, or else a file, which may be one of them.
  void attempt(const std::string& name, Writer* out) {
    std::optional<Maildir> maildir;
    try {
      maildir = read_maildir(name);
      if (maildir && out == nullptr) clear_superseded(*maildir);
    } catch (const FileError& error) {
      return unread(name, error.what());
    }
    const std::string trouble = maildir ? "" : trouble_with_file(name);
    if (!trouble.empty()) return unread(name, trouble);
    const std::string temporary = maildir ? maildir->temporary : out == nullptr ? temporary_beside(name) : "";
    if (temporary.empty()) return attempt_file(name, out, settings_.options.type, "");
    const std::string is_in_maildir = maildir ? "is a Maildir, " : "is in a Maildir, ";
    if (settings_.options.type != Type::automatic && settings_.options.type != Type::mime) {
      return unread(name, is_in_maildir + "which holds messages: --type mime");
    }
    if (out != nullptr && settings_.view == View::rewritten) {
      return unread(name, "is a Maildir: -i rewrites its messages (--list, --explain, --check and --diff show them)");
    }
    if (out == nullptr && !settings_.in_place_suffix->empty()) {
      return unread(name, is_in_maildir + "where the originals would be new messages: -i has no suffix there");
    }
    if (!maildir) return attempt_file(name, out, Type::mime, temporary);
    if (maildir->subfolders > 0 && !settings_.quiet) {
      complain(display_name(name), "holds further Maildirs, which are left: " + std::to_string(maildir->subfolders));
    }
    for (const std::string& message : maildir->messages) attempt_file(message, out, Type::mime, temporary);
    if (out != nullptr) return;
    try {
      maildir = read_maildir(name);  // messages may have been renamed before they could be removed
      if (maildir) clear_superseded(*maildir);
    } catch (const FileError& error) {
      failed(name, error.what());
    }
  }

  /// Trouble with the output is for all(); trouble with the input ends here.
  void attempt_file(const std::string& name, Writer* out, Type type, const std::string& maildir_temporary) {
    try {
      if (out == nullptr) {
        rewrite(name, type, maildir_temporary);
      } else {
        Input input(buffer_, name);
        input.before_waiting([out] { out->flush(); });
        ++read_;
        if (type == Type::automatic) type = detected(name, input);
        if (destination_->replaces(input)) destination_->prepare_for(input, wants_locks(type));
        show_pieces(name, input, type, *out);
      }
    } catch (const InputError& error) {
      unread(name, error.what());
    } catch (const FileError& error) {
      if (out != nullptr) throw;
      unread(name, error.what());
    } catch (const std::bad_alloc&) {
      unread(name, "out of memory");
    } catch (const std::system_error& error) {
      unread(name, error.what());
    }
  }

  /// Where a file is, or, with the folder for new ones, a message in a Maildir.
  void rewrite(const std::string& name, Type type, const std::string& maildir_temporary) {
    const std::string& suffix = *settings_.in_place_suffix;
    const bool is_message = !maildir_temporary.empty();
    const std::string directory = is_message ? maildir_temporary : directory_of(name);
    if (cleared_.insert(directory).second) clear_leftovers(directory);
    require_replaceable(name, suffix);
    std::optional<MailboxLock> lock;
    Input input(buffer_, name);
    ++read_;
    if (type == Type::automatic) type = detected(name, input);
    if (wants_locks(type)) {
      lock.emplace(name);
      input.reopen();  // what was delivered before counts
    }
    InPlace file({name, input.descriptor(), input.status(), lock ? &*lock : nullptr}, directory);
    for_each_plan(name, input, type, [&](const Plan& plan, const Pieces&) {
      file.add(plan);
      if (lock) lock->refresh();
    });
    static_cast<void>(is_message ? file.commit_message() : file.commit(suffix));
  }

  [[nodiscard]] Type detected(const std::string& name, Input& input) const {
    const std::string_view beginning = input.ahead(enough_to_tell).substr(0, enough_to_tell);
    return type_of(beginning, telling_name(name));
  }

  /// That of the file, or, where it says nothing, the URL.
  [[nodiscard]] const std::string& telling_name(const std::string& name) const {
    const bool says_nothing = name.find('.', name.rfind('/') + 1) == std::string::npos;
    return says_nothing ? settings_.options.retrieval_url : name;
  }

  [[nodiscard]] bool wants_locks(Type type) const { return settings_.locks && type == Type::mbox; }

  void show_pieces(const std::string& name, Input& input, Type type, Writer& out) {
    for_each_plan(name, input, type, [&](const Plan& plan, const Pieces& pieces) {
      show({out, name, settings_.json, colour_, columns_, pieces.lines_before(), pieces.bytes_before(),
            pieces.messages_before()},
           plan);
    });
  }

  /// Plans an input, piece by piece where it can be cut, and tells what there is to say.
  template <class Take>
  void for_each_plan(const std::string& name, Input& input, Type type, Take&& take) {
    Options options = settings_.options;
    options.type = type;
    options.content_coding = content_coding_of(first_bytes(input), telling_name(name));
    Pieces pieces(input, container_for(options, input.ahead(1)));
    BoundedMessages messages(display_name(name));
    bool base_is_missing = false;
    bool handed_over = false;
    for (std::string_view piece = pieces.next(); pieces.at_start() || !piece.empty(); piece = pieces.next()) {
      options.continues = !pieces.at_start();
      const Plan plan = absolve::plan(piece, options);
      tell(messages, name, plan, pieces);
      handed_over = handed_over || !plan.handed_over().empty();
      if (plan.failed() && !settings_.lenient) worsen(Status::left_unread);
      base_is_missing = base_is_missing || (!plan.failed() && !has_base(plan));
      take(plan, pieces);
      if (piece.empty()) break;
    }
    messages.finish();
    if (handed_over) ++handed_over_;
    if (settings_.require_base && base_is_missing) failed(name, "its base is undefined (--require-base)");
  }

  /// How an input is cut. A diff is of the whole, and so is any other view but the rewriting where pieces are no units.
  [[nodiscard]] Container container_for(const Options& options, std::string_view beginning) const {
    const Container container = container_of(options, beginning);
    if (container == Container::mailbox) return settings_.view == View::diff ? Container::none : container;
    if (settings_.view != View::rewritten) return Container::none;
    const bool is_of_entries = container == Container::lines || container == Container::records;
    return is_of_entries && settings_.in_place_suffix ? Container::none : container;
  }

  void show(const Page& page, const Plan& plan) {
    switch (settings_.view) {
      case View::rewritten:
        plan.for_each_piece([&](std::string_view piece) { page.out.write_lasting(piece); });
        return page.out.let_go();  // before the plan and its input go
      case View::list: return print_list(page, plan);
      case View::explain: return print_explain(page, plan);
      case View::diff: return print_diff(page, plan);
      case View::check:
        if (print_check(page, plan)) worsen(Status::relative_found);
    }
  }

  /// Prints the notes on a plan. Those on an input as a whole are said of its first piece alone.
  void tell(BoundedMessages& messages, const std::string& name, const Plan& plan, const Pieces& pieces) const {
    using Severity = Note::Severity;
    const Severity min = settings_.quiet ? Severity::failure : settings_.verbose ? Severity::detail : Severity::notice;
    LineCounter lines(plan);
    for (const Note& note : plan.notes()) {
      const bool said_before =
          !pieces.at_start() && !note.offset && note.message == 0 && note.severity != Severity::failure;
      if (note.severity < min || said_before) continue;
      std::string where = display_name(name);
      if (note.offset) where.append(":").append(std::to_string(pieces.lines_before() + lines.at(*note.offset).line));
      const std::string place = place_in_message(pieces.messages_before(), note.message, note.part);
      messages.tell(note.severity, kind_of(note.text), where, place, note.text);
    }
    if (!settings_.verbose) return;
    for (const Document& document : plan.documents()) {
      if (!document.counts) continue;
      const Base* const base = plan.scopes().base(document.scope);
      const std::string place = place_in_message(pieces.messages_before(), document.message, document.part);
      messages.tell(Severity::detail, "links", display_name(name), place,
                    std::to_string(document.links) + (document.links == 1 ? " link, " : " links, ") +
                        std::to_string(document.relative) + " relative; base " +
                        (base ? base->url() + " (" + std::string(name_of(plan.scopes().from(document.scope))) + ")"
                              : "undefined"));
    }
  }

  /// Lists name bases for references, not for all.
  static bool has_base(const Plan& plan) {
    if (plan.type() == Type::pairs || plan.type() == Type::jsonl) return !plan.base_missing();
    return std::ranges::all_of(plan.documents(),
                               [&](const Document& one) { return plan.scopes().base(one.scope) != nullptr; });
  }

  void failed(const std::string& name, std::string_view why) {
    worsen(Status::failed);
    complain_of(name, why);
  }

  /// Fails, and what is to be written lacks the input, or a part of it.
  void unread(const std::string& name, std::string_view why) {
    incomplete_ = true;
    failed(name, why);
  }

  void worsen(Status status) { status_ = std::max(status_, status); }

  const Settings& settings_;
  Buffer buffer_;                       // of one input after the other
  Destination* destination_ = nullptr;  // unless files are rewritten where they are
  std::set<std::string> cleared_;       // directories
  bool incomplete_ = false;             // what is to be written
  Status status_ = Status::done;
  std::size_t read_ = 0;
  std::size_t handed_over_ = 0;
  bool colour_ = false;
  std::size_t columns_ = unlimited;
};

}  // namespace

int exit_code(Status status) noexcept {
  constexpr std::array<int, 4> codes = {0, 3, 1, 2};
  return codes[static_cast<std::size_t>(status)];
}

Status run(const Settings& settings) { return Run(settings).all(); }

}  // namespace absolve::cli
