#include "shard.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "../../text/numbers.h"
#include "usage_error.h"

namespace absolve::cli {
namespace {

[[noreturn]] void throw_no_array(const std::string& what) { throw UsageError("--shard=slurm: " + what); }

/// The task of a Slurm job array. If task IDs are missing in the array, nobody would process their shards: all tasks
/// report this, as far as they can know.
///
///     --array=3-9:2    MIN 3, MAX 9, STEP 2, COUNT 4:    ID 3   5   7   9
///                                                           0/4 1/4 2/4 3/4
Shard shard_of_slurm(const std::function<const char*(const char*)>& variable) {
  const auto number = [&](const std::string& name) -> std::optional<std::uint64_t> {
    const char* const text = variable(name.c_str());
    if (text == nullptr) return std::nullopt;
    const auto value = read_number<std::uint64_t>(text);
    if (!value) throw_no_array(name + " is '" + text + "' in the environment, which is not a number");
    return value;
  };
  const auto needed = [&](const std::string& name) {
    const auto value = number(name);
    if (!value) throw_no_array(name + " is not in the environment: this is not a task of a job array (sbatch --array)");
    return *value;
  };
  const std::uint64_t id = needed("SLURM_ARRAY_TASK_ID");
  const std::uint64_t min = needed("SLURM_ARRAY_TASK_MIN");
  const std::uint64_t count = needed("SLURM_ARRAY_TASK_COUNT");
  const std::uint64_t step = number("SLURM_ARRAY_TASK_STEP").value_or(1);
  const std::optional<std::uint64_t> max = number("SLURM_ARRAY_TASK_MAX");
  if (count == 0 || count > max_shards) {
    throw_no_array("SLURM_ARRAY_TASK_COUNT is not a number from 1 to " + std::to_string(max_shards));
  }
  const bool fits = step > 0 && id >= min && (id - min) % step == 0 && (id - min) / step < count;
  const bool is_whole = !max || (step > 0 && *max >= min && (*max - min) / step == count - 1);
  if (!fits || !is_whole) {
    throw_no_array("task " + std::to_string(id) + " is in an array of " + std::to_string(count) + " with gaps, from " +
                   std::to_string(min) + " in steps of " + std::to_string(step) +
                   ": the shards of the missing tasks would not be processed (--shard I/N processes a single one)");
  }
  return {(id - min) / step, count};
}

}  // namespace

Shard shard_from(const std::string& text, const std::function<const char*(const char*)>& variable) {
  if (text == "slurm") return shard_of_slurm(variable);
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto number = read_number<std::uint64_t>(std::string_view(text).substr(0, slash));
  const auto count = read_number<std::uint64_t>(std::string_view(text).substr(std::min(slash + 1, text.size())));
  if (!number || !count || *count == 0 || *count > max_shards || *number >= *count) {
    throw UsageError("invalid value '" + text + "' for --shard: expected slurm or I/N, such as 0/4, with N from 1 to " +
                         std::to_string(max_shards) + " and I from 0 to N-1",
                     text);
  }
  return {*number, *count};
}

}  // namespace absolve::cli
