#include "job_input.h"

#include <string_view>
#include <utility>

#include "../inputs/maildir.h"

namespace absolve::cli {
namespace {

Input::Open how_to_open(const Job& job, const Settings& settings) {
  if (!job.is_found) return Input::Open::any;
  return settings.symlinks == Symlinks::skip ? Input::Open::found_unlinked : Input::Open::found;
}

Options options_for(const Job& job, const RunContext& context, Input& input) {
  const Settings& settings = context.settings;
  Options options = settings.options;
  Provenance provenance = context.retrieval.of(job.path, input.descriptor());
  options.retrieval_url = retrieval_url_of(job, settings);
  options.retrieved_from = std::move(provenance.urls);
  if (options.charset.empty()) options.charset = std::move(provenance.charset);
  if (settings.keeps_local_links) {
    options.is_local_copy = [path = job.path](std::string_view link) { return leads_to_file(path, link); };
  }
  if (options.type == Type::automatic) options.type = provenance.type;
  if (options.type == Type::automatic && job.is_message) options.type = Type::mime;
  if (job.is_hidden) {
    options.type = Type::unknown;
    options.unread_kind = {"a hidden file", "--hidden reads it", false};
  }
  const std::string_view beginning =
      options.type == Type::automatic ? input.ahead(enough_to_detect) : first_bytes(input);
  detect(options, beginning.substr(0, enough_to_detect), job.path, job.is_found ? Choice::found : Choice::named);
  // Messages have the names of hosts in theirs: `1.M2P3.mail.firma.pl` is no Perl.
  if (options.type == Type::unknown && !job.is_found && !temporary_beside(job.path).empty()) options.type = Type::mime;
  const bool has_parts = options.type == Type::warc && options.content_coding == ContentCoding::gzip;
  if (job.range && !has_parts) {
    throw InputError("is no archive in gzip members, of which " + std::string(settings.shard ? "--shard" : "--range") +
                     " reads some");
  }
  return options;
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
    : input(workspace.buffer, way.path, how_to_open(task.job(), task.context().settings)),
      options(options_for(task.job(), task.context(), input)) {}

}  // namespace absolve::cli
