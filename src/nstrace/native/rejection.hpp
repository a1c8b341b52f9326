// The reason why a line is of no known form: the column, and what was expected there.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "schema.hpp"

namespace nstrace {

// Where a form stopped to fit a line.
struct Mismatch {
    const FormSpec* form = nullptr;
    std::size_t failed = 0;    // the part that did not fit; after the last: text was left
    std::size_t position = 0;  // where in the line that was
};

// The reason for the rejection of a line of which `nearest` fitted best. It contains no value of
// the line, so that a trace has few distinct reasons.
std::string reason(const Mismatch& nearest, std::string_view line);

bool valid_utf8(std::string_view text);

}  // namespace nstrace
