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

// Lines of a block at most. A row takes 24 bytes at least, however short its line; 4 MiB of text
// have more lines than this only if they are shorter than eight bytes, as packets' never are.
inline constexpr std::int64_t most_lines = 1 << 19;

// Read a piece of a trace. Lines are counted from 0; whoever knows how many came before adds them.
//
// `first_byte` is where the piece starts in the file. A last line without an end is rejected
// as cut, since its last number may lack digits.
//
// Behind line number `most` no more are read; Block::bytes then says how far it got.
Block read_block(std::string_view text, std::int64_t first_byte, std::int64_t most = most_lines);

}  // namespace nstrace
