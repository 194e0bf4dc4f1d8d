#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../text/ascii.h"

namespace absolve::markup {

/// Entries with a `name` (in lower case, distinct) that are looked up by name in any case: an open-addressing hash
/// table that is built at compile time. Constant time.
template <class NamedRow, std::size_t N>
class NameTable {
 public:
  constexpr explicit NameTable(const std::array<NamedRow, N>& entries) : entries_(entries) {
    for (std::size_t i = 0; i < N; ++i) {
      std::size_t slot = slot_of(entries_[i].name);
      while (slots_[slot] != 0) slot = (slot + 1) % slot_count;
      slots_[slot] = static_cast<std::uint8_t>(i + 1);
    }
  }

  /// The entry, or nullptr. `name` isn't empty.
  [[nodiscard]] constexpr const NamedRow* find(std::string_view name) const noexcept {
    const std::size_t number = number_of(name);
    return number == 0 ? nullptr : &entries_[number - 1];
  }

  /// The position of the entry, from 1; 0 if there is none. `name` must not be empty.
  [[nodiscard]] constexpr std::size_t number_of(std::string_view name) const noexcept {
    std::size_t slot = slot_of(name);
    while (slots_[slot] != 0 && !is_name(name, entries_[slots_[slot] - std::size_t{1}].name))
      slot = (slot + 1) % slot_count;
    return slots_[slot];
  }

  [[nodiscard]] constexpr const NamedRow& operator[](std::size_t number) const noexcept { return entries_[number - 1]; }

 private:
  static constexpr std::size_t slot_count = 512;
  static_assert(N < 256, "a slot is one byte, and half of them stay empty");

  /// Sets the bit 0x20 of all bytes, so that upper and lower case have the same slot.
  static constexpr std::size_t slot_of(std::string_view name) noexcept {
    const auto byte = [&](std::size_t i) {
      return static_cast<std::size_t>(static_cast<unsigned char>(name[i])) | 0x20U;
    };
    return (byte(0) * 7 + byte(name.size() / 2) * 61 + byte(name.size() - 1) * 31 + name.size() * 13) % slot_count;
  }

  std::array<NamedRow, N> entries_;
  std::array<std::uint8_t, slot_count> slots_{};
};

}  // namespace absolve::markup
