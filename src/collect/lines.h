// Opening makes Lines for a list, a stream or a table that can be divided; if that is compressed, they are inside a
// Packed.

#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string_view>

#include "../text/limits.h"
#include "absolve/input.h"
#include "collection.h"
#include "pieces.h"

namespace absolve::collect {

/// A list line by line, a stream document by document, a table row by row: a document is a unit, and so are the lines
/// between two documents.
class Lines final : public Collection {
 public:
  /// `is_whole` means that all lines are taken at once. A line of more than `longest` bytes is passed over.
  Lines(Container container, Input what, const Options& options, bool is_whole,
        std::size_t longest = limits::document_line);

  [[nodiscard]] ByteQueue& bytes() override { return queue_; }
  void end() override { has_ended_ = true; }
  [[nodiscard]] std::unique_ptr<Work> next(std::size_t size) override;
  [[nodiscard]] bool is_over() const noexcept override { return is_over_; }
  void finish(Output& output) override;

 private:
  class LineWork;
  class Block;

  [[nodiscard]] bool read_columns();
  [[nodiscard]] std::unique_ptr<Work> block();
  [[nodiscard]] std::string_view too_long() const noexcept;

  ByteQueue queue_;
  const Type type_;
  const Options& options_;
  const bool is_whole_;
  const std::size_t longest_;
  Container container_;
  Cutter cutter_;
  ContinuedInput what_;
  SourcePlace place_;       // of the next lines
  std::size_t passed_ = 0;  // bytes at the front of the queue that are cut
  bool has_ended_ = false;
  bool is_over_ = false;
  bool knows_columns_;
  bool is_too_long_ = false;  // the line that is passed block by block
  bool is_told_ = false;      // that it is

  std::atomic<bool> has_url_;   // a line has the member that FieldNames::url names, or nobody asked for it
  std::atomic<bool> has_base_;  // the same for FieldNames::base
  std::size_t documents_without_base_ = 0;
  std::size_t links_without_base_ = 0;
  std::size_t documents_with_values_left_ = 0;  // NoteCode::values_left
  std::size_t references_ = 0;                  // outside of documents
  std::size_t references_without_base_ = 0;
};

}  // namespace absolve::collect
