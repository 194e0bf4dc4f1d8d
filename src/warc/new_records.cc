#include "absolve/archive.h"

namespace absolve {

std::string archive_info(const ArchiveCopy&, ArchiveEmit) { return {}; }
std::string conversion_record(std::string_view, std::span<const Edit>, const ArchiveCopy&) { return {}; }
std::string response_record(std::string_view record, std::span<const Edit>, const ArchiveCopy&) {
  return std::string(record);
}
std::string response_beginning(std::string_view beginning, const ArchiveCopy&) { return std::string(beginning); }

}  // namespace absolve
