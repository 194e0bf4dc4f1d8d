#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace absolve::test {

/// Two corpora of pages, messages and feeds: a small one of our own, in testdata/corpus, and a larger one of other
/// people's, which is not part of the project.
enum class Corpus : unsigned char { own, others };

[[nodiscard]] std::string name_of(Corpus corpus);

void PrintTo(Corpus corpus, std::ostream* out);

/// Name and bytes of each, by name.
using Files = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] Files pages_of(Corpus corpus);
[[nodiscard]] Files messages_of(Corpus corpus);
[[nodiscard]] Files feeds_of(Corpus corpus);

/// The folders that messages_of and feeds_of read.
[[nodiscard]] std::string messages_folder(Corpus corpus);
[[nodiscard]] std::string feeds_folder(Corpus corpus);

/// For tests that run on each corpus; skipped, with a message, where it is missing.
class OverCorpora : public testing::TestWithParam<Corpus> {
 protected:
  void SetUp() override;
};

[[nodiscard]] inline auto each_corpus() { return testing::Values(Corpus::own, Corpus::others); }

}  // namespace absolve::test
