#include "capture_index.h"

#include <algorithm>
#include <iterator>

#include "../outputs/writer.h"

namespace absolve::cli {

void CaptureIndex::add(std::vector<std::string>&& lines) {
  lines_.insert(lines_.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
}

void CaptureIndex::commit() {
  std::ranges::sort(lines_);
  Writer out(destination_.descriptor());
  for (const std::string& line : lines_) out.write(line + "\n");
  out.flush();
  destination_.commit();
}

}  // namespace absolve::cli
