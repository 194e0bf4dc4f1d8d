// A plan under construction, to which all pieces of an input add.
//
// Rounds: go_back() removes what was added since mark(). This doesn't apply to notes: they wait in the tree until its
// last round is over. Growth: bytes are counted before they are written, and limited to 64 MiB and 100 times the
// source, since a long base before each of many short references would make the output quadratic in the input.
// Compression: of a compressed source, the decompressed text is planned; in finish(), the edits become a single edit of
// the whole source, and offsets are removed, since a place in the text has no place in the source.

#include "builder.h"

#include "../text/ascii.h"
#include "../text/growth.h"

namespace absolve::inline detail {

PlanBuilder::PlanBuilder(std::string_view source, const Input& input, const Options& options)
    : input_(input),
      options_(options),
      data_(new Plan::Data),
      plan_(std::unique_ptr<Plan::Data>(data_)),
      size_(source.size()) {
  data_->source = source;
  data_->scopes = Scopes(options.resolver);
  for (const AttributeSyntax& one : options.attributes) {
    const Rule rule{keep(lower_case(one.element)), keep(lower_case(one.attribute)), Against::document, Empty::no_fetch};
    attributes_.push_back({rule, one.syntax});
  }
}

PlanBuilder::PlanBuilder(std::string&& source, const Input& input, const Options& options)
    : PlanBuilder(std::string_view(), input, options) {
  size_ = source.size();
  data_->own_source = std::move(source);
  data_->source = data_->own_source;
}

LocalFile PlanBuilder::local_file(const std::string& path) {
  const auto [known, is_new] = local_files_.try_emplace(path, LocalFile::none);
  if (is_new && input_.is_local_copy(path)) {
    const bool is_renamed = input_.is_renamed_copy && input_.is_renamed_copy(path);
    known->second = is_renamed ? LocalFile::renamed_copy : LocalFile::copy;
  }
  return known->second;
}

bool PlanBuilder::grow(std::size_t bytes) noexcept {
  grown_ += bytes;
  return may_grow();
}

bool PlanBuilder::may_grow() const noexcept { return grown_ <= max_growth(size_); }

void PlanBuilder::add(std::vector<Edit> edits) {
  if (data_->edits.empty()) data_->edits = std::move(edits);
  else data_->edits.insert(data_->edits.end(), edits.begin(), edits.end());
}

PlanBuilder::Mark PlanBuilder::mark() const noexcept {
  return {data_->links.size(), data_->documents.size(), data_->parts.size(), grown_};
}

void PlanBuilder::go_back(const Mark& mark) {
  const auto cut = [](auto& list, std::size_t size) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(size), list.end());
  };
  cut(data_->links, mark.links);
  cut(data_->documents, mark.documents);
  cut(data_->parts, mark.parts);
  grown_ = mark.grown;
}

void PlanBuilder::read_compressed(ContentCoding coding, std::unique_ptr<const codec::Codec> codec) {
  data_->content_coding = coding;
  compressed_ = &keep(std::move(codec));
  data_->source = compressed_->text();
}

/// Turns the plan of the decompressed text into a plan of the compressed source.
void PlanBuilder::compress() {
  data_->source = compressed_->outer();
  Strings kept = strings();
  data_->edits = compressed_->encode(data_->edits, kept);
}

const Plan& PlanBuilder::unfinished() {
  forget_offsets_of_documents();
  return plan_;
}

void PlanBuilder::forget_offsets_of_documents() {
  if (!compressed_ && !input_.is_inside) return;
  for (Document& document : data_->documents) document.offset.reset();
}

void PlanBuilder::forget_places() {
  forget_offsets_of_documents();
  for (Note& note : data_->notes) note.offset.reset();
  for (Part& part : data_->parts) {
    for (Candidate& heading : part.headings) heading.offset.reset();
  }
  data_->scopes.forget_offsets();
}

Plan PlanBuilder::finish() {
  if (compressed_) compress();
  if (compressed_ || input_.is_inside) forget_places();
  return std::move(plan_);
}

}  // namespace absolve::inline detail
