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
    std::int64_t bytes = 0;  // of text that these lines are; less than was given if they are many
};

// The largest number of lines of a block, which bounds memory: a row takes at least 24 bytes,
// however short its line. 4 MiB of text have more lines than this only if they are shorter than
// eight bytes, as those of packets never are.
inline constexpr std::int64_t most_lines = 1 << 19;

// Read a piece of a trace. Lines are counted from 0; the caller adds the number of earlier lines.
//
// `first_byte` is the offset of the piece in the file. A last line without a line end is rejected
// as truncated, since its last number may lack digits.
//
// Reading stops after `most` lines; Block::bytes is the length of the text that was read.
Block read_block(std::string_view text, std::int64_t first_byte, std::int64_t most = most_lines);

}  // namespace nstrace
