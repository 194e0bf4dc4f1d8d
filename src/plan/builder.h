#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "../codec/codec.h"
#include "../find/finding.h"
#include "../text/strings.h"
#include "../url/scopes.h"
#include "data.h"

namespace absolve::inline detail {

/// What a path leads to, from the input.
enum class LocalFile : std::uint8_t { none, copy, renamed_copy };

/// A plan under construction.
class PlanBuilder {
 public:
  PlanBuilder(std::string_view source, const Input& input, const Options& options);
  /// The plan will own the source.
  PlanBuilder(std::string&& source, const Input& input, const Options& options);

  /// The source is compressed: the text of this codec is read instead.
  void read_compressed(ContentCoding coding, std::unique_ptr<const codec::Codec> codec);

  [[nodiscard]] const Input& input() const noexcept { return input_; }
  [[nodiscard]] const Options& options() const noexcept { return options_; }
  /// All that a plan holds.
  [[nodiscard]] static const Plan::Data& data_of(const Plan& plan) noexcept { return *plan.data_; }
  /// What a finder is asked for that reads a value, of which no more is known.
  [[nodiscard]] Request request() const { return {.input = input_, .options = options_}; }
  /// Decompressed, if it was compressed.
  [[nodiscard]] std::string_view source() const noexcept { return data_->source; }

  /// Options::attributes, with names that are valid as long as the plan.
  [[nodiscard]] std::span<const OwnAttribute> attributes() const noexcept { return attributes_; }

  [[nodiscard]] std::vector<Link>& links() noexcept { return data_->links; }
  [[nodiscard]] std::vector<Document>& documents() noexcept { return data_->documents; }
  [[nodiscard]] std::vector<Part>& parts() noexcept { return data_->parts; }
  [[nodiscard]] Scopes& scopes() noexcept { return data_->scopes; }
  /// How many questions Options::on_link was asked before.
  [[nodiscard]] std::size_t next_question() noexcept { return questions_++; }
  void note(Note note) { data_->notes.push_back(std::move(note)); }
  void set_record(RecordName record) { data_->record = std::move(record); }
  void set_type(Type type) noexcept { data_->type = type; }
  /// Adds edits of the source, which come after all edits so far.
  void add(std::vector<Edit> edits);

  // Text that is kept as long as the plan lives.
  [[nodiscard]] Strings strings() noexcept { return Strings(data_->strings); }
  [[nodiscard]] std::string_view keep(std::string_view text) { return strings().keep(text); }
  [[nodiscard]] const std::vector<std::unique_ptr<const codec::Codec>>& codecs() const noexcept {
    return data_->codecs;
  }
  const codec::Codec& keep(std::unique_ptr<const codec::Codec> codec) {
    return *data_->codecs.emplace_back(std::move(codec));
  }

  /// What Input::is_local_copy and is_renamed_copy say, each called only once for each path.
  [[nodiscard]] LocalFile local_file(const std::string& path);

  /// The plan as it is so far. Its documents have no offsets if the finished plan will have none.
  [[nodiscard]] const Plan& unfinished();

  /// Counts bytes that the plan adds to its source; false if they have exceeded the limit.
  bool grow(std::size_t bytes) noexcept;
  [[nodiscard]] bool may_grow() const noexcept;

  /// How far the plan has come, so that go_back() can return to this point.
  struct Mark {
    std::size_t links;
    std::size_t documents;
    std::size_t parts;
    std::uint64_t grown;
  };
  [[nodiscard]] Mark mark() const noexcept;
  void go_back(const Mark& mark);

  [[nodiscard]] Plan finish();

 private:
  void compress();
  void forget_offsets_of_documents();
  void forget_places();

  const Input& input_;
  const Options& options_;
  Plan::Data* data_;
  Plan plan_;  // owns it
  std::vector<OwnAttribute> attributes_;
  std::size_t questions_ = 0;
  std::unordered_map<std::string, LocalFile> local_files_;  // by path
  std::uint64_t grown_ = 0;
  std::size_t size_;                          // of the source, as it is, compressed or not
  const codec::Codec* compressed_ = nullptr;  // the codec of a compressed source; otherwise nullptr
};

}  // namespace absolve::inline detail
