#include "legacy.h"

namespace absolve::codec {

void append_escaped(std::string& out, std::string_view text, char quote) {
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == quote) {
      out += quote == '"' ? "&quot;" : "&#39;";
    } else {
      out += c;
    }
  }
}

}  // namespace absolve::codec
