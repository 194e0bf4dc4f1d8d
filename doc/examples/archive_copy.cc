// Copies a web archive with all links absolute: archive_copy OLD NEW.
#include <absolve/absolve.h>

#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>

int main(int, char** arguments) try {
  std::ifstream from(arguments[1], std::ios::binary);
  if (!from) throw std::runtime_error("can't be opened");
  from.exceptions(std::ios::badbit);
  std::ofstream to(arguments[2], std::ios::binary);
  to.exceptions(std::ios::badbit | std::ios::failbit);
  absolve::RewriterOptions more{.threads = 2, .output_name = arguments[2]};
  more.archive.emit = absolve::ArchiveEmit::response;
  absolve::Rewriter rewriter({}, std::move(more));
  std::size_t links = 0;
  const absolve::Rewritten result = rewriter.run(
      [&](std::span<char> space) {
        from.read(space.data(), static_cast<std::streamsize>(space.size()));
        return static_cast<std::size_t>(from.gcount());
      },
      [&](std::string_view bytes) { to << bytes; }, {.name = arguments[1], .type = absolve::Type::warc},
      {.unit = [&](const absolve::Unit& unit) { links += unit.plan != nullptr ? unit.plan->links().size() : 0; }});
  to.close();
  if (!result.missing.empty()) throw std::runtime_error("the copy lacks something: " + result.missing);
  std::cout << result.records << " records, " << links << " links\n";
} catch (const std::exception& error) {  // what the streams throw, or BadInput
  std::cerr << arguments[1] << ": " << error.what() << '\n';
  return 1;
}
