// Writing a row as the line it was: the other direction of LineReader.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "schema.hpp"

namespace nstrace {

// A table's values by row, independent of their storage.
class Row {
  public:
    virtual ~Row() = default;
    virtual bool has(int column) const = 0;
    virtual std::int64_t integer(int column) const = 0;
    virtual double number(int column) const = 0;
    virtual std::string_view text(int column) const = 0;
};

// Append the line of `row`, without its end.
// With `time`, that text is written instead of the row's time.
// Returns false if a value is missing.
bool write_line(std::string& out, const FormSpec& form, const Row& row,
                std::optional<std::string_view> time = {});

}  // namespace nstrace
