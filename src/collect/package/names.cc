#include "names.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../../text/growth.h"

namespace absolve::collect {
namespace {

/// Why a name can't be that of a member; "" if it can.
std::string_view problem_of_name(std::string_view name) {
  constexpr std::string_view leads_out = "has a name that leads out of the archive";
  if (name.empty() || name.starts_with('/') || name.find('\\') != std::string_view::npos) return leads_out;
  if (name.ends_with('/')) name.remove_suffix(1);
  std::string_view other;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part == "..") return leads_out;
    if (part.empty() || part == ".") other = "has a name with an empty or '.' part";
    begin = end + 1;
  }
  return other;
}

}  // namespace

void require_good_names(const zip::Archive& zip) {
  std::vector<std::string_view> names;
  names.reserve(zip.members().size());
  for (const zip::Member& member : zip.members()) {
    if (member.name.find('\0') != std::string::npos) throw BadInput("the name of a member contains NUL");
    const std::string_view problem = problem_of_name(member.name);
    if (!problem.empty()) throw BadInput("its member '" + member.name + "' " + std::string(problem));
    names.push_back(member.name);
  }
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice != names.end()) throw BadInput("it has two members '" + std::string(*twice) + "'");
}

void Expansion::add(const zip::Member& member) {
  const std::uint64_t compressed = compressed_ + member.compressed_size;
  const std::uint64_t expanded = expanded_ + std::min(member.size, UINT64_MAX - expanded_);
  if (expanded > max_growth(compressed)) throw BadInput("expands beyond 64 MiB plus 100 times its size");
  compressed_ = compressed;
  expanded_ = expanded;
}

std::string description_in(const zip::Archive& zip, const zip::Member& member, std::uint64_t max_size) {
  try {
    return zip.text_of(member, max_size);
  } catch (const BadInput& error) {
    throw BadInput("its member " + member.name + ": " + error.what());
  }
}

void require_apart(const zip::Archive& zip) {
  std::uint64_t compressed = 0;
  for (const zip::Member& member : zip.members()) {
    compressed += std::min(member.compressed_size, UINT64_MAX - compressed);
    if (compressed > zip.file().size) throw BadInput("its members overlap, or reach beyond its end");
  }
}

}  // namespace absolve::collect
