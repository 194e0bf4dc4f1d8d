#include "globs.h"

#include <fnmatch.h>

#include <algorithm>

#include "../options/usage_error.h"

namespace absolve::cli {

Globs::Globs(const std::vector<std::string>& includes, const std::vector<std::string>& excludes) {
  for (const std::string& text : includes) {
    includes_.push_back(glob_of("--include", text));
    if (!includes_.back().is_of_folders) continue;
    throw UsageError("--include: '" + text + "' matches only folders, but --include selects files (" + text +
                     "* matches the files below it)");
  }
  for (const std::string& text : excludes) excludes_.push_back(glob_of("--exclude", text));
}

Globs::Glob Globs::glob_of(const char* option, std::string text) {
  Glob glob{std::move(text), false, false};
  const std::string given = glob.pattern;
  while (glob.pattern.ends_with('/')) {
    glob.pattern.pop_back();
    glob.is_of_folders = true;
  }
  glob.is_of_paths = glob.pattern.find('/') != std::string::npos;
  while (glob.pattern.starts_with('/') || glob.pattern.starts_with("./")) {
    glob.pattern.erase(0, glob.pattern.find('/') + 1);
  }
  if (glob.pattern.empty()) throw UsageError(std::string(option) + ": '" + given + "' matches no name");
  return glob;
}

bool Globs::matches(const Glob& glob, const char* name, const char* path) {
  return ::fnmatch(glob.pattern.c_str(), glob.is_of_paths ? path : name, 0) == 0;
}

bool Globs::takes_file(const char* name, const char* path) {
  const auto matches_it = [&](const Glob& glob) { return !glob.is_of_folders && matches(glob, name, path); };
  if (!includes_.empty()) {
    were_asked_ = true;
    if (std::ranges::none_of(includes_, matches_it)) return false;
    have_matched_ = true;
  }
  return std::ranges::none_of(excludes_, matches_it);
}

bool Globs::enters(const char* name, const char* path) const {
  return std::ranges::none_of(excludes_, [&](const Glob& glob) { return matches(glob, name, path); });
}

}  // namespace absolve::cli
