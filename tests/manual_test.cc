#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "../src/cli/options/help.h"
#include "../src/cli/options/option_table.h"
#include "../src/cli/options/settings.h"
#include "../src/cli/report/report.h"
#include "../src/manual/manual.h"
#include "../src/rules/known_options.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve::cli {
namespace {

namespace fs = std::filesystem;
using Kind = Argument::Kind;

/// What is said against a command line; "": nothing.
std::string refusal(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "absolve");
  std::vector<const char*> words;
  for (const std::string& argument : arguments) words.push_back(argument.c_str());
  try {
    (void)parse(static_cast<int>(words.size()), words.data());
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

/// An option as it is given, with a word of the table or any other.
std::string given(const Option& option, const std::string& word = "0") {
  const std::string name = "--" + std::string(option.name());
  return option.takes_word() ? name + "=" + word : name;
}

std::string source() { return test::read_file(std::string(ABSOLVE_TESTDATA) + "/../src/manual/manual.1.in"); }

/// What the manual says of an option.
std::string told(const Option& option) {
  std::string page = test::replaced(manual(source()), "\\-", "-");
  for (const char* font : {"\\fB", "\\fI", "\\fR"}) page = test::replaced(page, font, "");
  const std::string letter = option.letter().empty() ? "" : "-" + std::string(option.letter()) + ", ";
  const std::size_t begin = page.find(".TP\n" + letter + option.usage() + "\n");
  return begin == std::string::npos ? "" : page.substr(begin, page.find("\n.", begin) + 1 - begin);
}

/// A shell script, with what the build has made in $made, and a folder to complete files of.
test::ShellResult run(const std::string& script) {
  const test::TemporaryDirectory place;
  std::ofstream(place.path() + "/lines") << [] {
    std::string lines;
    for (const test::Row& row : test::read_table("manual/completions.tsv", 3)) lines += row.fields[0] + "\n";
    return lines;
  }();
  const fs::path folder = fs::path(place.path()) / "files";
  fs::create_directories(folder / "june");
  for (const char* file : {"a page.html", "garden.html"}) std::ofstream(folder / file) << "";
  return test::run_shell("made=" ABSOLVE_BIN_DIR "/manual; support=" ABSOLVE_TESTDATA "/../tests/support\n" + script,
                         folder.string());
}

/// Whether a program is there; else the test is skipped.
bool has(const std::string& program) { return run("command -v " + program + " > /dev/null").status == 0; }

/// Those of documents stand in a table of the library, too (options_from()), and are the same there, in the
/// same order.
TEST(Manual, OptionsOfDocumentsAreThoseOfTheLibrary) {
  std::vector<std::string_view> met;
  for_each_option([&](const Option& option) {
    const auto all = known_options();
    const auto known = std::ranges::find(all, option.name(), &KnownOption::name);
    if (known == all.end()) return;
    met.push_back(known->name);
    EXPECT_EQ(option.takes_word(), known->takes_value && !known->may_lack_value) << option.names;
    EXPECT_EQ(option.traits.repeats, known->repeats) << option.names;
    if (!option.takes_word()) return;
    EXPECT_TRUE(std::ranges::equal(option.argument.choices, known->words)) << option.names;
  });
  EXPECT_TRUE(std::ranges::equal(met, known_options(), {}, {}, &KnownOption::name));
}

TEST(Options, HaveNamesOfTheirOwn) {
  std::set<std::string_view> seen;
  for_each_option([&](const Option& option) {
    EXPECT_TRUE(seen.insert(option.name()).second) << option.name();
    if (!option.letter().empty()) {
      EXPECT_EQ(option.letter().size(), 1U) << option.names;
      EXPECT_TRUE(seen.insert(option.letter()).second) << option.names;
    }
    EXPECT_EQ(option.argument.name.empty(), option.argument.kind == Kind::none) << option.name();
    const bool has_choices = option.argument.kind == Kind::choice || option.argument.kind == Kind::list;
    EXPECT_EQ(option.argument.choices.empty(), !has_choices) << option.name();
    EXPECT_LE(option.summary().size(), 80U) << option.name();
  });
  EXPECT_GT(seen.size(), 50U);
}

TEST(Options, TakeTheWordsOfTheTableAndNoOthers) {
  for_each_option([](const Option& option) {
    if (option.argument.choices.empty()) return;
    std::string words;
    for (const std::string_view word : option.argument.choices) {
      EXPECT_EQ(refusal({"--url=http://h/", given(option, std::string(word))}), "") << option.name();
      words.append(words.empty() ? "" : ", ").append(word);
    }
    EXPECT_EQ(refusal({"--url=http://h/", given(option, "nothing-so")}),
              "--" + std::string(option.name()) + ": 'nothing-so' is not one of " + words);
    for (const std::string_view word : option.argument.choices) {
      EXPECT_NE(option.text.find(word), std::string_view::npos) << option.name() << " doesn't explain " << word;
    }
  });
}

bool excludes(const Option& option, const Option& other) {
  return std::ranges::count(option.traits.excludes, other.name()) > 0;
}

TEST(Options, AreWrongUsageWhereTheTableForbidsThem) {
  std::string script;
  std::string expected;
  std::size_t count = 0;
  const auto expect = [&](const std::string& options, const std::string& message) {
    script += "absolve " + options + " page.html 2>&1; echo $?\n";
    expected += "absolve: " + message + "\nabsolve: try 'absolve --help'\n2\n";
    ++count;
  };
  for_each_option([&](const Option& option) {
    const std::string name = "--" + std::string(option.name());
    const auto& needs = option.traits.needs;
    if (!needs.empty()) expect(given(option), name + " needs " + alternatives(needs));
    for_each_option([&](const Option& other) {
      if (!excludes(option, other)) return;
      EXPECT_FALSE(excludes(other, option)) << name << " and --" << other.name() << ": said twice";
      expect(given(other) + " " + given(option),
             name + " and --" + std::string(other.name()) + " can't be used together");
    });
  });
  EXPECT_EQ(run(script).out, expected);
  EXPECT_EQ(count, 4U + 39U);  // none was lost: needs, and pairs
}

TEST(Options, GoTogetherWhereTheTableAllowsIt) {
  for_each_option([](const Option& option) {
    for_each_option([&](const Option& other) {
      if (excludes(option, other) || excludes(other, option)) return;
      const std::string error = refusal({given(option), given(other), "page.html"});
      EXPECT_EQ(error.find("can't be used together"), std::string::npos) << error;
      const bool is_enough = std::ranges::count(option.traits.needs, other.name()) > 0;
      EXPECT_FALSE(is_enough && error.starts_with("--" + std::string(option.name()) + " needs")) << error;
    });
  });
  EXPECT_EQ(refusal({"-i", "-o", "-", "page.html"}), "");  // standard output, as without -o
  EXPECT_EQ(refusal({"-i.orig", "--list", "page.html"}), refusal({"-i", "--list", "page.html"}));
}

TEST(Manual, SaysWhichOptionsGoTogether) {
  EXPECT_EQ(alternatives({"a", "b", "c"}), "--a, --b or --c");
  for_each_option([](const Option& option) {
    const std::string text = told(option);
    EXPECT_NE(text, "") << option.name();
    const std::string needs = "\nNeeds " + alternatives(option.traits.needs) + ".\n";
    EXPECT_EQ(text.find(needs) != std::string::npos, !option.traits.needs.empty()) << text;
    for_each_option([&](const Option& other) {
      const std::regex name("\nNot together with (.* )?--" + std::string(other.name()) + "[ ,.]");
      EXPECT_EQ(std::regex_search(text, name), excludes(option, other) || excludes(other, option))
          << text << other.name();
    });
  });
}

TEST(Options, FitEightyColumnsInHelp) {
  for (const Help which : {Help::common, Help::all}) {
    std::istringstream lines(help(which));
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(line.size(), 80U) << line;
    EXPECT_GT(count, 50U);
  }
}

/// -h fits on the smallest terminals, with the line of the next prompt.
TEST(Options, FitOneScreenInBrief) {
  std::istringstream lines(help(Help::brief));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(line.size(), 80U) << line;
  EXPECT_LE(count, 24U);
  std::size_t options = 0;
  for_each_option([&](const Option& option) {
    const bool is_shown = help(Help::brief).find(option.usage() + " ") != std::string::npos;
    EXPECT_EQ(is_shown, !option.traits.in_brief.empty()) << option.name();
    EXPECT_TRUE(option.traits.is_common || !is_shown) << option.name() << " is missing in --help";
    options += is_shown ? 1 : 0;
  });
  EXPECT_EQ(options, 13U);
}

/// About twenty, each of which there is, and each option with --help=all.
TEST(Options, StandInHelp) {
  std::size_t common = 0;
  for_each_option([&](const Option& option) {
    const std::string line = option.usage();
    EXPECT_NE(help(Help::all).find(line), std::string::npos) << line;
    common += help(Help::common).find(line) != std::string::npos ? 1 : 0;
  });
  EXPECT_EQ(common, 24U);  // and --lenient, of which the exit status speaks
}

TEST(Manual, HoldsEachOption) {
  const std::string page = manual(source());
  for (const char* place : {"@OPTIONS@", "@VERSION@"}) EXPECT_EQ(page.find(place), std::string::npos) << place;
  for_each_option([&](const Option& option) {
    const std::string name = test::replaced(option.name(), "-", "\\-");
    EXPECT_NE(page.find("\\fB\\-\\-" + name + "\\fR"), std::string::npos) << name;
    EXPECT_TRUE(option.letter().empty() ||
                page.find("\\fB\\-" + std::string(option.letter()) + "\\fR, \\fB\\-\\-" + name) != std::string::npos)
        << name;
  });
}

/// Options that the text speaks of are options that there are.
TEST(Manual, SpeaksOfNoOtherOptions) {
  std::set<std::string> names = {"xattr", "save-headers"};  // of wget and curl
  for_each_option([&](const Option& option) { names.emplace(option.name()); });
  const std::string page = test::replaced(source(), "\\-", "-");
  const std::regex option("--([a-z][a-z-]*)");
  std::size_t count = 0;
  for (auto match = std::sregex_iterator(page.begin(), page.end(), option); match != std::sregex_iterator(); ++match) {
    EXPECT_TRUE(names.contains((*match)[1])) << (*match)[1];
    ++count;
  }
  EXPECT_GT(count, 40U);
}

TEST(Manual, NamesAllReasonsAndAllThatOffersABase) {
  const std::string page = test::replaced(source(), "\\-", "-");
  const auto expect_name = [&](std::string_view name) {
    EXPECT_TRUE(std::regex_search(page, std::regex("[ ,]" + std::string(name) + "[ ,.\n]"))) << name;
  };
  for (int reason = 1; reason <= static_cast<int>(Reason::conditional); ++reason) {
    expect_name(name_of(static_cast<Reason>(reason)));
  }
  for (int from = 0; from <= static_cast<int>(BaseFrom::none); ++from)
    expect_name(name_of(static_cast<BaseFrom>(from)));
}

TEST(Version, IsThatOfTheCitation) {
  const std::string citation = test::read_file(std::string(ABSOLVE_TESTDATA) + "/../CITATION.cff");
  EXPECT_NE(citation.find("\nversion: " + manual("@VERSION@") + "\n"), std::string::npos) << citation;
}

/// What the code and a schema name in the same order.
TEST(Schemas, NameAllReasonsAndAllThatOffersABase) {
  std::string all_reasons;
  std::string all_from;
  const auto add = [](std::string& list, std::string_view name) {
    list.append(list.empty() ? "\"" : ",\"").append(name).append("\"");
  };
  for (int reason = 1; reason <= static_cast<int>(Reason::relative_only); ++reason)
    add(all_reasons, name_of(static_cast<Reason>(reason)));
  for (int from = 0; from <= static_cast<int>(BaseFrom::none); ++from)
    add(all_from, name_of(static_cast<BaseFrom>(from)));
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(std::string(ABSOLVE_TESTDATA) + "/../data/schema")) {
    const std::string schema = std::regex_replace(test::read_file(entry.path().string()), std::regex("\\s+"), "");
    for (const auto& [name, list] : {std::pair("reason", all_reasons), std::pair("base_from", all_from)}) {
      const std::regex definition("\"" + std::string(name) + R"(":\{"description":"[^"]*","enum":\[([^\]]*)\])");
      std::smatch match;
      if (!std::regex_search(schema, match, definition)) continue;
      EXPECT_EQ(match[1], list) << entry.path();
      ++count;
    }
  }
  EXPECT_EQ(count, 8U);
}

TEST(Manual, NamesAllMembersOfAReport) {
  const std::string page = test::replaced(source(), "\\-", "-");
  const std::size_t begin = page.find(".SS --report\n");
  const std::string section = page.substr(begin, page.find("\n.SH ", begin) - begin);
  Outcome outcome;
  outcome.output = "\xFF";  // no UTF-8
  const RecordOutcome record{.number = 1, .name = {}, .outcome = outcome};
  const std::string object =
      report_object({.path = "\xFF"}, outcome).str() + report_object({.path = "\xFF"}, record).str();
  const std::regex member("\"([a-z_]+)\":");
  std::size_t count = 0;
  for (auto match = std::sregex_iterator(object.begin(), object.end(), member); match != std::sregex_iterator();
       ++match) {
    const std::string name = (*match)[1];
    EXPECT_TRUE(std::regex_search(section, std::regex("\n\\.IR? (.*[ ,\"])?" + name + "[\n \"]"))) << name;
    ++count;
  }
  EXPECT_GT(count, 30U);
}

TEST(Manual, IsFoundCorrectByMandoc) {
  if (!has("mandoc")) GTEST_SKIP() << "skipped: mandoc is missing";
  const test::ShellResult result = run("mandoc -Tlint -Wwarning $made/absolve.1");
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.status, 0);
}

TEST(Manual, IsShownByMan) {
  if (!has("man")) GTEST_SKIP() << "skipped: man is missing";
  const test::ShellResult result = run("MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -l $made/absolve.1");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.status, 0);
  for (const char* heading : {"\nNAME\n", "\nSYNOPSIS\n", "\nOPTIONS\n", "\nEXIT STATUS\n", "\nSEE ALSO\n"}) {
    EXPECT_NE(result.out.find(heading), std::string::npos) << heading;
  }
}

TEST(Completions, HoldEachOption) {
  const std::string bash = bash_completion() + " ";
  const std::string zsh = zsh_completion();
  const std::string fish = fish_completion();
  for_each_option([&](const Option& option) {
    const std::string name(option.name());
    EXPECT_TRUE(bash.find(" --" + name + " ") != std::string::npos ||
                bash.find(" --" + name + "'") != std::string::npos)
        << name;
    EXPECT_NE(zsh.find("--" + name), std::string::npos) << name;
    EXPECT_NE(fish.find(" -l " + name + " "), std::string::npos) << name;
  });
}

/// Asks a shell, and compares its answers with a column of the table; "." in it is the line as it was.
void expect_answers(const std::string& script, std::size_t column) {
  const test::ShellResult result = run(script);
  EXPECT_EQ(result.err, "");
  std::istringstream answers(result.out);
  for (const test::Row& row : test::read_table("manual/completions.tsv", 3)) {
    std::string answer = "(none)";
    std::getline(answers, answer);
    EXPECT_EQ(answer, row.fields[row.fields[column] == "." ? 0 : column]) << row.where;
  }
}

TEST(Completions, AreOfferedByBash) {
  if (!has("bash")) GTEST_SKIP() << "skipped: bash is missing";
  expect_answers("bash --norc --noprofile $support/completions.bash $made/absolve.bash ../lines", 1);
}

/// What absolve-dask takes besides is offered after that alone.
TEST(Completions, KnowTheProgramForClusters) {
  if (!has("bash")) GTEST_SKIP() << "skipped: bash is missing";
  const auto offered = [](const std::string& words) {
    return run("made=$made bash --norc --noprofile -c '. $made/absolve.bash; COMP_WORDS=(" + words +
               "); COMP_CWORD=1; COMPREPLY=(); _absolve; echo ${COMPREPLY[@]}'")
        .out;
  };
  EXPECT_EQ(offered("absolve-dask --sch"), "--scheduler\n");
  EXPECT_EQ(offered("/usr/bin/absolve-dask --resol"), "--resolver\n");
  EXPECT_EQ(offered("absolve --sch"), "\n");
  EXPECT_NE(fish_completion().find("complete -c absolve-dask -w absolve\n"), std::string::npos);
  EXPECT_EQ(zsh_completion().find("#compdef absolve absolve-dask\n"), 0U);
}

TEST(Completions, AreOfferedByFish) {
  if (!has("fish")) GTEST_SKIP() << "skipped: fish is missing";
  EXPECT_EQ(run("HOME=$PWD/.. fish --no-execute $made/absolve.fish").status, 0);
  expect_answers("HOME=$PWD/.. fish $support/completions.fish $made/absolve.fish ../lines", 1);
}

TEST(Completions, AreOfferedByZsh) {
  if (!has("zsh")) GTEST_SKIP() << "skipped: zsh is missing";
  EXPECT_EQ(run("zsh -n $made/_absolve").status, 0);
  expect_answers("zsh -f $support/completions.zsh $made ../lines", 2);
}

/// The chapter on limits, as one line of text.
std::string limits() {
  std::string chapter = manual(source());
  chapter.erase(0, chapter.find("\n.SH LIMITS\n"));
  chapter.erase(chapter.find("\n.SH EXIT STATUS\n"));
  for (const char* font : {"\\fB", "\\fI", "\\fR"}) chapter = test::replaced(chapter, font, "");
  std::istringstream lines(chapter);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    // `.RI ( jsonl ):` is written without the blanks; of a lone font its text stays.
    static const std::regex pieces(R"(^\.(?:RI|IR|BI|BR) +(.*)$)");
    static const std::regex font(R"(^\.[BI] +(.*)$)");
    std::smatch match;
    if (std::regex_match(line, match, pieces)) {
      std::string joined;
      bool is_quoted = false;
      for (const char c : match[1].str()) {
        if (c == '"') is_quoted = !is_quoted;
        else if (c != ' ' || is_quoted) joined += c;
      }
      line = joined;
    } else if (std::regex_match(line, match, font)) {
      line = match[1].str();
    } else if (line.starts_with('.')) {
      continue;
    }
    text += line + " ";
  }
  return test::replaced(text, "\\-", "-");
}

/// A limit that is changed in the code, or in the manual, has to be changed in the table, too.
TEST(Manual, SaysTheLimitsOfTheCode) {
  const std::string chapter = limits();
  for (const test::Row& row : test::read_table("manual/limits.tsv", 3)) {
    const std::string code = test::read_file(std::string(ABSOLVE_TESTDATA) + "/../" + row.fields[0]);
    EXPECT_NE(code.find(row.fields[1]), std::string::npos) << row.where << ": " << row.fields[1];
    EXPECT_NE(chapter.find(row.fields[2]), std::string::npos) << row.where << ": " << row.fields[2] << "\n" << chapter;
  }
}

}  // namespace
}  // namespace absolve::cli
