#pragma once

#include <map>
#include <string>
#include <string_view>

#include "../inputs/job.h"
#include "../outputs/destination.h"
#include "../outputs/outcome.h"
#include "../outputs/writer.h"
#include "../views/json.h"

namespace absolve::cli {

/// --report-html: one page for people, with all that it needs in it: it loads nothing, and its policy lets it run its
/// own script alone. The results of files are in it as JSON, of which the script makes the rows that are looked at;
/// the sums of all of them are markup, and there without scripts, too. The page appears under its name at the end.
/// By its title looks_like_report() knows it again. It is written as files come: memory is that of one file, and of one
/// counter a kind of element.
class HtmlReport {
 public:
  /// How many notes of an input are shown; of links: max_examples.
  static constexpr std::size_t max_notes = 20;
  /// How much of a name or a link is shown, in bytes.
  static constexpr std::size_t max_text = 4096;
  /// In a page with more than so many bytes of links, or of notes, those of the files that come later are left out, and
  /// it says so: a browser holds all of it.
  static constexpr std::size_t max_example_bytes = std::size_t{48} << 20;
  static constexpr std::size_t max_note_bytes = std::size_t{16} << 20;
  /// The same of the records of archives.
  static constexpr std::size_t max_record_bytes = std::size_t{16} << 20;

  /// Throws FileError.
  explicit HtmlReport(const std::string& path);

  /// Throws FileError.
  void add(const Job& job, const Outcome& outcome);
  /// A record of the archive that is added next; it is listed with that. Throws FileError.
  void add_record(const Job& job, const RecordOutcome& record);
  /// `seconds`: how long the run took; `is_dry`: no file was written. `date`: of the run, as WARC has it, and
  /// `command`: as it was given, "": not known. Throws FileError.
  void commit(const Totals& totals, double seconds, bool is_dry = false, std::string_view date = {},
              std::string_view command = {});

 private:
  /// Writes what of the page stands before {{mark}}.
  void write_until(std::string_view mark);
  /// Writes an object of the list. Returns how many bytes that are.
  std::size_t write(const JsonObject& object);

  Destination destination_;
  Writer out_;
  std::string_view rest_;  // of the page
  bool is_first_ = true;
  std::size_t example_bytes_ = 0;
  std::size_t note_bytes_ = 0;
  std::size_t record_bytes_ = 0;
  std::string records_of_;            // the last archive of which there was one
  std::size_t records_left_out_ = 0;  // of the archive that is added next
  LinkCountsByElement elements_;
  std::map<Reason, std::size_t> kept_;
};

}  // namespace absolve::cli
