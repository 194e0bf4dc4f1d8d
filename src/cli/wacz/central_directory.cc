#include "central_directory.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace absolve::cli {
namespace {

using namespace std::string_view_literals;

// APPNOTE.TXT, sections 4.3.12, 4.3.14 to 4.3.16.
constexpr std::string_view header = "PK\x01\x02"sv;
constexpr std::string_view end_record = "PK\x05\x06"sv;
constexpr std::string_view locator_of_zip64 = "PK\x06\x07"sv;
constexpr std::size_t header_size = 46;
constexpr std::size_t end_record_size = 22;
constexpr std::size_t locator_size = 20;
constexpr std::size_t record_of_zip64_size = 56;
constexpr std::size_t max_comment = 65'535;

std::uint64_t number_at(std::string_view text, std::size_t at, std::size_t size) noexcept {
  std::uint64_t number = 0;
  for (std::size_t i = size; i-- > 0;) {
    number = number << 8U | static_cast<unsigned char>(at + i < text.size() ? text[at + i] : '\0');
  }
  return number;
}

std::string read(const FileRange& file, std::uint64_t begin, std::uint64_t size) {
  begin = std::min(begin, file.size);
  std::string text(static_cast<std::size_t>(std::min(size, file.size - begin)), '\0');
  read_at(file, begin, text);
  return text;
}

/// The directory stands right before the record of its end.
std::string read_directory(const FileRange& archive) {
  const std::uint64_t tail_size =
      std::min<std::uint64_t>(archive.size, max_comment + end_record_size + locator_size + record_of_zip64_size);
  const std::string tail = read(archive, archive.size - tail_size, tail_size);
  const std::size_t end = tail.rfind(end_record);
  if (end == std::string::npos) return {};
  std::uint64_t size = number_at(tail, end + 12, 4);
  std::uint64_t place = archive.size - tail_size + end;  // of the record
  const bool is_zip64 = end >= locator_size && tail.substr(end - locator_size).starts_with(locator_of_zip64);
  if (is_zip64) {
    place = number_at(tail, end - locator_size + 8, 8);
    size = number_at(read(archive, place, record_of_zip64_size), 40, 8);
  }
  size = std::min(size, place);
  return read(archive, place - size, size);
}

}  // namespace

bool has_nul_in_names(const FileRange& archive) {
  const std::string directory = read_directory(archive);
  std::string_view rest = directory;
  while (rest.starts_with(header) && rest.size() >= header_size) {
    const auto name = static_cast<std::size_t>(number_at(rest, 28, 2));
    if (rest.substr(header_size, name).find('\0') != std::string_view::npos) return true;
    const auto others = static_cast<std::size_t>(number_at(rest, 30, 2) + number_at(rest, 32, 2));
    rest.remove_prefix(std::min(rest.size(), header_size + name + others));
  }
  return false;
}

}  // namespace absolve::cli
