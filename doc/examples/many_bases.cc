// Answers each line, a base, a tab and a reference, with the absolute form, as browsers have it.
#include <absolve/absolve.h>

#include <iostream>
#include <string>

int main() {
  std::string url, reference;
  while (std::getline(std::cin, url, '\t') && std::getline(std::cin, reference)) {
    const auto base = absolve::Base::from(url, absolve::Resolver::whatwg);
    std::cout << (base ? base->absolute(reference) : "error: " + base.error().text) << '\n';
  }
}
