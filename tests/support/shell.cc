#include "shell.h"

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "table.h"

namespace absolve::test {

ShellResult run_shell_with(const std::string& programs, const std::string& script, const std::string& directory) {
  return run_shell("for program in " + programs + "; do command -v $program > /dev/null || { echo $program; exit " +
                       std::to_string(test::missing) + "; }; done\n" + script,
                   directory);
}

TemporaryDirectory::TemporaryDirectory() {
  std::string pattern = (std::filesystem::temp_directory_path() / "absolve-test.XXXXXX").string();
  path_ = ::mkdtemp(pattern.data());
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

ShellResult run_shell(const std::string& script, const std::string& directory) {
  const TemporaryDirectory outside;
  const std::string script_file = outside.path() + "/script";
  const std::string out = outside.path() + "/out";
  const std::string err = outside.path() + "/err";
  std::ofstream(script_file, std::ios::binary) << script;
  const std::string command = "cd '" + directory + "' && PATH='" ABSOLVE_BIN_DIR "':\"$PATH\" LC_ALL=C TERM=dumb sh '" +
                              script_file + "' > '" + out + "' 2> '" + err + "' < /dev/null";
  const int status = std::system(command.c_str());
  return {read_file(out), read_file(err), WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
}

}  // namespace absolve::test
