// For a build without iconv (ABSOLVE_ICONV): documents are read and written as ever; bytes of a charset that the
// library has no table of are escaped where the text of a link is shown, and a label that it doesn't know is wrong.

#include "decoder.h"

namespace absolve::codec {

struct Decoder::State {};

Decoder::Decoder(const std::string&) {}
Decoder::~Decoder() = default;

bool Decoder::is_open() const noexcept { return false; }
void Decoder::append(std::string&, std::string_view) const {}

bool may_know_charset(const std::string&) { return false; }

}  // namespace absolve::codec
