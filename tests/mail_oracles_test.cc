#include <gtest/gtest.h>
#include <mimetic/mimetic.h>

#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "../src/codec/transfer/base64.h"
#include "../src/find/formats.h"
#include "../src/text/ascii.h"
#include "absolve/absolve.h"
#include "support/corpus.h"
#include "support/given.h"
#include "support/post.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

const Given mail_at_example = {{.url = "http://example.com/a/", .type = Type::mime}};

/// A part as another program sees it.
struct OtherPart {
  std::string type;
  std::string charset;
  std::string body;  // decoded
};

using PartsOfFiles = std::map<std::string, std::vector<OtherPart>>;

template <class Decoder>
std::string decoded(const std::string& body) {
  std::string result;
  Decoder decoder;
  mimetic::decode(body.begin(), body.end(), decoder, std::back_inserter(result));
  return result;
}

/// Adds the leaves of an entity as mimetic sees them. What it is known to see otherwise is left out: a message behind a
/// transfer encoding, which it doesn't decode, and what has no type, as blanks behind a delimiter and lines that are no
/// fields make it miss a header. Its getters are no const functions.
void add_leaves(mimetic::MimeEntity& entity, std::vector<OtherPart>& parts) {
  const auto& type = entity.header().contentType();
  const std::string media_type = lower_case(type.type() + "/" + type.subtype());
  const std::string encoding = lower_case(entity.header().contentTransferEncoding().mechanism());
  const bool is_encoded = encoding == "base64" || encoding == "quoted-printable";
  if (is_encoded && media_type.starts_with("message/")) return;
  for (mimetic::MimeEntity* const part : entity.body().parts()) add_leaves(*part, parts);
  if (!entity.body().parts().empty() || media_type == "/") return;
  const std::string& body = entity.body();
  parts.push_back({media_type, type.param("charset"),
                   encoding == "base64" ? decoded<mimetic::Base64::Decoder>(body)
                   : is_encoded         ? decoded<mimetic::QP::Decoder>(body)
                                        : body});
}

std::vector<OtherPart> parts_by_mimetic(const std::string& message) {
  std::vector<OtherPart> parts;
  mimetic::MimeEntity entity(message.begin(), message.end());
  add_leaves(entity, parts);
  return parts;
}

PartsOfFiles read_parts(const std::string& printed) {
  PartsOfFiles result;
  std::istringstream lines(printed);
  std::string name;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ")) {
      name = line;
      result[name];
      continue;
    }
    OtherPart part;
    std::string body;
    std::istringstream words(line);
    words >> part.type >> part.charset >> body;
    part.body = codec::decode_base64(body).value();
    if (part.charset == "-") part.charset.clear();
    result[name].push_back(part);
  }
  return result;
}

/// The URLs that the parts of a message may be resolved against, but for what stands in them.
std::set<std::string> bases_of(const Plan& plan) {
  std::set<std::string> bases = {mail_at_example.input.url};
  for (const Document& document : plan.documents()) {
    for (const Layer& layer : plan.layers(document.scope)) {
      const bool is_around = layer.candidate->from > BaseFrom::entry;
      if (is_around && layer.base != nullptr) bases.insert(std::string(layer.base->url()));
    }
  }
  return bases;
}

std::optional<Type> type_of_part(std::string_view media_type) {
  if (media_type.starts_with("message/")) return Type::mime;
  const auto format = format_of(media_type);
  if (!format) return std::nullopt;
  if (*format == Format::html) return Type::html;
  if (*format == Format::css) return Type::css;
  return *format == Format::xml ? Type::xml : Type::json;
}

/// Whether a part became what it becomes alone.
bool is_right(const OtherPart& before, const OtherPart& after, const Plan& message) {
  if (before.body == after.body) return true;
  const auto type = type_of_part(before.type);
  if (!type) return false;
  for (const std::string& base : bases_of(message)) {
    Given alone = {{.url = base, .type = *type, .charset = before.charset}, {.marks = false}};
    alone.options.also.conditional = true;  // as in all mail
    if (plan(before.body, alone).output() == after.body) return true;
  }
  return false;
}

struct Oracle {
  const char* name;
  const char* script;  // "": it reads in this process
};

void PrintTo(const Oracle& oracle, std::ostream* out) { *out << oracle.name; }

class MailOracles : public testing::TestWithParam<Oracle> {};

/// References to other parts of a multipart/related stay, or take the spelling of their headers, so that such parts are
/// another thing alone.
TEST_P(MailOracles, SeeTheSamePartsRewritten) {
  const test::TemporaryDirectory place;
  const bool is_script = *GetParam().script != 0;
  const std::string command = GetParam().name + (" " + test::testdata("../tests/support/")) + GetParam().script + " ";
  if (is_script && test::run_shell(command, place.path()).status != 0)
    GTEST_SKIP() << "skipped: what " << GetParam().script << " needs is missing";
  std::map<std::string, std::string> messages;
  PartsOfFiles parts;  // of those that are read in this process
  const auto keep = [&](const std::string& message) {
    const std::string name = std::to_string(messages.size());
    const std::string output = plan(message, mail_at_example).output();
    messages[name] = message;
    if (is_script) {
      std::ofstream(place.path() + "/" + name + ".old", std::ios::binary) << message;
      std::ofstream(place.path() + "/" + name + ".new", std::ios::binary) << output;
    } else {
      parts[name + ".old"] = parts_by_mimetic(message);
      parts[name + ".new"] = parts_by_mimetic(output);
    }
  };
  for (unsigned seed = 0; seed < 300; ++seed) {
    const std::string message = test::make_post(seed).message;
    if (!message.starts_with("\xEF\xBB\xBF")) keep(message);  // which they don't know
  }
  for (const test::Corpus corpus : {test::Corpus::own, test::Corpus::others}) {
    for (const auto& [name, message] : test::messages_of(corpus)) keep(message);
  }
  const auto parts_in = [&](const std::string& files) {
    if (!is_script) return parts;
    const test::ShellResult ran = test::run_shell(command + files, place.path());
    EXPECT_EQ(ran.status, 0) << ran.err.substr(0, 1'000);
    return read_parts(ran.out);
  };
  const PartsOfFiles old_parts = parts_in("*.old");
  const PartsOfFiles new_parts = parts_in("*.new");
  std::size_t changed = 0;
  for (const auto& [name, message] : messages) {
    SCOPED_TRACE(name);
    const auto& before = old_parts.at(name + ".old");
    const auto& after = new_parts.at(name + ".new");
    ASSERT_EQ(before.size(), after.size());
    const Plan made = plan(message, mail_at_example);
    const bool has_related = message.find("multipart/related") != std::string::npos;
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_EQ(before[i].type, after[i].type);
      changed += before[i].body == after[i].body ? 0 : 1;
      EXPECT_TRUE(has_related || is_right(before[i], after[i], made)) << i << " " << before[i].type;
    }
  }
  EXPECT_GT(changed, 50U);
}

INSTANTIATE_TEST_SUITE_P(All, MailOracles,
                         testing::Values(Oracle{"python3", "mail_parts.py"}, Oracle{"perl", "mail_parts.pl"},
                                         Oracle{"node", "mail_parts.js"}, Oracle{"mimetic", ""}),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace absolve
