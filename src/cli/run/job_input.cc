#include "job_input.h"

#include <fcntl.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "../inputs/maildir.h"
#include "../provenance/local_files.h"
#include "absolve/input.h"

namespace absolve::cli {
namespace {

OpenInput::Open how_to_open(const Job& job, const Settings& settings) {
  if (!job.is_found) return OpenInput::Open::any;
  return settings.symlinks == Symlinks::skip ? OpenInput::Open::found_unlinked : OpenInput::Open::found;
}

/// An archive in a WACZ is no file. In a page beside its original, any link shows that copies are meant.
void set_local_copies(Input& what, const Job& job, LocalLinks which) {
  if (job.path == "-" || job.member) return;
  if (which == LocalLinks::saved) {
    what.is_local_copy = [from = job.path](std::string_view path) { return leads_to_file(from, path); };
    what.is_renamed_copy = [from = job.path](std::string_view path) {
      return has_original_of_wget(from) || leads_to_renamed_file(from, path);
    };
  } else {
    what.is_local_copy = [from = job.path, root = job.root_size](std::string_view path) {
      return leads_to_file_below(from, root, path);
    };
  }
}

/// A book gets a URL from nobody but the user: where its file came from is no base for what is in it, and only shown. A
/// map also names its members.
void set_book(Input& what, const Job& job, const RunContext& context) {
  const auto is_from_map = [](const Candidate& one) { return one.from == BaseFrom::url_map; };
  const auto named = std::ranges::find_if(what.retrieved_from, is_from_map);
  if (named != what.retrieved_from.end()) {
    what.url = named->value;
  } else if (job.has_folder_url && !what.url.empty()) {
    what.retrieved_from.insert(what.retrieved_from.begin(), {BaseFrom::retrieval, std::move(what.url), {}, {}, {}});
    what.url.clear();
  }
  if (job.has_folder_url) what.image_url.clear();
  std::erase_if(what.retrieved_from, is_from_map);
  what.members_retrieved_from = [&context, path = job.path, is_from_map](std::string_view member) {
    std::vector<Candidate> urls = context.retrieval.of(path + "/" + std::string(member), -1).urls;
    std::erase_if(urls, [&](const Candidate& one) { return !is_from_map(one); });
    return urls;
  };
}

Input what_it_is(const Job& job, const RunContext& context, OpenInput& input) {
  const Settings& settings = context.settings;
  Input what = settings.every_input;
  Provenance provenance = context.retrieval.of(job.path, input.descriptor());
  what.name = job.path;
  what.is_found = job.is_found;
  what.url = url_of(job, "--url", what.url, settings);
  what.image_url = url_of(job, "--image-url", what.image_url, settings);
  what.retrieved_from = std::move(provenance.urls);
  if (what.charset.empty()) what.charset = std::move(provenance.charset);
  if (settings.options.local_links != LocalLinks::resolve) set_local_copies(what, job, settings.options.local_links);
  if (job.member) what.type = Type::automatic;
  else if (what.type == Type::automatic) what.type = provenance.type;
  if (what.type == Type::automatic && job.is_message) what.type = Type::mime;
  const std::string_view beginning =
      what.type == Type::automatic && !job.is_hidden ? input.ahead(enough_to_detect) : first_bytes(input);
  Detected& detected =
      what.detected.emplace(detect(beginning.substr(0, enough_to_detect), what, settings.options.fields));
  if (job.is_hidden) {
    detected.type = Type::unknown;
    detected.unread_kind = {"a hidden file", "--hidden reads it", false};
  }
  // Messages have names of hosts in their names: `1.M2P3.mail.firma.pl` is not a Perl script.
  if (detected.type == Type::unknown && !job.is_found && !temporary_beside(job.path).empty()) {
    what.type = detected.type = Type::mime;
  }
  if (job.member && detected.type != Type::warc && !beginning.empty()) {
    detected.type = Type::unknown;
    detected.unread_kind = {"a file that is not a web archive despite its name", {}, true};
  }
  if (detected.type == Type::epub) set_book(what, job, context);
  const bool has_parts = detected.type == Type::warc && detected.content_coding == ContentCoding::gzip;
  if (job.range && !has_parts) {
    throw InputError("is not an archive of gzip members, which " + std::string(settings.shard ? "--shard" : "--range") +
                     " requires");
  }
  return what;
}

/// The input for an archive in a WACZ. Throws InputError.
OpenInput input_of_member(const Job& job, Buffer& buffer, const WaczFile& file) {
  const std::size_t index = job.member->index;
  const std::vector<zip::Member>& members = file.wacz().members();
  const bool is_there = index < members.size() && job.path.ends_with("/" + members[index].name);
  if (!is_there) throw InputError("is no longer there: the WACZ changed while it was read");
  Descriptor descriptor(::fcntl(file.descriptor(), F_DUPFD_CLOEXEC, 3));
  return {buffer, file.open(index), std::move(descriptor), members[index].size};
}

OpenInput input_of(const Task& task, Workspace& workspace, const Way& way) {
  const OpenInput::Open how = how_to_open(task.job(), task.context().settings);
  if (!task.job().member) return {workspace.buffer, way.path, how};
  {
    const OpenInput file(workspace.buffer, way.path, how);
    if (!workspace.wacz || !workspace.wacz->is_read_from(file.status())) {
      workspace.wacz.reset();
      workspace.wacz.emplace(file);
    }
  }
  return input_of_member(task.job(), workspace.buffer, *workspace.wacz);
}

}  // namespace

Way way_to_input(const Task& task, Workspace& workspace, const std::string& path) {
  try {
    return workspace.folders.way_to(path, root_of(path, task.job(), task.context().settings));
  } catch (const FileError& error) {
    throw InputError(error.what(), error.code());
  }
}

JobInput::JobInput(const Task& task, Workspace& workspace, const Way& way)
    : input(input_of(task, workspace, way)), what(what_it_is(task.job(), task.context(), input)) {}

}  // namespace absolve::cli
