// The Sink adds the result of each job to a Report, and the lines about each new archive to a CaptureIndex, and has
// both put in place after the last job. HtmlReport makes its rows from the same objects.

#pragma once

#include <string>
#include <vector>

#include "../inputs/job.h"
#include "../outputs/destination.h"
#include "../outputs/outcome.h"
#include "../outputs/writer.h"
#include "../views/json.h"

namespace absolve::cli {

/// --report: JSON Lines, one object for each input, in order, whatever its result:
///
///     {"file":"a/page.html","status":"changed","exit":0,"output":null,"type":"text/html","base":"http://a/b/",
///      "base_from":"retrieval","documents":1,"links":12,"rewritten":9,"absolute":1,"kept":2,"relative":2,
///      "reasons":{"no-base":2},"notes":["2 references left unchanged: the base is undefined"],"error":null}
///
///     file          the input as it was named or found; "-" is standard input
///     file_bytes    only if that name is not UTF-8, so that `file` has U+FFFD for each invalid byte: its bytes, all
///                   percent-encoded except ASCII letters, digits and `-._~/`
///     status        changed, unchanged, skipped or failed
///     exit          the exit status that this input alone would give: 0; 1: --check found relative references in it;
///                   2: it failed; 3: something in it that may hold links could not be read and was left
///     output        where the new file is, or would be without --dry-run; null: it replaces the input, or there is no
///                   new file
///     output_bytes  as file_bytes
///     type          media type of its first document; null: it was not read
///     base          of that document; null: undefined
///     base_from     where the base comes from, by the names of --list --json; "none": undefined
///     documents     how many it holds
///     links         how many: the sum of rewritten, absolute (already so) and kept
///     relative      how many of the kept links are relative links that --check would report
///     reasons       how many links are kept for each reason, by the names of --list --json
///     notes         its messages, up to a limit
///     error         why it failed or was skipped; null: it was neither
///
/// The object of a web archive is preceded by one for each of its records that was examined: those in which something
/// was read, or for which a message says why not. They have the same members, but instead of `output`:
///
///     record         its WARC-Record-ID; "" if it has none
///     record_number  its number among the records that are read, from 1
///     url            its WARC-Target-URI; null: it has none
///     record_type    its WARC-Type; null: it has none, as in ARC
///     http_status    of the response in it; null: there is none
///
/// The result of a record is only about the record itself: an archive that failed was not written, whatever the results
/// of its records are. The object of the archive has their sums; `"record"` distinguishes the two kinds of objects.
///
/// Members come in this order. Later versions may add some, but will not change any. The file appears under its name at
/// the end of the run; if the run is killed, there is none. Memory is that of one line. looks_like_report() recognizes
/// it by its first members.
class Report {
 public:
  /// Throws FileError.
  explicit Report(const std::string& path);

  /// Throws FileError.
  void add(const Job& job, const Outcome& outcome);
  /// Adds a record of the archive that is added next. Throws FileError.
  void add_record(const Job& job, const RecordOutcome& record);
  /// Throws FileError.
  void commit();

 private:
  Destination destination_;
  Writer out_;
};

/// The object of an input, to which further members may be added. Linear.
[[nodiscard]] JsonObject report_object(const Job& job, const Outcome& outcome);
[[nodiscard]] JsonObject report_object(const Job& job, const RecordOutcome& record);

/// --cdxj: an index of all archives that are written, sorted bytewise. All lines are held in memory. The file appears
/// under its name at the end of the run.
class CaptureIndex {
 public:
  /// Throws FileError.
  explicit CaptureIndex(const std::string& path) : destination_(path) {}

  void add(std::vector<std::string>&& lines);
  /// Throws FileError.
  void commit();

 private:
  Destination destination_;
  std::vector<std::string> lines_;
};

}  // namespace absolve::cli
