#include "pieces.h"

#include <string>
#include <utility>
#include <vector>

#include "../text/byte_sets.h"
#include "absolve/plan.h"
#include "plan_size.h"

namespace absolve::collect {

std::size_t lines_in(std::string_view bytes) noexcept { return count_in_set<Bytes<'\n'>>(bytes); }

std::optional<std::size_t> Cutter::size_of_piece(std::string_view text, std::size_t at, bool has_ended) {
  text.remove_prefix(at);
  for (;;) {
    const Window window = next_window(container_, seen_);
    if (text.size() < window.min && !has_ended) return std::nullopt;
    if (const auto piece = next_piece(container_, text, window.at, has_ended)) {
      seen_ = 0;
      return piece->next;
    }
    seen_ = text.size();
  }
}

SourcePlace Cutter::after(SourcePlace place, std::string_view piece) const noexcept {
  const bool is_counted = container_ != Container::none && container_ != Container::blocks;
  if (is_counted) place.lines += lines_in(piece);
  place.messages += container_ == Container::mailbox && !piece.empty() ? 1 : 0;
  place.bytes += piece.size();
  return place;
}

/// Some pieces that follow one another.
class Pieces::PieceWork final : public Work {
 public:
  PieceWork(const Pieces& pieces) : pieces_(pieces) {}

  void add(std::string_view text, const SourcePlace& place) {
    text_ = {text_.empty() ? text.data() : text_.data(), text_.size() + text.size()};
    units_.push_back({text, place});
  }

  void hold() override {
    held_ = text_;
    std::size_t at = 0;
    for (One& one : units_) {
      one.text = std::string_view(held_).substr(at, one.text.size());
      at += one.text.size();
    }
    text_ = held_;
  }
  void plan() override {
    for (One& one : units_) {
      one.plan.emplace(absolve::plan(one.text, pieces_.what_.at(one.place), pieces_.options_));
    }
  }
  void put(Output& output) override {
    for (const One& one : units_) {
      output.show({.place = one.place,
                   .text = one.text,
                   .plan = &*one.plan,
                   .changes = !one.plan->edits().empty(),
                   .is_copied = true});
      if (output.writes()) one.plan->for_each_piece([&](std::string_view bytes) { output.write(bytes); });
    }
  }
  [[nodiscard]] std::size_t size() const noexcept override {
    std::size_t size = text_.size();
    for (const One& one : units_) size += one.plan ? size_of(*one.plan) : 0;
    return size;
  }

 private:
  struct One {
    std::string_view text;
    SourcePlace place;
    std::optional<Plan> plan = {};
  };

  const Pieces& pieces_;
  std::string held_;
  std::string_view text_;  // of all pieces
  std::vector<One> units_;
};

std::unique_ptr<Work> Pieces::next(std::size_t size) {
  queue_.pass(std::exchange(passed_, 0));
  std::unique_ptr<PieceWork> work;
  const std::string_view text = queue_.view();
  while (!is_over_ && (!work || passed_ < size)) {
    const auto next = cutter_.size_of_piece(text, passed_, has_ended_);
    if (!next) break;
    is_over_ = has_ended_ && passed_ + *next == text.size();
    if (*next == 0 && place_.bytes > 0) break;
    if (!work) work = std::make_unique<PieceWork>(*this);
    const std::string_view piece = text.substr(passed_, *next);
    work->add(piece, place_);
    place_ = cutter_.after(place_, piece);
    passed_ += *next;
  }
  return work;
}

std::size_t Pieces::wants() const noexcept {
  const std::size_t there = queue_.view().size() - passed_;
  return cutter_.wants() - std::min(there, cutter_.wants() - 1);
}

}  // namespace absolve::collect
