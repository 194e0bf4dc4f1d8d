// The values of the limits, usual and small: a file of its own, so that fuzz targets link all else as it is.

#include "limits.h"

namespace absolve::inline detail::limits {
namespace {

#ifdef ABSOLVE_SMALL_LIMITS
constexpr bool small = true;
#else
constexpr bool small = false;
#endif

constexpr std::size_t limit(std::size_t usual, std::size_t in_small) { return small ? in_small : usual; }

constexpr std::size_t kibi = 1024;
constexpr std::size_t mebi = 1024 * kibi;

}  // namespace

const bool are_small = small;

const std::size_t har = limit(256 * mebi, 2000);
const std::size_t document_line = limit(256 * mebi, 1000);
const std::size_t record = limit(256 * mebi, 2000);
const std::size_t record_beginning = limit(mebi, 500);
const std::size_t header = limit(mebi, 800);
const std::size_t field = limit(64 * kibi, 200);
const std::size_t arc_line = limit(64 * kibi, 200);
const std::size_t base = limit(64 * kibi, 300);
const std::size_t detection = limit(64 * kibi, 1500);
const std::size_t head = limit(64 * kibi, 1000);

const std::size_t document_levels = limit(64, 6);
const std::size_t decoded_levels = limit(8, 2);
const std::size_t json_levels = limit(1000, 12);
const std::size_t markdown_levels = limit(100, 6);
const std::size_t element_levels = limit(64 * kibi, 20);
const std::size_t entities = limit(10'000, 12);
const std::size_t redirects = limit(100, 3);
const std::size_t marks = limit(16, 2);

const std::size_t growth = limit(64 * mebi, 1000);
const std::size_t growth_a_byte = limit(100, 2);
const std::size_t bases = limit(32 * mebi, 500);
const std::size_t bases_a_byte = limit(10, 1);
const std::size_t tree_steps = limit(mebi, 400);
const std::size_t tree_steps_a_byte = limit(16, 1);

const std::size_t message_at_first = limit(64 * kibi, 100);
const std::size_t entries_at_once = limit(mebi, 100);
const std::size_t deflated_whole = limit(64 * mebi, 500);
const std::size_t read_at_once = limit(512 * kibi, 50);
const std::size_t decompressed_at_once = limit(128 * kibi, 70);

}  // namespace absolve::inline detail::limits
