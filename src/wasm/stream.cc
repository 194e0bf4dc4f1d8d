#include "stream.h"

#include <algorithm>
#include <utility>

#include "host.h"

namespace absolve::wasm {

Stream::Stream(InputAndOptions meant, RewriterOptions more)
    : meant_(std::move(meant)),
      more_(std::move(more)),
      write_(write),
      observer_{.unit = [this](const Unit& unit) { notes_.pass_on(unit, &tell); }},
      output_(write_, observer_, is_stopped_),
      opening_(settings_, meant_.input, true) {}

void Stream::add(std::string_view bytes) {
  std::ranges::copy(bytes, opening_.bytes().space(bytes.size()).begin());
  opening_.bytes().add(bytes.size());
  put_units();
}

void Stream::end() {
  opening_.end();
  put_units();
  opening_.finish(output_);
  output_.finish();
  const Rewritten& result = output_.result();
  for (const Note& note : result.notes) tell(note, {});
  if (!result.missing.empty()) throw BadInput("the output lacks a part of the input: " + result.missing);
}

void Stream::put_units() {
  while (const auto work = opening_.next(1)) {
    work->plan();
    work->put(output_);
    output_.end_work();
  }
}

}  // namespace absolve::wasm
