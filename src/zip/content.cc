#include "content.h"

#include <algorithm>
#include <utility>

#include "../codec/compression/whole_deflate.h"
#include "../text/numbers.h"

namespace absolve::zip {

NewContent content_of(std::string text, Method method) {
  constexpr int usual_level = 6;
  NewContent content{.size = text.size(), .checksum = codec::crc32_of(text), .method = method};
  if (method == Method::deflated) {
    std::string deflated;
    codec::append_deflated(deflated, text, usual_level, codec::DeflateFrame::raw);
    text = std::move(deflated);
  }
  content.compressed_size = text.size();
  content.put = [text = std::move(text)](const WriteFunction& write) { write(text); };
  return content;
}

DosTime dos_time_of(std::string_view date) {
  constexpr unsigned first_year = 1980;
  constexpr unsigned last_year = 2107;
  const auto number = [&](std::size_t at, std::size_t size) {
    return read_number<unsigned>(date.substr(std::min(at, date.size()), size)).value_or(0);
  };
  const unsigned year = number(0, 4);
  if (year < first_year || year > last_year) return dos_time_of(year < first_year ? "1980-01-01" : "2107-01-01");
  const unsigned day = (year - first_year) << 9U | number(5, 2) << 5U | number(8, 2);
  const unsigned time = number(11, 2) << 11U | number(14, 2) << 5U | number(17, 2) / 2;
  return DosTime{day << 16U | time};
}

}  // namespace absolve::zip
