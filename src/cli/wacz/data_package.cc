#include "data_package.h"

#include <algorithm>
#include <utility>

#include "../../text/json.h"

namespace absolve::cli {
namespace {

using json::Token;
using Kind = Token::Kind;

/// A range of a text in JSON.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The value of a member `hash`, or else `bytes`.
struct Value {
  Range range;
  bool is_hash;
};

/// An element of `resources`.
struct Resource {
  Range all;
  std::string path;
  std::vector<Value> values;
};

/// What a token is, with the quotes of a string.
Range range_of(const Token& token) noexcept {
  const std::size_t quote = token.kind == Kind::string ? 1 : 0;
  return {token.begin - quote, token.end + quote};
}

/// Reads the resources of a package.
///
///     {"profile": "data-package", "resources": [{"path": "archive/a.warc.gz", "hash": "sha256:...", "bytes": 5}, ...]}
///     1                                        23                                                              level
class ResourceReader {
 public:
  explicit ResourceReader(std::string_view text) : text_(text), reader_(text) {}

  /// Returns whether there are such.
  [[nodiscard]] bool read() {
    while (const auto token = reader_.next()) take(*token);
    return reader_.is_valid() && list_;
  }

  [[nodiscard]] const std::vector<Resource>& resources() const noexcept { return resources_; }
  /// Where the array begins, behind its bracket.
  [[nodiscard]] std::size_t begin() const noexcept { return list_->begin; }

 private:
  void take(const Token& token) {
    const int step = json::step(token.kind);
    if (step < 0) {
      if (level_ == 3 && is_in_list_) resources_.back().all.end = token.end;
      if (level_ == 2) is_in_list_ = false;
      --level_;
      return;
    }
    if (token.kind == Kind::key) {
      key_ = json::decode_string(text_.substr(token.begin, token.end - token.begin), scratch_);
    } else if (level_ == 1 && key_ == "resources" && token.kind == Kind::begin_array && !list_) {
      list_ = Range{token.end, token.end};
      is_in_list_ = true;
    } else if (level_ == 2 && is_in_list_) {
      Resource& added = resources_.emplace_back();
      added.all = range_of(token);
    } else if (level_ == 3 && is_in_list_ && step == 0) {
      take_member(token);
    }
    level_ += step;
  }

  void take_member(const Token& token) {
    Resource& resource = resources_.back();
    if (key_ == "hash" || key_ == "bytes") resource.values.push_back({range_of(token), key_ == "hash"});
    if (key_ != "path" || token.kind != Kind::string) return;
    std::string scratch;
    resource.path = json::decode_string(text_.substr(token.begin, token.end - token.begin), scratch);
  }

  std::string_view text_;
  json::Reader reader_;
  int level_ = 0;
  std::string key_;
  std::string scratch_;
  bool is_in_list_ = false;
  std::optional<Range> list_;
  std::vector<Resource> resources_;
};

std::string hash_of(const PackageFile& file) { return "\"sha256:" + file.sha256 + "\""; }

std::string resource_of(const PackageFile& file) {
  std::string text = R"({"name": )";
  json::append_string(text, std::string_view(file.path).substr(file.path.rfind('/') + 1));
  text += R"(, "path": )";
  json::append_string(text, file.path);
  return text + R"(, "hash": )" + hash_of(file) + R"(, "bytes": )" + std::to_string(file.size) + "}";
}

/// Writes a package anew, and copies what does not change.
class PackageWriter {
 public:
  PackageWriter(std::string_view text, const ResourceReader& package, std::vector<PackageFile> changed,
                std::vector<std::string> removed, const PackageFile& index)
      : text_(text),
        resources_(package.resources()),
        begin_(package.begin()),
        changed_(std::move(changed)),
        removed_(std::move(removed)),
        index_(index) {
    std::ranges::sort(changed_, {}, &PackageFile::path);
    std::ranges::sort(removed_);
  }

  [[nodiscard]] std::string write() {
    bool has_index = std::ranges::any_of(resources_, [&](const Resource& one) { return one.path == index_.path; });
    std::size_t end_of_kept = begin_;  // where the last one ends that stays
    bool keeps_any = false;
    bool goes_before = false;  // those behind that, up to the one at hand, go
    std::size_t first_to_go = 0;
    for (std::size_t i = 0; i < resources_.size(); ++i) {
      const Resource& one = resources_[i];
      const bool goes = std::ranges::binary_search(removed_, one.path) && one.path != index_.path;
      if (goes && std::exchange(has_index, true)) {
        if (!std::exchange(goes_before, true)) first_to_go = i;
        continue;
      }
      // Those that go take the comma behind them along, or, at the end, the one before them.
      if (goes_before) replace({resources_[first_to_go].all.begin, one.all.begin}, "");
      goes_before = false;
      if (goes) replace(one.all, resource_of(index_));
      else change(one);
      end_of_kept = one.all.end;
      keeps_any = true;
    }
    if (goes_before) replace({end_of_kept, resources_.back().all.end}, "");
    if (!has_index) replace({end_of_kept, end_of_kept}, (keeps_any ? ", " : "") + resource_of(index_));
    return std::move(result_.append(text_.substr(written_)));
  }

 private:
  /// Writes something else for what is there. Ranges follow one another.
  void replace(Range range, std::string_view by) {
    result_.append(text_.substr(written_, range.begin - written_)).append(by);
    written_ = range.end;
  }

  void change(const Resource& one) {
    const PackageFile* file = one.path == index_.path ? &index_ : nullptr;
    const auto found = std::ranges::lower_bound(changed_, one.path, {}, &PackageFile::path);
    if (found != changed_.end() && found->path == one.path) file = &*found;
    if (file == nullptr) return;
    for (const Value& value : one.values)
      replace(value.range, value.is_hash ? hash_of(*file) : std::to_string(file->size));
  }

  std::string_view text_;
  const std::vector<Resource>& resources_;
  std::size_t begin_;
  std::vector<PackageFile> changed_;
  std::vector<std::string> removed_;
  const PackageFile& index_;
  std::string result_;
  std::size_t written_ = 0;  // of the text
};

}  // namespace

std::optional<std::string> data_package_with(std::string_view text, std::vector<PackageFile> changed,
                                             std::vector<std::string> removed, const PackageFile& index) {
  ResourceReader package(text);
  if (!package.read()) return std::nullopt;
  return PackageWriter(text, package, std::move(changed), std::move(removed), index).write();
}

std::string digest_of_package(std::string_view sha256) {
  return R"({"path": "datapackage.json", "hash": "sha256:)" + std::string(sha256) + "\"}\n";
}

bool is_signed(std::string_view digest_of_package) {
  json::Reader reader(digest_of_package);
  int level = 0;
  std::string scratch;
  while (const auto token = reader.next()) {
    const std::string_view raw = digest_of_package.substr(token->begin, token->end - token->begin);
    if (level == 1 && token->kind == Kind::key && json::decode_string(raw, scratch) == "signedData") return true;
    level += json::step(token->kind);
  }
  return false;
}

}  // namespace absolve::cli
