#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../inputs/open_input.h"
#include "../inputs/pieces.h"
#include "absolve/input.h"
#include "input_queue.h"
#include "plan_size.h"

namespace absolve::cli {

/// What the pieces of one input are: all but the first continue it.
class ContinuedInput {
 public:
  explicit ContinuedInput(Input what) : first_(std::move(what)), further_(first_) { further_.continues = true; }

  [[nodiscard]] const Input& at(const SourcePlace& place) const noexcept {
    return place.bytes == 0 ? first_ : further_;
  }

 private:
  Input first_;
  Input further_;
};

/// How many bytes the result for a piece holds, for PieceRun.
[[nodiscard]] inline std::size_t size_of(const std::unique_ptr<Plan>& plan) noexcept {
  return plan ? size_of(*plan) : 0;
}

/// An input that is read piece by piece. The result for each piece, such as its plan, is taken in order. If there is
/// much to read, several threads work on it (PartQueue). A program that waits for an answer before it writes more to
/// the input still gets it.
template <class Made>
class PieceRun {
 public:
  struct Piece {
    std::string_view text;
    SourcePlace place;
    bool was_too_long = false;  // Pieces::was_too_long()
  };
  /// Called by several threads at the same time. The piece stays valid until the result was taken.
  using Make = std::function<Made(const Piece& piece)>;
  using Take = std::function<void(const Piece& piece, Made&& made)>;

  /// `pass`: as for Pieces. `flush`: called before it waits for more input; nullptr: nothing needs to be done then.
  PieceRun(OpenInput& input, Container container, std::size_t max_size, Pieces::Pass pass, std::function<void()> flush)
      : queue_(input, std::move(flush)), pieces_(input, container, max_size, in_its_turn(std::move(pass))) {}

  /// Throws what reading, making and taking throw.
  void run(std::size_t threads, const Make& make, const Take& take) {
    // A short input takes less time than starting other threads.
    while (threads == 1 || pieces_.place().bytes < alone) {
      const auto piece = read();
      if (!piece) return;
      take(*piece, make(*piece));
    }
    queue_.run(
        threads, [this] { return read_batch(); },
        [&](Batch& batch) {
          for (const Piece& piece : batch.pieces) {
            batch.made.push_back(make(piece));
            batch.size_of_made += size_of(batch.made.back());
          }
        },
        [&](Batch& batch) {
          for (std::size_t i = 0; i < batch.pieces.size(); ++i) take(batch.pieces[i], std::move(batch.made[i]));
        });
  }

 private:
  static constexpr std::size_t alone = std::size_t{256} << 10;
  static constexpr std::size_t batch_size = std::size_t{128} << 10;

  /// Pieces that go through the queue together, as each may be short.
  struct Batch {
    std::unique_ptr<std::string> text;  // the text of all pieces
    std::vector<Piece> pieces;
    std::vector<Made> made = {};
    std::size_t size_of_made = 0;

    [[nodiscard]] std::size_t size() const noexcept { return text->size() + size_of_made; }
    [[nodiscard]] static bool is_read_on() noexcept { return false; }
  };

  /// Bytes that are skipped are handed over after everything that was read before.
  [[nodiscard]] Pieces::Pass in_its_turn(Pieces::Pass pass) {
    if (!pass) return pass;
    return [this, pass = std::move(pass)](std::string_view bytes) {
      queue_.wait_for_taking();
      pass(bytes);
    };
  }

  /// The next piece, valid until one more is read. The first one may be empty.
  [[nodiscard]] std::optional<Piece> read() {
    if (has_ended_) return std::nullopt;
    const std::string_view text = pieces_.next();
    has_ended_ = text.empty();
    if (text.empty() && !pieces_.place().is_first() && !pieces_.was_too_long()) return std::nullopt;
    return Piece{text, pieces_.place(), pieces_.was_too_long()};
  }

  [[nodiscard]] std::optional<Batch> read_batch() {
    Batch batch{std::make_unique<std::string>(), {}};
    std::vector<std::size_t> ends;
    do {
      const auto piece = read();
      if (!piece) break;
      batch.text->append(piece->text);
      ends.push_back(batch.text->size());
      batch.pieces.push_back(*piece);
    } while (batch.text->size() < batch_size && pieces_.has_next());
    std::size_t begin = 0;
    for (std::size_t i = 0; i < ends.size(); begin = ends[i++]) {
      batch.pieces[i].text = std::string_view(*batch.text).substr(begin, ends[i] - begin);
    }
    return batch.pieces.empty() ? std::nullopt : std::optional(std::move(batch));
  }

  InputQueue<Batch> queue_;
  Pieces pieces_;
  bool has_ended_ = false;
};

}  // namespace absolve::cli
