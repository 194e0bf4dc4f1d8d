#include "archive_names.h"

#include "../../archive/names.h"
#include "../../text/ascii.h"
#include "../../text/numbers.h"
#include "../../text/types.h"
#include "../system/files.h"
#include "../system/paths.h"

namespace absolve::cli {

std::string output_name(std::string name, const Settings& settings) {
  const auto stem = stem_of_archive(name);
  const bool may_be_read = settings.every_input.type == Type::automatic || is_web_archive(settings.every_input.type);
  if (settings.emit == ArchiveEmit::response || !may_be_read || !stem) return name;
  return std::string(*stem) + ".conversion.warc.gz";
}

bool is_for_conversions(std::string_view output, std::string_view input) noexcept {
  return last_name(output) != last_name(input);
}

std::vector<std::string> names_of_indexes(const std::string& archive) {
  std::vector<std::string> names;
  for (const std::string_view ending : {".cdx", ".cdxj", ".idx"}) {
    names.push_back(archive + std::string(ending));
    if (const auto stem = stem_of_archive(archive)) names.push_back(std::string(*stem) + std::string(ending));
  }
  const std::string folder = directory_of(archive);
  for (const std::string_view name : {"index.cdxj", "index.cdx", "index.cdx.gz"}) {
    names.push_back(folder + std::string(name));
    names.push_back(folder + "../indexes/" + std::string(name));
  }
  names.push_back(folder + "../" + std::string(package_description));
  return names;
}

bool is_named_like_parts(std::string_view name) { return stem_of_archive(name) && lower_case(name).ends_with(".gz"); }

std::string part_name(std::string_view output, Shard shard) {
  const std::size_t stem = stem_of_archive(output).value_or(output).size();
  return std::string(output.substr(0, stem)) + part_infix(shard) + std::string(output.substr(stem));
}

std::optional<PartOf> part_by_name(std::string_view name, std::uint64_t count) {
  const auto stem = stem_of_archive(name);
  const std::size_t dot = stem ? stem->rfind('.') : std::string_view::npos;
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view infix = stem->substr(dot);
  const auto number = read_number<std::uint64_t>(infix.substr(1, infix.find('-') - 1));
  if (!number || part_infix({*number, count}) != infix) return std::nullopt;
  return PartOf{std::string(name.substr(0, dot)).append(name.substr(stem->size())), *number};
}

std::string part_infix(Shard shard) {
  const std::string count = std::to_string(shard.count);
  const std::string number = std::to_string(shard.number);
  return "." + std::string(count.size() - std::min(number.size(), count.size()), '0') + number + "-of-" + count;
}

}  // namespace absolve::cli
