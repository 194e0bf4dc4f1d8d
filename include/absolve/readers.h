#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "absolve/container.h"
#include "absolve/export.h"

namespace absolve {

/// Cuts an input into pieces as it arrives. Memory: one or two times the largest piece. Each piece is planned by
/// itself, all but the first with Input::continues. Linear. Only one thread at a time may use it. (For archives:
/// ArchiveReader in archive.h.)
///
///     absolve::MailboxReader messages([&](std::span<char> space) { return read_some(space); });
///     absolve::Input input{.type = absolve::Type::mbox};
///     while (const auto message = messages.next()) {
///       absolve::plan(*message, input).for_each_piece(write);
///       input.continues = true;
///     }
///
/// Once it has been moved from, it may only be assigned to or destroyed.
class ABSOLVE_API PieceReader {
 public:
  /// Reads up to space.size() bytes of the input into `space`; returns how many, 0 at its end. What it throws passes
  /// through.
  using Read = std::function<std::size_t(std::span<char> space)>;

  /// `container`: mailbox, lines or records; any other: all of the input is one piece.
  PieceReader(Container container, Read read);
  ~PieceReader();
  PieceReader(PieceReader&& other) noexcept;
  PieceReader& operator=(PieceReader&& other) noexcept;

  /// The next piece with its frame (container.h), valid until the next call; nullopt: the input has ended. All pieces
  /// together make up the input.
  [[nodiscard]] std::optional<std::string_view> next();

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// Cuts a mailbox into messages (Type::mbox).
class MailboxReader : public PieceReader {
 public:
  explicit MailboxReader(Read read) : PieceReader(Container::mailbox, std::move(read)) {}
};

/// Cuts a list into lines (Type::uris, pairs, jsonl). Each piece holds as many whole lines as one read returns, so that
/// a program that waits for the answer to a line gets it.
class LineReader : public PieceReader {
 public:
  explicit LineReader(Read read) : PieceReader(Container::lines, std::move(read)) {}
};

}  // namespace absolve
