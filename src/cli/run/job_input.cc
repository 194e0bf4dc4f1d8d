#include "job_input.h"

#include <fcntl.h>

#include <string_view>
#include <utility>

#include "../inputs/maildir.h"
#include "../provenance/local_files.h"

namespace absolve::cli {
namespace {

Input::Open how_to_open(const Job& job, const Settings& settings) {
  if (!job.is_found) return Input::Open::any;
  return settings.symlinks == Symlinks::skip ? Input::Open::found_unlinked : Input::Open::found;
}

/// An archive in a WACZ is no file. In a page beside its original, any link shows that copies are meant.
void set_local_copies(Options& options, const Job& job, LocalLinks which) {
  if (job.path == "-" || job.member) return;
  options.local_links = which;
  if (which == LocalLinks::saved) {
    options.is_local_copy = [from = job.path](std::string_view path) { return leads_to_file(from, path); };
    options.is_renamed_copy = [from = job.path](std::string_view path) {
      return has_original_of_wget(from) || leads_to_renamed_file(from, path);
    };
  } else {
    options.is_local_copy = [from = job.path, root = job.root_size](std::string_view path) {
      return leads_to_file_below(from, root, path);
    };
  }
}

Options options_for(const Job& job, const RunContext& context, Input& input) {
  const Settings& settings = context.settings;
  Options options = settings.options;
  Provenance provenance = context.retrieval.of(job.path, input.descriptor());
  options.retrieval_url = retrieval_url_of(job, settings);
  options.retrieved_from = std::move(provenance.urls);
  if (options.charset.empty()) options.charset = std::move(provenance.charset);
  if (settings.local_links) set_local_copies(options, job, *settings.local_links);
  if (job.member) options.type = Type::automatic;
  else if (options.type == Type::automatic) options.type = provenance.type;
  if (options.type == Type::automatic && job.is_message) options.type = Type::mime;
  if (job.is_hidden) {
    options.type = Type::unknown;
    options.unread_kind = {"a hidden file", "--hidden reads it", false};
  }
  const std::string_view beginning =
      options.type == Type::automatic ? input.ahead(enough_to_detect) : first_bytes(input);
  detect(options, beginning.substr(0, enough_to_detect), job.path, job.is_found ? Choice::found : Choice::named);
  // Messages have names of hosts in their names: `1.M2P3.mail.firma.pl` is not a Perl script.
  if (options.type == Type::unknown && !job.is_found && !temporary_beside(job.path).empty()) options.type = Type::mime;
  if (job.member && options.type != Type::warc && !beginning.empty()) {
    options.type = Type::unknown;
    options.unread_kind = {"a file that is not a web archive despite its name", {}, true};
  }
  const bool has_parts = options.type == Type::warc && options.content_coding == ContentCoding::gzip;
  if (job.range && !has_parts) {
    throw InputError("is not an archive of gzip members, which " + std::string(settings.shard ? "--shard" : "--range") +
                     " requires");
  }
  return options;
}

/// The input for an archive in a WACZ. Throws InputError.
Input input_of_member(const Job& job, Buffer& buffer, Wacz& wacz) {
  const std::size_t index = job.member->index;
  const bool is_there = index < wacz.members().size() && job.path.ends_with("/" + wacz.members()[index].name);
  if (!is_there) throw InputError("is no longer there: the WACZ changed while it was read");
  Descriptor file(::fcntl(wacz.descriptor(), F_DUPFD_CLOEXEC, 3));
  return {buffer, wacz.zip().open(index), std::move(file), wacz.members()[index].size};
}

Input input_of(const Task& task, Workspace& workspace, const Way& way) {
  const Input::Open how = how_to_open(task.job(), task.context().settings);
  if (!task.job().member) return {workspace.buffer, way.path, how};
  {
    const Input file(workspace.buffer, way.path, how);
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
    : input(input_of(task, workspace, way)), options(options_for(task.job(), task.context(), input)) {}

JobInput::JobInput(const Task& task, Buffer& buffer, Wacz& wacz)
    : input(input_of_member(task.job(), buffer, wacz)), options(options_for(task.job(), task.context(), input)) {}

}  // namespace absolve::cli
