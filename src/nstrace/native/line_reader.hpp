// Reading a line into a row of the table that its form belongs to.

#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema.hpp"
#include "table.hpp"

namespace nstrace {

// The part of a line that its columns can't reproduce.
enum class Lost { nothing, time, line };

// The result of reading a line.
struct Reading {
    const FormSpec* form = nullptr;  // null: no form fits
    std::string reason;              // why none does
    std::string_view time;           // the text of the line's time
    Lost lost = Lost::nothing;
};

// Reads lines of every form. It is slower than PacketReader, and decides about all lines that other
// readers leave to it.
class LineReader {
  public:
    explicit LineReader(std::vector<Table>& tables) : tables_(tables) {}

    // Read `line`, which has no line end. The row is begun and filled in, but does not count
    // before the caller ends it.
    Reading read(std::string_view line);

    // Whether the line that was just read, which has no line end, is certainly complete: a number
    // at its end may lack digits.
    bool is_whole(const Reading& reading) const;

  private:
    // Read `line` as `form`, from the part `from` on; earlier parts are kept from the last
    // attempt. Returns the part that did not fit (the number of parts if text was left), or a
    // larger number if the line is of the form.
    std::size_t read_as(const FormSpec& form, std::string_view line, std::size_t from = 0);
    // `line` was read as `form`: see whether a variant fits better.
    Reading settle(const FormSpec& form, std::string_view line);
    bool writes(const FormSpec& form, std::string_view line,
                std::optional<std::string_view> time = {});
    bool read_part(const Part& part);
    void read_group(std::span<const Part> group);
    // Remove the values of these parts from the row.
    void forget(std::span<const Part> parts);
    bool read_one(const Part& part);
    bool read_again(int column);
    bool read_capitals(int column);
    bool read_address(const Part& part);
    bool read_time(const Part& part);
    bool read_integer(const Part& part, int base);
    bool read_number(const Part& part);
    bool read_word(const Part& part);
    bool read_rest(const Part& part);
    bool read_numbers(int column);
    bool store_integer(int column, std::string_view text, int base = 10);
    bool derive_nam();
    bool is_whole_on_air() const;
    std::string_view take(const char* end);

    std::vector<Table>& tables_;
    Table* table_ = nullptr;
    std::int64_t row_ = 0;
    const char* at_ = nullptr;
    const char* end_ = nullptr;
    std::array<const char*, most_parts + 1> starts_;  // where in the line each part starts
    std::string_view time_;
    std::string written_;
};

}  // namespace nstrace
