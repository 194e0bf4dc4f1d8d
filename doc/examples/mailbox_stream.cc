// Makes the links in a mailbox absolute, with one message at a time in memory.
#include <absolve/absolve.h>

#include <iostream>

int main() {
  absolve::MailboxReader messages([](std::span<char> space) {
    std::cin.read(space.data(), static_cast<std::streamsize>(space.size()));
    return static_cast<std::size_t>(std::cin.gcount());
  });
  absolve::Input input{.type = absolve::Type::mbox};
  while (const auto message = messages.next()) {
    const absolve::Plan plan = absolve::plan(*message, input);
    plan.for_each_piece([](std::string_view piece) { std::cout << piece; });
    for (const absolve::Note& note : plan.notes()) std::cerr << note.text << '\n';
    input.continues = true;  // what follows is not the beginning of the mailbox
  }
}
