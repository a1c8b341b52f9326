// The fast reader of the lines that make up nearly all of most traces: packets with twelve
// columns, written exactly as ns writes them. All other lines are left to LineReader.

#pragma once

#include <array>
#include <cstdint>

#include "middles.hpp"
#include "table.hpp"

namespace nstrace {

class PacketReader {
  public:
    explicit PacketReader(Table& packets);

    // Read lines from `at` on until one is not plain or too near to `end`; return its position.
    // `line` is the number of the line at `at`, and is advanced. Lines end with a line feed, or
    // with a carriage return and a line feed if `ending` is 2.
    const char* read(const char* at, const char* end, std::int64_t& line, int ending);

    // Remember the values between time and sequence number of the row that was just read as a
    // plain packet, so that later lines with the same text there need no parsing.
    void learn(const char* at, const char* end, std::int64_t row);

    struct Doubt;

  private:
    // The middles of a thread are kept from block to block; their numbers stay valid.
    struct Memory;
    static Memory& memory();
    struct Columns;
    // The whole seconds that the last line's time started with.
    struct Seconds {
        std::uint64_t text = 0;
        std::uint64_t length = 0;
        std::int64_t ns = 0;
    };
    const char* read_line(const char* at, const Columns& columns, std::int64_t row,
                          Seconds& seconds, int ending);
    void look_up(Middle& middle);
    const char* repeat_line(const char* previous, const char* at, const Columns& columns,
                            std::int64_t row) const;
    // The decimals of a time, not yet converted to a number.
    struct Decimals {
        std::uint64_t values, count;
    };
    static Decimals read_seconds(const char* at, std::uint64_t length, Seconds& seconds,
                                 Doubt& doubt);
    Columns columns();
    void mark(std::int64_t first, std::int64_t end);

    Table& packets_;
    Memory& memory_;
    std::int64_t block_;
    std::array<std::int8_t, 256> events_;
    std::int8_t form_ = -1;
};

}  // namespace nstrace
