// Reading of lines of frequent forms in one pass, if they are written exactly as ns writes them.
//
// LineReader reads any line, and writes it again to check whether its columns reproduce it. A line
// that is read here needs no such check, as each value is accepted only in its canonical notation.
// Other lines are left to LineReader; so is the first line of each form in a block, and the first
// line with a new word.

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

    // Learn that LineReader has read a line of this form; `left` bytes of text remain.
    void learn(const FormSpec& form, std::int64_t left);

    // Read the lines from `at` on, with line ends of `ending` bytes, up to the first one for
    // LineReader, and return its start. `line` is advanced.
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
