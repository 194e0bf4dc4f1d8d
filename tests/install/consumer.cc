#include <absolve/absolve.h>

#include <iostream>

int main() {
  const std::string page = "<a href=../g>";
  std::cout << absolve::plan(page, {.retrieval_url = "http://a/b/c"}).output() << '\n';
}
