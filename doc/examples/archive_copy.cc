// Copies a web archive with all links absolute: archive_copy OLD NEW.
#include <absolve/absolve.h>

#include <fstream>
#include <iostream>

int main(int, char** arguments) {
  std::ifstream from(arguments[1], std::ios::binary);
  std::ofstream to(arguments[2], std::ios::binary);
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
  if (!result.missing.empty()) std::cerr << "the copy lacks something: " << result.missing << '\n';
  std::cout << result.records << " records, " << links << " links\n";
}
