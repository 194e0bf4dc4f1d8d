#include "begun.h"

#include "absolve/input.h"

namespace absolve::collect {
namespace {

/// Reads the beginning of an input, and detects what it is.
template <class Begun>
void begin(Begun& input, const Options& options) {
  for (std::size_t got = 1; input.begun.view().size() < enough_to_detect && got > 0;) {
    got = input.read(input.begun.space(enough_to_detect));
    input.begun.add(got);
  }
  if (input.what.detected) return;
  input.what.detected = detect(input.begun.view().substr(0, enough_to_detect), input.what, options.fields);
}

}  // namespace

BegunFile::BegunFile(const FileBytes& file, std::uint64_t at, const Input& input, const Options& options)
    : what(input), file_(file), at_(at) {
  begin(*this, options);
}

std::size_t BegunFile::read(std::span<char> space) {
  const std::size_t got = zip::read_some(file_, at_, space);
  at_ += got;
  return got;
}

Input input_of_member(const zip::Member& member, const Input& package) {
  Input what = package;
  what.name = member.name;
  what.type = Type::automatic;
  what.detected.reset();
  what.is_local_copy = {};
  what.is_renamed_copy = {};
  return what;
}

BegunMember::BegunMember(const zip::Archive& zip, const zip::Member& member, const Input& package,
                         const Options& options)
    : what(input_of_member(member, package)), content_(zip, member) {
  begin(*this, options);
}

}  // namespace absolve::collect
