// The Sink adds the result of each job to a Report, and the lines about each new archive to a CaptureIndex, and has
// both put in place after the last job. HtmlReport makes its rows from the same objects.

#pragma once

#include <string>
#include <vector>

#include "../../describe/json_object.h"
#include "../inputs/job.h"
#include "../outputs/destination.h"
#include "../outputs/outcome.h"
#include "../outputs/writer.h"

namespace absolve::cli {

/// --report: JSON Lines, one object for each input, in order, whatever its result. data/schema/report.schema.json says
/// what each member means:
///
///     {"file":"a/page.html","status":"changed","exit":0,"output":null,"type":"text/html","base":"http://a/b/",
///      "base_from":"retrieval","documents":1,"links":12,"rewritten":9,"absolute":1,"kept":2,"relative":2,
///      "reasons":{"no-base":2},"notes":["2 references left unchanged: the base is undefined"],"error":null}
///
/// The object of a web archive is preceded by one for each of its records that was examined: those in which something
/// was read, or for which a message says why not. The result of a record is only about the record itself: an archive
/// that failed was not written, whatever the results of its records are. The object of the archive has their sums.
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
