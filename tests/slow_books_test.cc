#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>
#include <string>

#include "support/archive_test.h"

namespace absolve {
namespace {

constexpr const char* checker = "/usr/share/java/epubcheck.jar";

class Books : public test::ArchiveTest {
 protected:
  /// The errors that epubcheck finds, by their IDs. A resource that a book must not fetch (RSC-006) is one that
  /// it lacked (RSC-007).
  [[nodiscard]] std::map<std::string, int> errors_in(const std::string& name) const {
    std::istringstream found(run("java -jar " + std::string(checker) + " " + name +
                                 " 2>&1 | grep -oE '^(ERROR|FATAL)[(][A-Z]+-[0-9]+' | sed s/RSC-006/RSC-007/ ")
                                 .out);
    std::map<std::string, int> errors;
    for (std::string id; std::getline(found, id);) ++errors[id];
    return errors;
  }
};

/// epubcheck finds nothing new: links that led out of the book were errors, and are none any more.
TEST_F(Books, HaveNoNewErrors) {
  const std::filesystem::path books = test::testdata("../../shared/corpus/epub");
  if (!std::filesystem::exists(checker)) GTEST_SKIP() << "skipped: there is no epubcheck";
  if (!std::filesystem::exists(books)) GTEST_SKIP() << "skipped: there is no corpus of books";
  for (const auto& entry : std::filesystem::directory_iterator(books)) {
    if (entry.path().extension() != ".epub") continue;
    SCOPED_TRACE(entry.path().filename());
    std::filesystem::copy_file(entry.path(), place_.path() + "/x.epub",
                               std::filesystem::copy_options::overwrite_existing);
    std::map<std::string, int> before = errors_in("x.epub");
    const test::ShellResult result = run("absolve -q -i --url http://h/s/ x.epub");
    EXPECT_EQ(result.status, 0) << result.err;
    for (const auto& [id, count] : errors_in("x.epub")) EXPECT_LE(count, before[id]) << id;
  }
}

}  // namespace
}  // namespace absolve
