#include "temporary_file.h"

#include <unistd.h>

#include <cstdlib>

#include "../inputs/open_input.h"
#include "absolve/rewriter.h"
#include "new_file.h"
#include "writer.h"

namespace absolve::cli {

std::string temporary_folder() {
  const char* const said = std::getenv("TMPDIR");
  return std::string(said == nullptr || *said == '\0' ? "/tmp" : said) + "/";
}

void make_file_of_standard_input() {
  Buffer buffer;
  OpenInput input(buffer, "-");
  if (input.begin()) return;
  const NewFile file(temporary_folder(), hint_at_tmpdir);
  Writer out(file, temporary_folder().append(hint_at_tmpdir));
  std::string block(std::size_t{1} << 20, '\0');
  while (const std::size_t size = input.read(block)) {
    if (size != would_wait) out.write(std::string_view(block).substr(0, size));
  }
  out.flush();
  if (::lseek(file.descriptor(), 0, SEEK_SET) != 0 || ::dup2(file.descriptor(), STDIN_FILENO) < 0) {
    fail("cannot store it in a temporary file");
  }
}

}  // namespace absolve::cli
