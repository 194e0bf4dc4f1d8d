// absolve_manual man SOURCE | bash | zsh | fish: prints the manual page, or the completion for a shell. It is used for
// the build, and not installed.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "manual.h"

namespace {

/// "" if `what` is unknown.
std::string made(std::string_view what, const char* source) {
  using namespace absolve::cli;
  if (what == "bash") return bash_completion();
  if (what == "zsh") return zsh_completion();
  if (what == "fish") return fish_completion();
  if (what != "man" || source == nullptr) return "";
  std::ifstream file(source, std::ios::binary);
  return manual(std::string(std::istreambuf_iterator<char>(file), {}));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string text = argc < 2 ? "" : made(argv[1], argv[2]);
  if (text.empty()) {
    std::fputs("usage: absolve_manual man SOURCE | bash | zsh | fish\n", stderr);
    return 2;
  }
  const bool wrote = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  return wrote ? 0 : 2;
}
