// UrlMap and HttrackLog keep their rows in a UrlTable, which is filled once, sorted, and then only searched for paths.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace absolve::cli {

/// Paths and their URLs, many of them in little memory: all texts are stored in one string.
class UrlTable {
 public:
  struct Row {
    std::size_t at = 0;  // where the path starts; the URL follows it
    std::uint32_t path_size = 0;
    std::uint32_t url_size = 0;
    std::size_t number = 0;  // in the order in which they were added, from 0
  };

  void add(std::string_view path, std::string_view url) {
    rows_.push_back(
        {text_.size(), static_cast<std::uint32_t>(path.size()), static_cast<std::uint32_t>(url.size()), rows_.size()});
    text_.append(path).append(url);
  }

  /// Must be called after all were added, and before find().
  void sort() {
    std::ranges::stable_sort(rows_, {}, [this](const Row& row) { return path(row); });
  }

  /// The last row with that path; nullptr if there is none. Logarithmic.
  [[nodiscard]] const Row* find(std::string_view path_wanted) const {
    const auto after = std::ranges::upper_bound(rows_, path_wanted, {}, [this](const Row& row) { return path(row); });
    if (after == rows_.begin() || path(*(after - 1)) != path_wanted) return nullptr;
    return &*(after - 1);
  }

  [[nodiscard]] std::string_view path(const Row& row) const noexcept {
    return std::string_view(text_).substr(row.at, row.path_size);
  }
  [[nodiscard]] std::string_view url(const Row& row) const noexcept {
    return std::string_view(text_).substr(row.at + row.path_size, row.url_size);
  }
  [[nodiscard]] const std::vector<Row>& rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return text_.size() + rows_.size() * sizeof(Row); }

 private:
  std::string text_;
  std::vector<Row> rows_;
};

}  // namespace absolve::cli
