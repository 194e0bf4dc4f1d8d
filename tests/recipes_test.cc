#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "support/recipe.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

using test::recipe;

/// The lines of an inbox that hold a link, after a message has been delivered by a script; `skip` where the program is
/// missing.
std::string delivered(const std::string& program, const std::string& message, const std::string& script) {
  const test::TemporaryDirectory place;
  std::ofstream(place.path() + "/recipe", std::ios::binary)
      << (program == "sh" ? test::recipe_for_servers() : recipe(program));
  std::ofstream(place.path() + "/message", std::ios::binary) << message;
  const test::ShellResult result =
      test::run_shell("command -v " + program + " > /dev/null || { echo skip; exit; }\n" + script +
                          "\n[ $? = 0 ] || echo \"not delivered\"; grep href inbox\n",
                      place.path());
  return result.out + result.err;
}

constexpr const char* message =
    "From: a@a.example\nContent-Base: http://a.example/garden/\nContent-Type: text/html\n\n"
    "<a href=june.html>\n";
constexpr const char* rewritten = "<a href=http://a.example/garden/june.html>\n";
constexpr const char* as_it_came = "<a href=june.html>\n";

constexpr const char* by_procmail = R"sh(
{ printf 'PATH=%s\nSHELL=/bin/sh\nMAILDIR=.\nDEFAULT=inbox\nLOGFILE=log\n' "$PATH"; cat recipe; } > rc
procmail ./rc < message)sh";
constexpr const char* by_maildrop = R"sh(
{ printf 'PATH="%s"\nDEFAULT="./inbox"\n' "$PATH"; cat recipe; } > rc; chmod 600 rc
maildrop ./rc < message 2> log)sh";
// What a mail server runs.
constexpr const char* by_script = R"sh(
sh ./recipe sh -c 'cat > inbox' < message 2> log)sh";
// An absolve that fails, after it has printed something.
constexpr const char* that_fails = R"sh(
mkdir bin; printf '#!/bin/sh\necho "<a href=half"; exit 2\n' > bin/absolve; chmod +x bin/absolve; PATH=$PWD/bin:$PATH)sh";

class MailRecipe : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(MailRecipe, RewritesWhatIsDelivered) {
  const auto& [program, script] = GetParam();
  const std::string links = delivered(program, message, script);
  if (links == "skip\n") GTEST_SKIP() << "skipped: " << program << " is missing";
  EXPECT_EQ(links, rewritten);
}

TEST_P(MailRecipe, LosesNoMailWhereAbsolveFails) {
  const auto& [program, script] = GetParam();
  const std::string links = delivered(program, message, std::string(that_fails) + script);
  if (links == "skip\n") GTEST_SKIP() << "skipped: " << program << " is missing";
  EXPECT_EQ(links, as_it_came);
}

/// A message that absolve leaves in part, as an encoding in it is unknown, is no failure with --lenient.
TEST_P(MailRecipe, DeliversWhatIsLeft) {
  const auto& [program, script] = GetParam();
  const std::string links = delivered(
      program, "From: a@a.example\nContent-Type: text/html\nContent-Transfer-Encoding: x\n\n<a href=june.html>\n",
      script);
  if (links == "skip\n") GTEST_SKIP() << "skipped: " << program << " is missing";
  EXPECT_EQ(links, as_it_came);
}

/// What doc/recipes.md names in the place of `--quiet`, with a log in this folder.
TEST_P(MailRecipe, LogsWarnings) {
  const auto& [program, script] = GetParam();
  const std::string with_log = "sed -i 's|--quiet --lenient --type mime|--lenient --type mime 2>> absolve.log|' recipe";
  const std::string all = delivered(program, "DKIM-Signature: v=1; h=from; bh=x\n" + std::string(message),
                                    with_log + script + "\ngrep -o 'DKIM-Signature no longer matches' absolve.log");
  if (all == "skip\n") GTEST_SKIP() << "skipped: " << program << " is missing";
  EXPECT_EQ(all, std::string("DKIM-Signature no longer matches\n") + rewritten);
}

/// Nothing but 75 (EX_TEMPFAIL) makes a mail server try again. The command is not run where the message isn't complete.
TEST(MailRecipes, TryAgainWhatElseFails) {
  const struct {
    const char* before;  // in the place of programs
    const char* command;
    const char* expected;
  } rows[] = {
      {"", "false", "75\n"},
      {"", "sh -c 'exit 69'", "75\n"},
      {"", "no-such-command", "75\n"},
      {"mktemp() { return 1; }", "echo run", "75\n"},
      {"cat() { return 1; }", "echo run", "75\n"},
      {"absolve() { return 3; }; cp() { return 1; }", "echo run", "75\n"},
      {"absolve() { return 2; }", "cat", "x\n0\n"},
      {"absolve() { sh -c 'kill -9 $$'; }", "cat", "x\n0\n"},
  };
  for (const auto& [before, command, expected] : rows) {
    const test::TemporaryDirectory place;
    std::ofstream(place.path() + "/recipe", std::ios::binary) << before << "\n" << test::recipe_for_servers();
    const test::ShellResult result = test::run_shell(
        "mkdir t; echo x | TMPDIR=$PWD/t sh ./recipe " + std::string(command) + " 2> log; echo $?; ls t", place.path());
    EXPECT_EQ(result.out, expected) << before << command;
  }
}

TEST(MailRecipes, AreThoseOfTheManual) {
  const std::string source = test::read_file(std::string(ABSOLVE_TESTDATA) + "/../src/manual/manual.1.in");
  const std::string manual = test::replaced(source, "\\-", "-");
  for (const char* language : {"procmail", "maildrop", "sieve"}) {
    EXPECT_NE(recipe(language), "") << language;
    EXPECT_NE(manual.find(".nf\n" + recipe(language) + ".fi\n"), std::string::npos) << language;
  }
}

INSTANTIATE_TEST_SUITE_P(Documents, MailRecipe,
                         testing::Values(std::pair("procmail", by_procmail), std::pair("maildrop", by_maildrop),
                                         std::pair("sh", by_script)),
                         [](const auto& each) { return std::string(each.param.first); });

}  // namespace
}  // namespace absolve
