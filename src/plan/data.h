#pragma once

#include <memory>
#include <memory_resource>
#include <optional>
#include <string_view>
#include <vector>

#include "../codec/codec.h"
#include "../find/parts.h"
#include "../url/scopes.h"
#include "absolve/plan.h"

/// Everything that a plan hands out, and the memory that this points into.
struct absolve::Plan::Data {
  std::string own_source = {};  // if the plan owns it
  std::string_view source = {};
  Type type = Type::unknown;
  ContentCoding content_coding = ContentCoding::identity;
  std::optional<RecordName> record = {};
  std::vector<Edit> edits = {};
  std::vector<Link> links = {};
  std::vector<Document> documents = {};
  std::vector<Part> parts = {};
  std::vector<Note> notes = {};
  Scopes scopes = Scopes();
  std::vector<std::unique_ptr<const codec::Codec>> codecs = {};  // what views in links and documents point into
  std::pmr::monotonic_buffer_resource strings = {};              // what views in edits point into
};
