// A piece of a trace, from the start of a line to the end of one, as tables.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "table.hpp"

namespace nstrace {

struct Block {
    std::vector<Table> tables;  // as in nstrace::tables()
    std::int64_t lines = 0;     // each is a row of a typed table or of `rejects`
};

// Read a piece of a trace. Lines are counted from 0; whoever knows how many came before adds them.
//
// `first_byte` is where the piece starts in the file. A last line without an end is rejected
// as cut, since its last number may lack digits.
Block read_block(std::string_view text, std::int64_t first_byte);

}  // namespace nstrace
