// The loop of a run over one input: its bytes are read and given to a collection, and the units that this returns are
// planned, by several threads if the input is long, and put back in order. The public Rewriter is here, too.

#include "absolve/rewriter.h"

#include <algorithm>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include "../text/date.h"
#include "../text/numbers.h"
#include "opening.h"
#include "ordered.h"
#include "package/package.h"
#include "run.h"

namespace absolve::collect {
namespace {

constexpr std::size_t least_block = std::size_t{512} << 10;   // that is read at once
constexpr std::size_t largest_block = std::size_t{16} << 20;  // of a large unit
constexpr std::size_t alone = std::size_t{256} << 10;         // a shorter input takes less time than starting threads
constexpr std::size_t batch = std::size_t{16} << 10;          // units that go through Ordered together

/// One input, from its first byte to its last.
class Run {
 public:
  Run(const RunSettings& settings, const ReadFunction& read, const WriteFunction& write, const Input& input,
      const Observer& observer)
      : settings_(settings),
        read_(read),
        output_(write, observer, settings.is_stopped),
        collection_(settings, input, write != nullptr || settings.is_made) {}

  [[nodiscard]] Rewritten run(ByteQueue begun) {
    collection_.bytes() = std::move(begun);
    try {
      put_units(settings_.more.threads);
    } catch (const RunStopped&) {
      throw;
    } catch (...) {
      output_.finish();  // so that data after it in the same file can be read
      throw;
    }
    collection_.finish(output_);
    output_.finish();
    return std::move(output_.result());
  }

 private:
  void put_units(std::size_t threads) {
    while (!collection_.is_over() && (threads <= 1 || collection_.bytes().position() < alone)) {
      if (const auto work = collection_.next(1)) put(*work);
      else if (!collection_.is_over()) read_more();
    }
    if (!collection_.is_over()) put_ordered(threads);
  }

  void put(Work& work) {
    work.plan();
    work.put(output_);
    output_.end_work();
  }

  void put_ordered(std::size_t threads) {
    const auto cut = [this] {
      auto work = collection_.next(batch);
      if (work && !work->is_passing()) work->hold();
      return work;
    };
    Ordered ordered(threads, cut, collection_.is_slow_to_cut(), settings_.options.on_step);
    ordered_ = &ordered;
    for (;;) {
      if (auto work = ordered.next(false)) {
        put_back(std::move(work));
      } else {
        if (collection_.is_over()) break;
        read_more();
        ordered.go_on();
      }
    }
    put_rest();
    ordered_ = nullptr;
  }

  void put_back(std::unique_ptr<Work> work) {
    work->put(output_);
    output_.end_work();
    ordered_->give_back(std::move(work));
  }

  /// Puts back all that was cut.
  void put_rest() {
    while (ordered_ != nullptr) {
      auto work = ordered_->next(true);
      if (!work) break;
      put_back(std::move(work));
    }
  }

  [[nodiscard]] std::size_t size_to_read() {
    const std::size_t there = collection_.bytes().view().size();
    const std::size_t wanted = collection_.wants();
    // All of a file that is one unit goes into one place.
    if (wanted > settings_.size && settings_.size > there) return at_most(settings_.size, wanted) - there;
    return std::clamp(std::min(wanted, there / 2), least_block, largest_block);
  }

  [[nodiscard]] std::span<char> space_to_read() {
    try {
      return collection_.bytes().some_space(size_to_read());
    } catch (const std::bad_alloc&) {
      throw BadInput("too large for the available memory");
    }
  }

  /// Before it waits for bytes, and if there is an error, everything before is answered.
  void read_more() {
    if (settings_.is_stopped) throw RunStopped();
    if (read_ == nullptr) return collection_.end();
    const std::span<char> space = space_to_read();
    std::size_t got = 0;
    try {
      got = read_(space);
    } catch (...) {
      put_rest();
      throw;
    }
    if (got == would_wait) {
      put_rest();
      output_.flush();
      got = read_(space);
    }
    if (got == would_wait) throw std::invalid_argument("read would wait twice: the second time it must wait");
    if (got > space.size()) throw std::invalid_argument("read returned more than it was asked for");
    collection_.bytes().add(got);
    if (got == 0) collection_.end();
  }

  const RunSettings& settings_;
  const ReadFunction& read_;
  Output output_;
  Opening collection_;
  Ordered* ordered_ = nullptr;  // while it runs
};

}  // namespace

Rewritten run(const RunSettings& settings, ByteQueue begun, const ReadFunction& read, const WriteFunction& write,
              const Input& input, const Observer& observer) {
  return Run(settings, read, write, input, observer).run(std::move(begun));
}

}  // namespace absolve::collect

namespace absolve {

class Rewriter::State {
 public:
  /// `run` does it with these settings.
  template <class Run>
  Rewritten run(bool writes, const Input& input, const Run& run) {
    originals.forget();  // of a run that failed
    std::optional<Input> archive;
    if (more.archive.range != ArchiveRange()) {
      archive = input;  // in the middle of one, nothing shows that
      if (input.known_type() == Type::automatic) archive->type = Type::warc;
      if (archive->known_type() != Type::warc) throw BadInput("is no web archive, and only these have ranges");
    }
    Rewritten result = run(collect::RunSettings{options, more, originals, is_stopped}, archive ? *archive : input);
    if (writes && result.missing.empty()) originals.keep();
    return result;
  }

  Options options;
  RewriterOptions more;
  Originals originals = {};  // of the archives so far
  std::atomic<bool> is_stopped = false;
};

Rewriter::Rewriter(Options options, RewriterOptions more) : state_(new State{std::move(options), std::move(more)}) {
  const std::string& date = state_->more.archive.date;
  if (!date.empty() && !is_date(date)) {
    throw std::invalid_argument("date: '" + date + "' is not a time, such as 2026-01-02T03:04:05Z");
  }
  // A unit may be large, and take long.
  state_->options.on_step = [&is_stopped = state_->is_stopped, step = std::move(state_->options.on_step)] {
    if (is_stopped) throw RunStopped();
    if (step) step();
  };
}
Rewriter::~Rewriter() = default;

Rewritten Rewriter::run(const ReadFunction& read, const WriteFunction& write, const Input& input,
                        const Observer& observer) {
  return state_->run(write != nullptr, input, [&](const collect::RunSettings& settings, const Input& what) {
    return collect::run(settings, {}, read, write, what, observer);
  });
}

Rewritten Rewriter::run(std::string_view text, const WriteFunction& write, const Input& input,
                        const Observer& observer) {
  return state_->run(write != nullptr, input, [&](const collect::RunSettings& settings, const Input& what) {
    return collect::run(settings, ByteQueue(text), nullptr, write, what, observer);
  });
}

Rewritten Rewriter::run(const FileBytes& file, const Scratch& scratch, const WriteFunction& write, const Input& input,
                        const Observer& observer) {
  return state_->run(write != nullptr, input, [&](const collect::RunSettings& settings, const Input& what) {
    return collect::run_file(settings, file, scratch, write, what, observer);
  });
}

void Rewriter::stop() noexcept { state_->is_stopped = true; }

bool rewrite(const ReadFunction& read, const WriteFunction& write, const Input& input, const Options& options) {
  return Rewriter(options).run(read, write, input).changes;
}

}  // namespace absolve
