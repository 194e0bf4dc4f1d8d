// The JSON is not made anew. ResourceReader finds the ranges of what may change, and PackageWriter copies the text
// around these.

#include "data_package.h"

#include <algorithm>
#include <utility>

#include "../../text/json.h"
#include "../../text/last_name.h"

namespace absolve::collect {
namespace {

using json::Token;
using Kind = Token::Kind;

/// A range of a JSON text.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The value of a member `hash`, or else `bytes`.
struct Value {
  enum class Kind : std::uint8_t { bytes, hash, hash_alone };  // hash_alone: SHA-256 without the name of the algorithm

  Range range;
  Kind kind;
};

/// An element of `resources`.
struct Resource {
  Range all;
  std::string path;
  std::vector<Value> values;

  [[nodiscard]] bool has_hash() const {
    return std::ranges::any_of(values, [](const Value& value) { return value.kind != Value::Kind::bytes; });
  }
};

/// The range of a token, including the quotes of a string.
Range range_of(const Token& token) noexcept {
  const std::size_t quote = token.kind == Kind::string ? 1 : 0;
  return {token.begin - quote, token.end + quote};
}

/// Reads the resources of a package.
///
///     {"profile": "data-package", "resources": [{"path": "archive/a.warc.gz", "hash": "sha256:...", "bytes": 5}, ...]}
///     1                                        23                                                              level
///
/// In early versions of Data Package, `hash` and `bytes` are members of `stats` in a resource.
class ResourceReader {
 public:
  explicit ResourceReader(std::string_view text) : text_(text), reader_(text) {}

  /// Returns whether there is exactly one array `resources`.
  [[nodiscard]] bool read() {
    while (const auto token = reader_.next()) consume(*token);
    return reader_.is_valid() && list_ && !has_more_lists_;
  }

  [[nodiscard]] const std::vector<Resource>& resources() const noexcept { return resources_; }
  /// Where the array begins, after its bracket.
  [[nodiscard]] std::size_t begin() const noexcept { return list_->begin; }

 private:
  void consume(const Token& token) {
    const int step = json::step(token.kind);
    if (step < 0) {
      if (level_ == 3 && is_in_list_) resources_.back().all.end = token.end;
      if (level_ == 2) is_in_list_ = false;
      if (level_ == 4) is_in_stats_ = false;
      --level_;
      return;
    }
    if (token.kind == Kind::key) {
      key_ = json::decode_string(text_.substr(token.begin, token.end - token.begin), scratch_);
    } else if (level_ == 1 && key_ == "resources") {
      has_more_lists_ = list_.has_value();
      is_in_list_ = token.kind == Kind::begin_array && !has_more_lists_;
      if (is_in_list_) list_ = Range{token.end, token.end};
    } else if (level_ == 2 && is_in_list_) {
      Resource& added = resources_.emplace_back();
      added.all = range_of(token);
    } else if (level_ == 3 && is_in_list_ && step == 0) {
      read_member(token);
    } else if (level_ == 3 && is_in_list_) {
      is_in_stats_ = token.kind == Kind::begin_object && key_ == "stats";
    } else if (level_ == 4 && is_in_stats_ && step == 0) {
      read_value(token);
    }
    level_ += step;
  }

  void read_member(const Token& token) {
    read_value(token);
    if (key_ == "path" && token.kind == Kind::string) resources_.back().path = decoded(token);
  }

  void read_value(const Token& token) {
    constexpr std::size_t sha256_size = 64;  // in Base16
    std::vector<Value>& values = resources_.back().values;
    if (key_ == "bytes") values.push_back({range_of(token), Value::Kind::bytes});
    if (key_ != "hash") return;
    const std::string hash = token.kind == Kind::string ? decoded(token) : "";
    const bool is_alone = hash.size() == sha256_size && hash.find(':') == std::string::npos;
    values.push_back({range_of(token), is_alone ? Value::Kind::hash_alone : Value::Kind::hash});
  }

  [[nodiscard]] std::string decoded(const Token& token) const {
    std::string scratch;
    return std::string(json::decode_string(text_.substr(token.begin, token.end - token.begin), scratch));
  }

  std::string_view text_;
  json::Reader reader_;
  int level_ = 0;
  std::string key_;
  std::string scratch_;
  bool is_in_list_ = false;
  bool is_in_stats_ = false;
  bool has_more_lists_ = false;
  std::optional<Range> list_;
  std::vector<Resource> resources_;
};

std::string hash_of(const PackageFile& file) { return "\"sha256:" + file.sha256 + "\""; }

std::string resource_of(const PackageFile& file) {
  std::string text = R"({"name": )";
  json::append_string(text, last_name(file.path));
  text += R"(, "path": )";
  json::append_string(text, file.path);
  return text + R"(, "hash": )" + hash_of(file) + R"(, "bytes": )" + std::to_string(file.size) + "}";
}

/// Writes a package with changes, copying everything else.
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
    std::size_t end_of_kept = begin_;  // where the last resource ends that is kept
    bool keeps_any = false;
    bool goes_before = false;  // those after it, up to the current one, are removed
    std::size_t first_to_go = 0;
    for (std::size_t i = 0; i < resources_.size(); ++i) {
      const Resource& one = resources_[i];
      const bool goes = std::ranges::binary_search(removed_, one.path) && one.path != index_.path;
      if (goes && std::exchange(has_index, true)) {
        if (!std::exchange(goes_before, true)) first_to_go = i;
        continue;
      }
      // Removed resources are removed with the comma after them or, at the end, the one before them.
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
  /// Replaces a range. Ranges must be in order.
  void replace(Range range, std::string_view by) {
    result_.append(text_.substr(written_, range.begin - written_)).append(by);
    written_ = range.end;
  }

  void change(const Resource& one) {
    const PackageFile* file = one.path == index_.path ? &index_ : nullptr;
    const auto found = std::ranges::lower_bound(changed_, one.path, {}, &PackageFile::path);
    if (found != changed_.end() && found->path == one.path) file = &*found;
    if (file == nullptr) return;
    for (const Value& value : one.values) {
      switch (value.kind) {
        case Value::Kind::bytes: replace(value.range, std::to_string(file->size)); break;
        case Value::Kind::hash: replace(value.range, hash_of(*file)); break;
        case Value::Kind::hash_alone: replace(value.range, '"' + file->sha256 + '"'); break;
      }
    }
  }

  std::string_view text_;
  const std::vector<Resource>& resources_;
  std::size_t begin_;
  std::vector<PackageFile> changed_;
  std::vector<std::string> removed_;
  const PackageFile& index_;
  std::string result_;
  std::size_t written_ = 0;  // how much of the text was copied
};

}  // namespace

std::string problem_of_package(std::string_view text, std::vector<std::string_view> members,
                               const std::vector<std::string_view>& archives) {
  const std::string package = "its datapackage.json ";
  ResourceReader reader(text);
  if (!reader.read()) return package + "is not JSON with one list of resources";
  std::ranges::sort(members);
  std::vector<std::string_view> hashed;
  for (const Resource& one : reader.resources()) {
    if (!std::ranges::binary_search(members, one.path))
      return package + "lists '" + one.path + "', which does not exist";
    if (one.has_hash()) hashed.push_back(one.path);
    else if (one.path.starts_with("indexes/")) return package + "has no hash of " + one.path;
  }
  std::ranges::sort(hashed);
  for (const std::string_view archive : archives) {
    if (!std::ranges::binary_search(hashed, archive)) return package + "has no hash of " + std::string(archive);
  }
  return "";
}

std::optional<std::string> data_package_with(std::string_view text, std::vector<PackageFile> changed,
                                             std::vector<std::string> removed, const PackageFile& index) {
  ResourceReader package(text);
  if (!package.read()) return std::nullopt;
  return PackageWriter(text, package, std::move(changed), std::move(removed), index).write();
}

std::string digest_of_package(std::string_view sha256) {
  return R"({"path": "datapackage.json", "hash": "sha256:)" + std::string(sha256) + "\"}\n";
}

std::string_view lost_with_digest(std::string_view digest_of_package) {
  constexpr std::string_view others = "other data in it";
  json::Reader reader(digest_of_package);
  int level = 0;
  std::string scratch;
  std::string_view lost;
  while (const auto token = reader.next()) {
    const std::string_view raw = digest_of_package.substr(token->begin, token->end - token->begin);
    if (level == 0 && token->kind != Kind::begin_object) lost = others;
    if (level == 1 && token->kind == Kind::key) {
      const std::string_view key = json::decode_string(raw, scratch);
      if (key == "signedData") return "its signature";
      if (key != "path" && key != "hash") lost = others;
    }
    level += json::step(token->kind);
  }
  return reader.is_valid() ? lost : others;
}

}  // namespace absolve::collect
