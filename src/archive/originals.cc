#include "originals.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "../text/strings.h"
#include "digest.h"

namespace absolve::inline detail {
namespace {

/// A short key for finding an original. Two can only be equal if somebody intended it, and this would only harm that
/// archive.
using Key = std::array<char, 16>;

Key key_of(std::string_view digest, std::string_view url) {
  auto sha1 = warc::Digest::of("sha1").value();
  sha1.add(std::to_string(digest.size()) + ":");
  sha1.add(digest);
  sha1.add(url);
  Key key;
  std::memcpy(key.data(), sha1.finish().data(), key.size());
  return key;
}

struct KeyHash {
  std::size_t operator()(const Key& key) const noexcept {
    std::size_t hash = 0;
    std::memcpy(&hash, key.data(), sizeof hash);
    return hash;
  }
};

}  // namespace

class Originals::State {
 public:
  std::pmr::monotonic_buffer_resource memory;
  Strings digests{memory};
  std::unordered_map<Key, Change, KeyHash> changed;  // by digest and URL
  std::unordered_set<Key, KeyHash> unchanged;        // by digest
  std::vector<Key> added_changed;                    // those that keep() has not seen
  std::vector<Key> added_unchanged;
};

Originals::Originals() : state_(std::make_unique<State>()) {}
Originals::Originals(Originals&&) noexcept = default;
Originals& Originals::operator=(Originals&&) noexcept = default;
Originals::~Originals() = default;

void Originals::add(const Original& original) {
  if (original.digest.empty()) return;
  if (original.digest == original.new_digest) {
    const Key key = key_of(original.digest, {});
    if (state_->unchanged.contains(key)) return;
    state_->added_unchanged.push_back(key);
    state_->unchanged.insert(key);
    return;
  }
  const Key key = key_of(original.digest, original.url);
  if (state_->changed.contains(key)) return;
  state_->added_changed.push_back(key);
  state_->changed.emplace(key, Change{state_->digests.keep(original.new_digest), original.size});
}

std::optional<Originals::Change> Originals::change_of(std::string_view url, std::string_view digest) const {
  const auto found = state_->changed.find(key_of(digest, url));
  return found == state_->changed.end() ? std::nullopt : std::optional(found->second);
}

bool Originals::stays(std::string_view digest) const { return state_->unchanged.contains(key_of(digest, {})); }

void Originals::keep() noexcept {
  state_->added_changed.clear();
  state_->added_unchanged.clear();
}

void Originals::forget() {
  for (const Key& key : state_->added_changed) state_->changed.erase(key);
  for (const Key& key : state_->added_unchanged) state_->unchanged.erase(key);
  keep();
}

}  // namespace absolve::inline detail
