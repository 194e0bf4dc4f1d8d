#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/plan.h"

namespace absolve {

/// Reads up to space.size() bytes of the input into `space`, which is not empty; returns how many, 0 at the end, or
/// would_wait. What it throws passes through the call that it was given to.
using ReadFunction = std::function<std::size_t(std::span<char> space)>;

/// What a ReadFunction returns if there are no bytes now, but may be later: then all that was read is answered, written
/// and flushed (Observer::flush), and it is called again. That time it must wait. Unless the type is given, this begins
/// after enough_to_detect bytes, and in a mailbox, what is in the last 64 KiB stays for later.
inline constexpr std::size_t would_wait = SIZE_MAX;

/// Takes the next bytes of the output, which are valid until it returns, and those of a unit with Unit::is_copied until
/// Observer::written is called. What it throws passes through.
using WriteFunction = std::function<void(std::string_view bytes)>;

/// A file whose bytes can be read at any offset, as a package needs it.
struct FileBytes {
  /// Reads up to space.size() bytes from byte `at` on, into `space`, which is not empty; returns how many, 0 only if
  /// the file has become shorter than `at`. What it throws passes through.
  std::function<std::size_t(std::uint64_t at, std::span<char> space)> read_at = {};
  std::uint64_t size = 0;
};

/// A place for new members of a package, until all of it is written. If the functions are empty, they are in memory.
struct Scratch {
  WriteFunction add = {};  // after what was added before
  decltype(FileBytes::read_at) read_at = {};
};

/// Where a unit begins in its input: how much comes before it.
struct SourcePlace {
  std::size_t lines = 0;
  std::size_t bytes = 0;
  std::size_t messages = 0;
  std::size_t record = 0;  // number of the record of an archive, from 1; 0 if it is none
  std::size_t line = 0;    // number of the line of a stream that holds the unit, from 1; 0 if it is none
};

/// A part of an input that is planned by itself: a message of a mailbox, lines of a list, a document in a line of a
/// stream, a record of an archive; for all other inputs, the whole. In a package, the units of its members come first,
/// and the last one, which has no plan, is the package. What it refers to is valid until the observer returns.
struct Unit {
  SourcePlace place = {};
  std::string_view text = {};          // its bytes; if it is not held as a whole, the beginning of it
  const Plan* plan = nullptr;          // nullptr if it was not read, and is left unchanged
  const RecordName* record = nullptr;  // of a record of an archive
  std::string_view member = {};        // name of the member of the package that it is in; "" if it is in none
  std::string_view left = {};          // why it is left as a whole, or in a copy a part of its header, though it may
                                       // hold links; "" if it isn't. For documents in it, the notes of the plan say why
  std::string_view failed = {};       // a line of a stream: why it holds no document, as its answer says; "" if it does
  std::string_view unconverted = {};  // a record: why it changes, but has no conversion; "" if this is not the case
  bool changes = false;               // what is written for it is not what was read
  bool is_copied = false;             // if it doesn't change, just its bytes are written
};

struct Rewritten;

/// Sees what is done. All functions are called in the thread that calls run(), and what they throw passes through.
struct Observer {
  std::function<void(const Unit& unit)> unit = {};  // each, in the order of the input, before it is written
  std::function<void()> written = {};               // after one or several were written
  std::function<void()> flush = {};                 // before it reads what would have to be waited for
  /// Before the units of a member of a package, and after them, with what else there is to say about it.
  std::function<void(std::string_view member)> begin_member = {};
  std::function<void(const Rewritten& result)> end_member = {};
};

/// What else can be said about a run.
struct RewriterOptions {
  std::size_t threads = 1;       // that plan units, with the one that calls run()
  bool is_whole = false;         // the input is one unit, even if it could be divided
  std::string output_name = {};  // of the file that is written; "" if it is unknown
  ArchiveOptions archive = {};
};

/// An input that can't be read, or not written anew. what() says why, to be put after the name of the input: "is an ARC
/// archive, which can only be read: ...".
class BadInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Rewriter::stop() was called.
class RunStopped : public std::runtime_error {
 public:
  RunStopped() : std::runtime_error("stopped") {}
};

/// The result of a run. What concerns single units the observer was told.
struct Rewritten {
  bool changes = false;          // what was written, or would be, says something else than the input
  std::string missing = {};      // why the output lacks a part of the input; "" if it doesn't
  std::vector<Note> notes = {};  // on the input as a whole
  bool has_documents = false;    // it is a stream, and some of its lines are documents
  std::size_t records = 0;
  std::size_t conversions = 0;                 // how many conversion records were made
  std::vector<std::string> captures = {};      // lines of an index of the output, without their ends; not sorted
  std::vector<std::string> old_captures = {};  // the same for the input, if that is left unchanged
  std::size_t hidden_captures = 0;  // how many of those follow another record in their member, so that an index can't
                                    // lead to them
};

/// Rewrites inputs of any type and size as they are read: a collection (a mailbox, a list, a stream, a table, an
/// archive, the same compressed) unit by unit, in the memory that the largest unit takes; everything else as a whole.
/// A package (WACZ, EPUB) must be read at offsets: from a stream it is a BadInput.
///
///     absolve::Rewriter rewriter({.resolver = absolve::Resolver::whatwg}, {.threads = 2});
///     const bool changes = rewriter.run(read, write, {.name = "inbox.mbox"}, {.unit = [](const absolve::Unit& unit) {
///       if (unit.plan) std::cerr << unit.place.messages + 1 << ": " << unit.plan->links().size() << '\n';
///     }}).changes;
///
/// Several runs may follow one another, but only one thread at a time may use it; stop() may be called by any.
class ABSOLVE_API Rewriter {
 public:
  /// Throws std::invalid_argument if the date for new records is none.
  explicit Rewriter(Options options = {}, RewriterOptions more = {});
  ~Rewriter();
  Rewriter(const Rewriter&) = delete;
  Rewriter& operator=(const Rewriter&) = delete;

  /// Reads an input to its end. If `write` is empty, nothing is written, compressed or made; units are planned and
  /// shown to the observer. All functions are called in the calling thread; Options::on_link in those that plan, with
  /// places within the unit. If the input or a function fails, `write` still gets the end of a compressed output.
  /// Threads are started only if more than one is asked for and the input is large enough, and end before the call
  /// returns or throws. Throws BadInput, RunStopped, and what plan() and the functions throw. Linear.
  Rewritten run(const ReadFunction& read, const WriteFunction& write, const Input& input = {},
                const Observer& observer = {});
  /// The same for an input in memory.
  Rewritten run(std::string_view text, const WriteFunction& write, const Input& input = {},
                const Observer& observer = {});
  /// The same for a file, which may also be a package. Of a WACZ, the archives in which something changes become full
  /// copies, and its index and its list of files follow; of a book (EPUB), the pages and style sheets are rewritten.
  /// All other members keep their bytes. Nothing is written before all were read. If one of them can't be copied,
  /// `missing` says so, or BadInput is thrown.
  Rewritten run(const FileBytes& file, const Scratch& scratch, const WriteFunction& write, const Input& input = {},
                const Observer& observer = {});

  /// Ends the run, if there is one, within a block of bytes, or a step (Options::on_step), and each that is begun
  /// afterwards.
  void stop() noexcept;

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// Rewrites an input of any type and size as it is read: Rewriter::run(). Returns whether anything changes.
///
///     absolve::rewrite(read, write, {.name = "crawl.warc.gz"}, options);
ABSOLVE_API bool rewrite(const ReadFunction& read, const WriteFunction& write, const Input& input = {},
                         const Options& options = {});

}  // namespace absolve
