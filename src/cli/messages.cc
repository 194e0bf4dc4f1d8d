#include "messages.h"

#include <array>
#include <cstdio>

namespace absolve::cli {

std::string printable(std::string_view text) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // U+0080 to U+009F are controls too, in UTF-8 behind a C2.
    const bool c1 = byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (byte == '\n') {
      result += "\\n";
    } else if (byte == '\t') {
      result += "\\t";
    } else if (byte == '\r') {
      result += "\\r";
    } else if (byte < 0x20 || byte == 0x7F || c1) {
      result.append("\\x").append({hex[byte >> 4], hex[byte & 0xF]});
      if (c1) {
        const auto next = static_cast<unsigned char>(text[++i]);
        result.append("\\x").append({hex[next >> 4], hex[next & 0xF]});
      }
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string display_name(std::string_view input) {
  return input == "-" ? "standard input" : printable(input);
}

void complain(std::string_view where, std::string_view what) {
  std::string line = "absolve: ";
  if (!where.empty()) line.append(where).append(": ");
  line.append(printable(what)).append("\n");
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace absolve::cli
