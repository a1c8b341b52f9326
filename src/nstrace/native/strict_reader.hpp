// Reading the lines of frequent forms in one go, if they are written just as ns writes them.
//
// LineReader reads any line, and writes it again to see what its columns don't give back. A line
// that is read here needs no such proof, as each value is only taken in the one way it is written.
// What may be different is left to LineReader; so is the first line of each form in a block, and
// the first with a word.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "schema.hpp"
#include "strict_rows.hpp"
#include "table.hpp"

namespace nstrace {

struct KnownTexts;
struct StrictLine;

class StrictReader {
  public:
    explicit StrictReader(std::vector<Table>& tables);

    // LineReader has read a line of this form from a text of which `left` bytes are to be read.
    void learn(const FormSpec& form, std::int64_t left);

    // Read the lines from `at` on, with ends of `ending` bytes, up to the first that has to be
    // left to LineReader; where that starts. `line` counts lines.
    const char* read(const char* at, const char* end, std::int64_t& line, int ending);

  private:
    StrictRows* rows_of(const FormSpec& form);
    bool read_line(StrictLine& line);

    KnownTexts& known_;
    StrictRows packets_, wireless_, energy_;
    std::array<std::int8_t, 32> codes_;  // by known form: what its column has, or -1
    bool knows_any_ = false;
};

}  // namespace nstrace
