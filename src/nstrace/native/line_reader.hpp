// Reading a line into a row of the table that its form belongs to.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema.hpp"
#include "table.hpp"

namespace nstrace {

// What became of a line.
struct Reading {
    const FormSpec* form = nullptr;  // null: no form fits
    std::string reason;              // why none does
    std::string_view time;           // the line's time, as it stands there
};

// Reads lines of every form; slower than PacketReader, and never wrong about a line.
class LineReader {
  public:
    explicit LineReader(std::vector<Table>& tables) : tables_(tables) {}

    // Read `line`, which has no line end. The row is begun and filled in, but does not count
    // before the caller ends it.
    Reading read(std::string_view line);

  private:
    // Whether `line` is of `form`; `reached` tells the part up to which it is.
    bool read_as(const FormSpec& form, std::string_view line, std::size_t& reached);
    bool read_part(const Part& part);
    bool read_address(const Part& part);
    bool read_time(const Part& part);
    bool read_integer(const Part& part, int base);
    bool read_number(const Part& part);
    bool read_word(const Part& part);
    bool read_rest(const Part& part);
    bool store_integer(int column, std::string_view text, int base = 10);
    void derive_nam();
    std::string_view take(const char* end);

    std::vector<Table>& tables_;
    Table* table_ = nullptr;
    std::int64_t row_ = 0;
    const char* at_ = nullptr;
    const char* end_ = nullptr;
    std::string_view time_;
};

// What a part stands for, for messages.
std::string description(const FormSpec& form, const Part& part);

bool valid_utf8(std::string_view text);

}  // namespace nstrace
