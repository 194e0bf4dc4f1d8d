#include "exchanges.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "../http/blocks.h"
#include "../text/ascii.h"
#include "../text/numbers.h"
#include "archive.h"
#include "record.h"
#include "request_query.h"

namespace absolve::inline detail {
namespace {

std::string url_of(std::string_view record, const warc::Header& header) {
  return std::string(warc::without_brackets(warc::value_of(record, header, "WARC-Target-URI")));
}

/// The method of an HTTP request; "" if it is none.
std::string method_of(std::string_view request) {
  const std::size_t end = request.find_first_of(" \r\n");
  std::string method(request.substr(0, end));
  std::ranges::transform(method, method.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  const bool is_one = end != std::string_view::npos && request[end] == ' ' && std::ranges::all_of(method, is_letter);
  return is_one ? method : std::string();
}

/// The part of the body that counts: as much as Content-Length says.
std::string_view body_of(std::string_view request, const http::Block& header) {
  constexpr std::size_t otherwise = 8192;
  const std::string_view body = request.substr(header.body);
  const auto fields = mime::find_named(request, header.fields, header.body, "Content-Length");
  if (fields.empty()) return body.substr(0, otherwise);
  return body.substr(0, read_number<std::size_t>(warc::value_at(request, fields.front())).value_or(0));
}

/// One of the two records of an exchange.
struct Side {
  std::size_t number;
  bool is_request;
  std::optional<CapturedRequest> request;
  std::string id;
  std::string url;
  std::string date;
  std::vector<std::string> concurrent_to;  // IDs

  [[nodiscard]] bool names(const Side& other) const {
    return std::ranges::find(concurrent_to, other.id) != concurrent_to.end();
  }
  [[nodiscard]] bool belongs_to(const Side& other) const {
    if (url != other.url) return false;
    if (concurrent_to.empty() && other.concurrent_to.empty()) return date == other.date;
    return names(other) || other.names(*this);
  }
};

std::optional<Side> side_of(std::string_view record, std::size_t number) {
  const warc::Header header = warc::read_header(record);
  if (header.kind != warc::Header::Kind::warc) return std::nullopt;
  const std::string type = lower_case(warc::value_of(record, header, "WARC-Type"));
  const bool is_request = type == "request";
  if (!is_request && type != "response" && type != "revisit") return std::nullopt;
  Side side{.number = number,
            .is_request = is_request,
            .request = captured_request(record),
            .id = warc::value_of(record, header, "WARC-Record-ID"),
            .url = url_of(record, header),
            .date = warc::value_of(record, header, "WARC-Date"),
            .concurrent_to = {}};
  for (const mime::Field& field : mime::find_named(record, header.fields, header.block, "WARC-Concurrent-To")) {
    side.concurrent_to.push_back(warc::value_at(record, field));
  }
  return side;
}

}  // namespace

std::optional<CapturedRequest> captured_request(std::string_view record) {
  const warc::Header header = warc::read_header(record);
  if (header.kind != warc::Header::Kind::warc) return std::nullopt;
  if (!is_name(warc::value_of(record, header, "WARC-Type"), "request")) return std::nullopt;
  const std::string_view request = record.substr(header.block);
  CapturedRequest result{.key = {}, .method = method_of(request), .body = {}};
  if (result.method.empty() || result.method == "GET") return std::nullopt;
  const http::Block first = http::first_final_block(request);
  if (result.method == "POST" || result.method == "PUT") {
    const auto types = mime::find_named(request, first.fields, first.body, "Content-Type");
    result.body = warc::query_of_request(types.empty() ? std::string() : warc::value_at(request, types.front()),
                                         body_of(request, first));
  }
  std::string url = url_of(record, header);
  url.resize(std::min(url.find('#'), url.size()));
  url.append(url.find('?') == std::string::npos ? "?" : "&").append("__wb_method=").append(result.method);
  if (!result.body.empty()) url.append("&").append(result.body);
  result.key = surt_key(url);
  return result;
}

class Exchanges::State {
 public:
  // Waiting for the other side, in the order of the archive.
  std::deque<Side> captures;
  std::deque<Side> requests;
};

Exchanges::Exchanges() : state_(std::make_unique<State>()) {}
Exchanges::Exchanges(Exchanges&&) noexcept = default;
Exchanges& Exchanges::operator=(Exchanges&&) noexcept = default;
Exchanges::~Exchanges() = default;

std::optional<Exchanges::Answered> Exchanges::add(std::string_view record, std::size_t number) {
  constexpr std::size_t most = 1000;
  auto side = side_of(record, number);
  if (!side) return std::nullopt;
  auto& own = side->is_request ? state_->requests : state_->captures;
  auto& others = side->is_request ? state_->captures : state_->requests;
  const auto other = std::ranges::find_if(others, [&](const Side& one) { return one.belongs_to(*side); });
  if (other == others.end()) {
    if (own.size() == most) own.pop_front();
    own.push_back(*std::move(side));
    return std::nullopt;
  }
  Side& request = side->is_request ? *side : *other;
  const std::size_t capture = side->is_request ? other->number : side->number;
  std::optional<Answered> answered;
  if (request.request) answered = Answered{capture, *std::move(request.request)};
  others.erase(other);
  return answered;
}

std::vector<Exchanges::Answered> Exchanges::rest() {
  std::vector<Answered> answered;
  for (Side& request : std::exchange(state_->requests, {})) {
    const auto names = [&](const Side& one) { return request.names(one) || one.names(request); };
    if (std::ranges::any_of(state_->captures, names)) continue;  // one of another URL
    const auto fits = [&](const Side& one) { return one.url == request.url && one.date == request.date; };
    const auto capture = std::ranges::find_if(state_->captures, fits);
    if (capture == state_->captures.end()) continue;
    if (request.request) answered.push_back({capture->number, *std::move(request.request)});
    state_->captures.erase(capture);
  }
  return answered;
}

}  // namespace absolve::inline detail
