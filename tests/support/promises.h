#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "absolve/absolve.h"
#include "given.h"

namespace absolve::test {

/// Expects the promises that hold for every input: bytes outside edits identical, the output reads as planned,
/// twice is once, nothing left in silence, edits in order and on no character's inside. Of some, the same when they are
/// packed. Of a record of an archive, what is read again is the one that a full copy has. Returns the output.
std::string expect_promises(std::string_view source, const Given& given);
std::string expect_promises(std::string_view source, const Input& input = {}, const Options& options = {});

/// How many documents, or parts of them, are left because of a failure, such as a limit that is passed.
std::ptrdiff_t failures(const Plan& plan);

}  // namespace absolve::test
