// Makes the links in a mailbox absolute, with one message at a time in memory.
#include <absolve/absolve.h>

#include <iostream>

int main() {
  const auto read = [](std::span<char> space) {
    std::cin.read(space.data(), static_cast<std::streamsize>(space.size()));
    return static_cast<std::size_t>(std::cin.gcount());
  };
  const auto tell = [](const absolve::Unit& unit) {
    for (const absolve::Note& note : unit.plan->notes()) std::cerr << note.text << '\n';
  };
  absolve::Rewriter().run(read, [](std::string_view bytes) { std::cout << bytes; }, {.type = absolve::Type::mbox},
                          {.unit = tell});
  return std::cin.bad() || !std::cout.flush() ? 1 : 0;
}
