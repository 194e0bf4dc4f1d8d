#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace absolve::inline detail {

/// What an index says of a capture that answers another request than a GET. A URL has an answer for each of them:
/// replay programs look them up by what was sent.
///
///     WARC-Type: request                                    key      com,example)/find?__wb_method=post&a=b
///     WARC-Target-URI: http://example.com/find              method   POST
///                                                           body     a=b
///     POST /find HTTP/1.1
///     Content-Type: application/x-www-form-urlencoded
///
///     a=b
struct CapturedRequest {
  std::string key;     // surt_key() of the URL with method and body as parameters
  std::string method;  // in upper case
  std::string body;    // what POST and PUT sent, as a query of at most 4,096 characters; "" if there is nothing
};

/// The request in a WARC record; nullopt if it is a GET, or the record holds no request. `record` is its text, or the
/// beginning of it, up to and including the HTTP header. Linear.
[[nodiscard]] std::optional<CapturedRequest> captured_request(std::string_view record);

/// Which of the captures in an archive answers which request, whichever comes first. They belong together if one names
/// the other in WARC-Concurrent-To, or, if neither has this field, if they are the next ones of their URL and date; at
/// the end, those that name none of the others left over are put together like the latter. Of each kind, the last
/// 1,000 records without a counterpart are remembered. Only one thread at a time may use it.
///
///     while (const auto record = reader.next()) {
///       if (const auto capture = absolve::capture_of(record->text)) index[record->number] = *capture;
///       if (const auto answered = exchanges.add(record->text, record->number)) {
///         index[answered->number].key = answered->request.key;
///       }
///     }
class Exchanges {
 public:
  Exchanges();
  ~Exchanges();
  Exchanges(Exchanges&&) noexcept;
  Exchanges& operator=(Exchanges&&) noexcept;

  struct Answered {
    std::size_t number;  // of the capture
    CapturedRequest request;
  };

  /// Takes the next record of the archive, with its number. Returns a capture whose request is known now, unless that
  /// is a GET. Linear in the headers, and in the body of a request.
  std::optional<Answered> add(std::string_view record, std::size_t number);

  /// At the end of the archive: captures that answer a request of their URL and date, though the fields of the two name
  /// records that are not there, as some crawlers write them. Quadratic in what is remembered.
  std::vector<Answered> rest();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace absolve::inline detail
