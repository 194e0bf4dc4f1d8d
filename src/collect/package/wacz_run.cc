#include "wacz_run.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../archive/digest.h"
#include "../../archive/old_index.h"
#include "../../codec/compression/decompressor.h"
#include "../../text/date.h"
#include "../../text/growth.h"
#include "../../text/numbers.h"
#include "../../zip/new_archive.h"
#include "../new_archive.h"
#include "begun.h"
#include "data_package.h"
#include "kept_bytes.h"
#include "names.h"
#include "package_run.h"
#include "wacz.h"

namespace absolve::collect {
namespace {

constexpr std::size_t max_package_size = std::size_t{64} << 20;  // of datapackage.json, bytes
constexpr std::string_view index_name = "indexes/index.cdxj";
constexpr std::size_t read_at_once = std::size_t{64} << 10;

/// Reads an index, at most as much of it as a compressed file may become. Throws BadInput.
void read_index(const zip::Archive& zip, const zip::Member& member, OldIndex& index) {
  zip::Content content(zip, member);
  std::uint64_t left = max_growth(member.compressed_size);
  const auto bounded = [&](const auto& read, std::span<char> space) {
    const std::size_t size = read(space.first(at_most(left, space.size())));
    left -= size;
    return size;
  };
  const auto stored = [&](std::span<char> space) { return space.empty() ? 0 : content.read(space); };
  if (!member.name.ends_with(".gz")) {
    index.add([&](std::span<char> space) { return bounded(stored, space); });
    return;
  }
  codec::Decompressor decompressor(codec::Coding::gzip);
  const auto decompressed = [&](std::span<char> space) {
    std::size_t size = 0;
    while (!space.empty() && (size = decompressor.read(space)) == 0) {
      if (decompressor.is_over() || !decompressor.error().empty()) break;
      const std::size_t got = content.read(decompressor.bytes().some_space(read_at_once));
      decompressor.bytes().add(got);
      if (got == 0) decompressor.end();
    }
    return size;
  };
  index.add([&](std::span<char> space) { return bounded(decompressed, space); });
  if (!decompressor.error().empty()) throw BadInput(decompressor.error());
}

/// The parts of a WACZ that describe its files.
struct Description {
  std::size_t member;                             // datapackage.json
  std::string text;                               // the content of that member
  std::optional<std::size_t> digest_member = {};  // datapackage-digest.json
  std::string digest = {};
};

/// Throws BadInput if it can't be corrected.
Description description_of(const Wacz& wacz) {
  const auto text_of = [&](std::size_t member) {
    return description_in(wacz.zip(), wacz.members()[member], max_package_size);
  };
  const auto found = wacz.find("datapackage.json");
  if (!found) throw BadInput("it has no datapackage.json");
  Description description{*found, text_of(*found)};
  std::vector<std::string_view> names;
  for (const zip::Member& member : wacz.members()) names.push_back(member.name);
  std::vector<std::string_view> archives;
  for (const std::size_t archive : wacz.archives()) archives.push_back(names[archive]);
  const std::string problem = problem_of_package(description.text, std::move(names), archives);
  if (!problem.empty()) throw BadInput(problem);
  description.digest_member = wacz.find("datapackage-digest.json");
  if (description.digest_member) description.digest = text_of(*description.digest_member);
  return description;
}

/// The options for the archives in a WACZ. If a new WACZ is made, each of them is copied in full, and its captures are
/// listed for the new index.
RewriterOptions options_for_archives(const RunSettings& settings, bool makes_package) {
  RewriterOptions options = settings.more;
  options.archive.writes_always = false;  // not an archive of which no record is written
  options.archive.lists_captures = options.archive.lists_captures || makes_package;
  options.archive.range = {};  // that of a file, not of a member
  if (makes_package) options.archive.emit = ArchiveEmit::response;
  if (options.archive.date.empty()) options.archive.date = date_of_now();
  return options;
}

std::string sha256_of(std::string_view text) {
  auto digest = *warc::Digest::of("sha256");
  digest.add(text);
  return warc::base16(digest.finish());
}

/// One WACZ.
class WaczRun : private PackageRun {
 public:
  WaczRun(const RunSettings& settings, const FileBytes& file, const Scratch& scratch, const WriteFunction& write,
          const Input& input, const Observer& observer)
      : PackageRun(settings, write, input, observer),
        wacz_(file),
        kept_(scratch),
        more_(options_for_archives(settings, is_made_)),
        now_(zip::dos_time_of(more_.archive.date)) {}

  [[nodiscard]] Rewritten run();

 private:
  void read_indexes();
  void rewrite(std::size_t archive);
  [[nodiscard]] Rewritten run_archive(const zip::Member& member);
  [[nodiscard]] PackageFile replace_indexes();
  void replace_package(const PackageFile& index);

  const Wacz wacz_;
  KeptBytes kept_;
  RewriterOptions more_;
  const zip::DosTime now_;
  std::optional<Description> description_ = {};  // if full copies are made
  std::optional<zip::NewArchive> made_ = {};
  OldIndex old_index_;
  std::vector<PackageFile> changed_;
  std::vector<std::string> removed_;  // names of indexes
  std::vector<std::string> lines_;    // of the index
};

Rewritten WaczRun::run() {
  if (is_made_) {
    description_ = description_of(wacz_);
    made_.emplace(wacz_.zip());
    read_indexes();
  }
  for (const std::size_t archive : wacz_.archives()) {
    rewrite(archive);
    if (!result().missing.empty()) return std::move(result());
  }
  std::ranges::sort(lines_);
  if (writes_ && result().changes) replace_package(replace_indexes());
  end(wacz_.zip(), made_ ? &*made_ : nullptr);
  result().captures = lines_;
  result().old_captures = std::move(lines_);
  return std::move(result());
}

/// Indexes are read for what the archives don't say.
void WaczRun::read_indexes() {
  for (const zip::Member& member : wacz_.members()) {
    if (!is_index(member.name) || member.name.ends_with(".idx")) continue;
    try {
      read_index(wacz_.zip(), member, old_index_);
    } catch (const BadInput& error) {
      output_.add_note(
          NoteCode::record_unread, Note::Severity::notice,
          "its " + member.name +
              " can't be read to its end, so the new index may lack what only that index contains: " + error.what());
    }
  }
}

/// Processes one archive as if it were an input of its own. If a gzip member contains several records, the archive is
/// written anew even if it does not change, as an index could only lead to the first of them. The others are stored.
void WaczRun::rewrite(std::size_t archive) {
  const zip::Member& member = wacz_.members()[archive];
  kept_.begin();
  Rewritten made = run_member(member, [&] { return run_archive(member); });
  const bool is_new = made.changes || made.hidden_captures > 0;
  if (is_new && writes_) {
    KeptBytes::Kept kept = kept_.end(member.name);
    changed_.push_back(std::move(kept.file));
    made_->replace(archive, std::move(kept.content), now_);
  } else if (is_made_ && member.method != zip::Method::stored) {
    made_->store(archive);
  }
  auto& lines = is_new ? made.captures : made.old_captures;
  lines_.insert(lines_.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
}

Rewritten WaczRun::run_archive(const zip::Member& member) {
  if (member.size == 0) return {};
  BegunMember input(wacz_.zip(), member, input_, settings_.options);
  if (input.what.known_type() != Type::warc) return {.notes = {no_archive(member)}};
  more_.output_name = member.name;
  more_.archive.name_in_index = name_in_index(member);
  const RunSettings settings{.options = settings_.options,
                             .more = more_,
                             .originals = settings_.originals,
                             .is_stopped = settings_.is_stopped,
                             .old_index = &old_index_,
                             .is_made = is_made_,
                             .size = member.size,
                             .refuses_zstd = settings_.refuses_zstd};
  WriteFunction write;
  if (writes_) write = [this](std::string_view bytes) { kept_.add(bytes); };
  Observer observer = observer_;
  observer.unit = [&](Unit unit) {
    unit.member = member.name;
    unit.is_copied = false;
    if (observer_.unit) observer_.unit(unit);
  };
  const auto read = [&](std::span<char> space) { return input.read(space); };
  return collect::run(settings, std::move(input.begun), read, write, input.what, observer);
}

/// Only the new index knows where the captures are: the old ones are removed.
PackageFile WaczRun::replace_indexes() {
  kept_.begin();
  for (const std::string& line : lines_) kept_.add(line + "\n");
  KeptBytes::Kept index = kept_.end(std::string(index_name));
  for (std::size_t i = 0; i < wacz_.members().size(); ++i) {
    const std::string& name = wacz_.members()[i].name;
    if (name == index_name || !is_index(name)) continue;
    made_->remove(i);
    removed_.push_back(name);
  }
  if (const auto old = wacz_.find(index_name)) made_->replace(*old, std::move(index.content), now_);
  else made_->add(std::string(index_name), std::move(index.content), now_);
  return std::move(index.file);
}

void WaczRun::replace_package(const PackageFile& index) {
  const auto replace = [&](std::size_t member, std::string text) {
    const auto method = wacz_.members()[member].method;
    made_->replace(member, zip::content_of(std::move(text), method), now_);
  };
  auto text = data_package_with(description_->text, std::move(changed_), std::move(removed_), index).value();
  const std::string sha256 = sha256_of(text);  // description_of() has checked that there is a text
  replace(description_->member, std::move(text));
  if (!description_->digest_member) return;
  if (const std::string_view lost = lost_with_digest(description_->digest); !lost.empty()) {
    output_.add_note(NoteCode::statement_outdated, Note::Severity::notice,
                     std::string(lost) +
                         " did not apply to the new content and was removed: datapackage-digest.json "
                         "contains only the new digest");
  }
  replace(*description_->digest_member, digest_of_package(sha256));
}

}  // namespace

Rewritten run_wacz(const RunSettings& settings, const FileBytes& file, const Scratch& scratch,
                   const WriteFunction& write, const Input& input, const Observer& observer) {
  return WaczRun(settings, file, scratch, write, input, observer).run();
}

}  // namespace absolve::collect
