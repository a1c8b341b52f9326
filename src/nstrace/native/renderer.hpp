// The text of a trace from its tables.

#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "arrow_c.hpp"
#include "schema.hpp"

namespace nstrace {

// A table's rows as an Arrow array: columns in the order and of the types of the table's spec. The
// array is not owned.
using GivenTable = std::pair<const TableSpec*, const ArrowArray*>;

// Writes a trace from its first line on, some lines at a time.
class Renderer {
  public:
    // The lines from `first_line` (counted as in the tables) to before `first_line` + `lines`.
    //
    // Rows of other lines are left out. Throws std::runtime_error, naming the line, if a line is
    // in no table or in two, or if a row lacks what its form needs.
    std::string render(const std::vector<GivenTable>& tables, std::int64_t first_line,
                       std::int64_t lines);

  private:
    std::string ending_ = "\n";  // of the last line that was written
};

}  // namespace nstrace
