#pragma once

#include <string>

#include "../inputs/job.h"
#include "../outputs/destination.h"
#include "../outputs/outcome.h"
#include "../outputs/writer.h"
#include "../views/json.h"

namespace absolve::cli {

/// --report: JSON Lines, an object for each input, in their order, whatever its result:
///
///     {"file":"a/page.html","status":"changed","exit":0,"output":null,"type":"text/html","base":"http://a/b/",
///      "base_from":"retrieval","documents":1,"links":12,"rewritten":9,"absolute":1,"kept":2,"relative":2,
///      "reasons":{"no-base":2},"notes":["2 references were left, as their base is undefined"],"error":null}
///
///     file          the input as it was named or found; "-" is standard input
///     file_bytes    only where that is no UTF-8, and file has U+FFFD for each byte that is none: its bytes,
///                   percent-encoded but for ASCII letters, digits and `-._~/`
///     status        changed, unchanged, skipped or failed
///     exit          the exit status that this input alone would give: 0; 1: --check found relative references in it;
///                   2: it failed; 3: something in it that may hold links could not be read and was left
///     output        where the new file is, or would be without --dry-run; null: in the place of the input, or nowhere
///     output_bytes  as file_bytes
///     type          media type of its first document; null: it was not read
///     base          of that document; null: undefined
///     base_from     where that comes from, by the names of --list --json; "none": undefined
///     documents     how many it holds
///     links         how many: the sum of rewritten, absolute (already so) and kept
///     relative      how many of those that are kept are relative links which --check would name
///     reasons       how many stay for which reason, by the names of --list --json
///     notes         its messages, within bounds
///     error         why it failed or was skipped; null: it was neither
///
/// Before the object of a web archive comes one for each of its records that was looked at: in which something was
/// read, or of which it is said why nothing was. It has the same members, but in the place of `output`
///
///     record         its WARC-Record-ID; "": it has none
///     record_number  its number among the records that are read, from 1
///     url            its WARC-Target-URI; null: it has none
///     record_type    its WARC-Type; null: it has none, as in ARC
///     http_status    of the response in it; null: there is none
///
/// What became of it is as far as it goes: an archive that failed was not written, whatever its records say. In the
/// object of the archive they are summed; `"record"` tells its objects apart.
///
/// Members come in this order. Later versions may add some, and change none. The file appears under its name at the end
/// of the run, and is not there where the run was killed. Memory is that of one line. By its first members
/// looks_like_report() knows it again.
class Report {
 public:
  /// Throws FileError.
  explicit Report(const std::string& path);

  /// Throws FileError.
  void add(const Job& job, const Outcome& outcome);
  /// A record of the archive that is added next. Throws FileError.
  void add_record(const Job& job, const RecordOutcome& record);
  /// Throws FileError.
  void commit();

 private:
  Destination destination_;
  Writer out_;
};

/// The object of an input, which may get further members. Linear.
[[nodiscard]] JsonObject report_object(const Job& job, const Outcome& outcome);
[[nodiscard]] JsonObject report_object(const Job& job, const RecordOutcome& record);

}  // namespace absolve::cli
