#include "decoder.h"

#include <iconv.h>

#include <array>
#include <cerrno>

#include "../../text/percent.h"

namespace absolve::codec {
namespace {

const iconv_t none = reinterpret_cast<iconv_t>(-1);

}  // namespace

struct Decoder::State {
  iconv_t handle;
};

Decoder::Decoder(const std::string& name) {
  const iconv_t handle = name.empty() ? none : iconv_open("UTF-8", name.c_str());
  if (handle != none) state_ = std::make_unique<State>(State{handle});
}

Decoder::~Decoder() {
  if (state_) iconv_close(state_->handle);
}

bool Decoder::is_open() const noexcept { return state_ != nullptr; }

void Decoder::append(std::string& out, std::string_view bytes) const {
  std::string in(bytes);
  char* from = in.data();
  std::size_t left = in.size();
  while (left > 0) {
    std::array<char, 256> some;
    char* to = some.data();
    std::size_t room = some.size();
    const bool is_done = iconv(state_->handle, &from, &left, &to, &room) != static_cast<std::size_t>(-1);
    out.append(some.data(), some.size() - room);
    if (is_done || room < some.size()) continue;
    append_escape(out, '%', *from++);
    --left;
  }
}

bool may_know_charset(const std::string& name) {
  const iconv_t handle = iconv_open("UTF-8", name.c_str());
  if (handle == none) return errno != EINVAL;  // other errors say nothing about the name
  iconv_close(handle);
  return true;
}

}  // namespace absolve::codec
