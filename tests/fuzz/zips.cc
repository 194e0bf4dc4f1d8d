// ZIP archives, as a WACZ is one: whatever comes is read, or is an error. What may be rewritten loses nothing when a
// member is added; and a package that is made right is one that can be read again.

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "../../src/cli/inputs/open_input.h"
#include "../../src/cli/wacz/central_directory.h"
#include "../../src/cli/wacz/data_package.h"
#include "../../src/cli/wacz/zip_archive.h"

namespace {

using namespace absolve::cli;

constexpr std::size_t max_text = std::size_t{1} << 20;

/// A file in memory.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes = {}) : descriptor_(::memfd_create("zip", 0)) {
    const ssize_t size = ::pwrite(descriptor_.get(), bytes.data(), bytes.size(), 0);
    if (size != static_cast<ssize_t>(bytes.size())) std::abort();
  }

  [[nodiscard]] FileRange range() const {
    return {descriptor_.get(), 0, static_cast<std::uint64_t>(::lseek(descriptor_.get(), 0, SEEK_END))};
  }

 private:
  Descriptor descriptor_;
};

/// The text of a member, or why there is none.
std::string text_of(ZipArchive& zip, std::size_t member) {
  try {
    return zip.text_of(member, max_text);
  } catch (const InputError& error) {
    return error.what();
  }
}

void expect_nothing_lost(const MemoryFile& file) {
  const std::string_view added = "added by nobody else";
  ZipArchive zip(file.range());
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < zip.members().size(); ++i) texts.push_back(text_of(zip, i));
  require_rewritable(file.range(), zip.members().size());
  const std::vector<ZipMember> members = zip.members();
  const MemoryFile text(added);
  const MemoryFile made;
  zip.add(std::string(added), text.range(), {});
  zip.write_to(made.range().descriptor);

  ZipArchive written(made.range());
  EXPECT_EQ(written.members().size(), members.size() + 1);
  for (std::size_t i = 0; i < members.size() && i < written.members().size(); ++i) {
    EXPECT_EQ(written.members()[i].name, members[i].name);
    EXPECT_EQ(written.members()[i].compressed_size, members[i].compressed_size);
    EXPECT_EQ(text_of(written, i), texts[i]);
  }
  require_rewritable(made.range(), written.members().size());
}

void expect_right_package(std::string_view text) {
  const PackageFile index{"indexes/index.cdxj", std::string(64, '0'), 5};
  const auto made = data_package_with(text, {{"archive/data.warc.gz", std::string(64, '1'), 7}}, {"x"}, index);
  if (made) EXPECT_TRUE(data_package_with(*made, {}, {}, index)) << *made;
  static_cast<void>(lost_with_digest(text));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    expect_nothing_lost(MemoryFile(bytes));
  } catch (const InputError&) {
    // It is none, or one that stays as it is.
  }
  expect_right_package(bytes);
  if (testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed()) std::abort();
  return 0;
}
