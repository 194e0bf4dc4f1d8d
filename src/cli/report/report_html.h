// The Sink adds the result of each job to an HtmlReport, as to a Report, and passes it the sums of the run after the
// last job.

#pragma once

#include <map>
#include <string>
#include <string_view>

#include "../../describe/json_object.h"
#include "../inputs/job.h"
#include "../outputs/destination.h"
#include "../outputs/outcome.h"
#include "../outputs/writer.h"

namespace absolve::cli {

/// --report-html: a single self-contained page for people: it loads nothing, and its content security policy only
/// allows its own script. The results of files are in it as JSON, from which the script makes the rows that are shown;
/// the sums are markup, so they are visible without scripts, too. The page appears under its name at the end.
/// looks_like_report() recognizes it by its title. It is written while files are processed: memory is that of one file,
/// and of one counter for each element name.
class HtmlReport {
 public:
  /// How many notes of an input are shown; for links, see max_examples.
  static constexpr std::size_t max_notes = 20;
  /// How much of a name or a link is shown, in bytes.
  static constexpr std::size_t max_text = 4096;
  /// If a page has more than so many bytes of links, or of notes, those of later files are left out, and the page says
  /// so: a browser must hold all of it.
  static constexpr std::size_t max_example_bytes = std::size_t{48} << 20;
  static constexpr std::size_t max_note_bytes = std::size_t{16} << 20;
  /// The same for the records of archives.
  static constexpr std::size_t max_record_bytes = std::size_t{16} << 20;

  /// Throws FileError.
  explicit HtmlReport(const std::string& path);

  /// Throws FileError.
  void add(const Job& job, const Outcome& outcome);
  /// Adds a record of the archive that is added next, where it is listed. Throws FileError.
  void add_record(const Job& job, const RecordOutcome& record);
  /// `seconds` is the duration of the run; `is_dry` means that no file was written. `date` is that of the run, in the
  /// form that WARC wants; `command` is the command as it was given; "" if it is unknown. Throws FileError.
  void commit(const Totals& totals, double seconds, bool is_dry = false, std::string_view date = {},
              std::string_view command = {});

 private:
  /// What is left to do, or that nothing is.
  [[nodiscard]] std::string headline(const Totals& totals, bool is_dry) const;
  [[nodiscard]] std::string relative_links() const;
  /// Writes the part of the page before {{mark}}.
  void write_until(std::string_view mark);
  /// Writes an object of the list. Returns its size in bytes.
  std::size_t write(const JsonObject& object);

  Destination destination_;
  Writer out_;
  std::string_view rest_;  // the rest of the page
  bool is_first_ = true;
  std::size_t example_bytes_ = 0;
  std::size_t note_bytes_ = 0;
  std::size_t record_bytes_ = 0;
  std::string records_of_;            // the last archive with such a record
  std::size_t records_left_out_ = 0;  // for the archive that is added next
  LinkCountsByElement elements_;
  std::map<Reason, std::size_t> kept_;
  std::size_t relative_ = 0;       // links
  std::size_t with_relative_ = 0;  // files
  std::size_t partly_unread_ = 0;  // files
};

}  // namespace absolve::cli
