#pragma once

#include <string>
#include <string_view>

namespace absolve::warc {

/// What an HTTP request sent, as a query, by which indexes distinguish the answers to requests of one URL. Programs
/// that look captures up make the same query from the request that they get, so each rule is one of cdxj-indexer.
///
///     application/x-www-form-urlencoded    a=b+c&d=%2F                      a=b c&d=/
///     application/json, text/plain         {"a":"b","c":{"a":[1,true]}}     a=b&a.2_=1&a.3_=True
///     multipart/...                        the parts that have a name       a=b+c&file=%89PNG
///     anything else                        any bytes                        __wb_post_data=YW55IGJ5dGVz
///
/// At most 4,096 characters. `content_type` is the field of the request. Linear.
[[nodiscard]] std::string query_of_request(std::string_view content_type, std::string_view body);

}  // namespace absolve::warc
