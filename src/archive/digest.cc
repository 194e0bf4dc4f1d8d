#include "digest.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "../codec/transfer/base64.h"
#include "../text/ascii.h"
#include "hash.h"

namespace absolve::warc {
namespace {

constexpr bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) noexcept { return is_letter(c) && !is_upper(c); }

std::string upper_case(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](char c) { return is_lower(c) ? static_cast<char>(c & ~0x20) : c; });
  return result;
}

/// Bytes as digits of `bits` bits each, the highest bits first.
std::string in_digits(std::string_view bytes, unsigned bits, std::string_view digits) {
  std::string result;
  result.reserve((bytes.size() * 8 + bits - 1) / bits);
  std::uint32_t kept = 0;  // bits that are not yet in a digit
  unsigned count = 0;      // how many bits are kept
  for (const char c : bytes) {
    kept = kept << 8 | static_cast<unsigned char>(c);
    for (count += 8; count >= bits; count -= bits) result += digits[kept >> (count - bits) & (digits.size() - 1)];
  }
  if (count > 0) result += digits[kept << (bits - count) & (digits.size() - 1)];
  return result;
}

/// The name of an algorithm in the form of the table.
std::string name_in_table(std::string_view algorithm) {
  std::string name = lower_case(algorithm);
  std::erase(name, '-');
  return name;
}

/// Digits are written in groups that stand for whole bytes.
std::string padded(std::string digits, std::size_t group) {
  digits.append((group - digits.size() % group) % group, '=');
  return digits;
}

/// The number of digits in a text, without its padding.
std::size_t digits_in(std::string_view text) noexcept { return std::min(text.find('='), text.size()); }

struct Written {
  std::string text;
  bool may_be_in_any_case;
};

/// Bytes in the base of another text that stands for as many bytes; nullopt if that base is unknown.
std::optional<Written> in_base_of(std::string_view other, std::string_view bytes) {
  struct Base {
    std::string (*write)(std::string_view bytes);
    bool may_be_in_any_case;
  };
  constexpr auto bases = std::to_array<Base>({{base16, true}, {base32, true}, {codec::encode_base64, false}});
  // Each base needs a different number of digits for the same number of bytes.
  for (const auto& [write, may_be_in_any_case] : bases) {
    std::string written = write(bytes);
    if (digits_in(written) == digits_in(other)) return Written{std::move(written), may_be_in_any_case};
  }
  return std::nullopt;
}

}  // namespace

Digest::Digest(std::unique_ptr<Hash> hash) noexcept : hash_(std::move(hash)) {}
Digest::Digest(Digest&&) noexcept = default;
Digest& Digest::operator=(Digest&&) noexcept = default;
Digest::~Digest() = default;

std::optional<Digest> Digest::of(std::string_view algorithm) {
  auto hash = new_hash(name_in_table(algorithm));
  if (!hash) return std::nullopt;
  return Digest(std::move(hash));
}

void Digest::add(std::string_view bytes) { hash_->add(bytes); }

std::string Digest::finish() { return hash_->finish(); }

const std::string* Digests::by(std::string_view algorithm) {
  const auto [made, is_new] = made_.try_emplace(name_in_table(algorithm));
  std::optional<std::string>& bytes = made->second;
  if (auto digest = is_new ? Digest::of(algorithm) : std::nullopt) {
    add_(*digest);
    bytes = digest->finish();
  }
  return bytes ? &*bytes : nullptr;
}

LabelledDigest read_labelled_digest(std::string_view field) noexcept {
  const std::size_t colon = field.find(':');
  if (colon == std::string_view::npos) return {trimmed(field), std::nullopt};
  return {trimmed(field.substr(0, colon)), trimmed(field.substr(colon + 1))};
}

std::string base16(std::string_view bytes) { return in_digits(bytes, 4, "0123456789abcdef"); }

std::string base32(std::string_view bytes) {
  return padded(in_digits(bytes, 5, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"), 8);
}

std::string written_like(std::string_view other, std::string_view bytes) {
  std::optional<Written> found = in_base_of(other, bytes);
  if (!found) return base16(bytes);
  std::string& written = found->text;
  if (other.size() == digits_in(written)) written.resize(other.size());
  if (found->may_be_in_any_case && std::ranges::none_of(other, is_upper)) return lower_case(written);
  if (found->may_be_in_any_case && std::ranges::none_of(other, is_lower)) return upper_case(written);
  return written;
}

std::optional<bool> is_written_for(std::string_view value, std::string_view bytes) {
  const std::optional<Written> found = in_base_of(value, bytes);
  if (!found) return std::nullopt;
  const std::string_view written = std::string_view(found->text).substr(0, digits_in(found->text));
  value = value.substr(0, written.size());
  return found->may_be_in_any_case ? lower_case(value) == lower_case(written) : value == written;
}

std::string record_id(std::string_view name) {
  constexpr std::array<unsigned char, 16> space = {0x99, 0x7C, 0x5C, 0x98, 0x66, 0x50, 0x57, 0x54,
                                                   0xA8, 0x77, 0x6B, 0x5A, 0xCA, 0x26, 0x03, 0x1A};
  Digest digest = Digest::of("sha1").value();
  digest.add({reinterpret_cast<const char*>(space.data()), space.size()});
  digest.add(name);
  std::string bytes = digest.finish().substr(0, space.size());
  const auto set = [&](std::size_t at, unsigned mask, unsigned bits) {
    bytes[at] = static_cast<char>((static_cast<unsigned char>(bytes[at]) & mask) | bits);
  };
  set(6, 0x0F, 0x50);  // the version
  set(8, 0x3F, 0x80);  // the variant
  std::string uuid = base16(bytes);
  for (const std::size_t at : {20U, 16U, 12U, 8U}) uuid.insert(at, 1, '-');
  return "<urn:uuid:" + uuid + ">";
}

}  // namespace absolve::warc
