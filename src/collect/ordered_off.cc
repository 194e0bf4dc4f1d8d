// For a build without threads (ABSOLVE_THREADS): the calling thread cuts and plans one unit after the other.

#include <utility>

#include "ordered.h"

namespace absolve::collect {

class Ordered::State {
 public:
  Cut cut;
};

Ordered::Ordered(std::size_t, Cut cut, bool, Callable<void()>) : state_(new State{std::move(cut)}) {}
Ordered::~Ordered() = default;

std::unique_ptr<Work> Ordered::next(bool is_rest) {
  if (is_rest) return nullptr;  // nothing was cut ahead
  auto work = state_->cut();
  if (work) work->plan();
  return work;
}

void Ordered::give_back(std::unique_ptr<Work>) {}
void Ordered::go_on() {}

}  // namespace absolve::collect
