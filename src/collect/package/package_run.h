// What the runs over a WACZ and over a book have in common: they tell the observer when a member begins and ends, add
// up the results of members, and write the package at the end.

#pragma once

#include "../../zip/new_archive.h"
#include "../output.h"
#include "../run.h"
#include "absolve/rewriter.h"
#include "bad_member.h"

namespace absolve::collect {

/// A run over one package (run_file()). What derives from it runs the members, and says what becomes of them.
///
///     begin_member(), units of the member, end_member(), ...; the package as a unit; its bytes
class PackageRun {
 protected:
  PackageRun(const RunSettings& settings, const WriteFunction& write, const Input& input, const Observer& observer)
      : settings_(settings),
        input_(input),
        observer_(observer),
        is_made_(write != nullptr || settings.is_made),
        writes_(write != nullptr),
        output_(write, observer, settings.is_stopped) {}
  ~PackageRun() = default;

  [[nodiscard]] Rewritten& result() noexcept { return output_.result(); }
  /// A member is processed: `run` shows its units to an observer, and returns what else there is to say. Throws
  /// BadInput with the name of the member.
  template <class Run>
  Rewritten run_member(const zip::Member& member, const Run& run) {
    if (observer_.begin_member) observer_.begin_member(member.name);
    try {
      Rewritten made = run();
      if (observer_.end_member) observer_.end_member(made);
      add(member, made);
      return made;
    } catch (const BadInput& error) {
      throw BadMember(member.name, error.what());
    }
  }
  /// All members were processed: writes the package, as `made` says, if anything changes.
  void end(const zip::Archive& old, const zip::NewArchive* made);

  const RunSettings& settings_;
  const Input& input_;
  const Observer& observer_;
  const bool is_made_;  // new members are made, even if nothing is written: they are counted
  const bool writes_;
  Output output_;

 private:
  void add(const zip::Member& member, Rewritten& made);
};

}  // namespace absolve::collect
