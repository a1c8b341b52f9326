// The fast way for the lines that make up nearly all of nearly every trace: packets with twelve
// columns, written just as ns writes them. Whatever looks different is left to LineReader.

#pragma once

#include <array>
#include <cstdint>

#include "middles.hpp"
#include "table.hpp"

namespace nstrace {

class PacketReader {
  public:
    explicit PacketReader(Table& packets);

    // Read lines from `at` on until one is not plain or too near to `end`; gives where that is.
    // `line` is the number of the line at `at`, and is counted on. Lines end with a line feed,
    // or with a carriage return and a line feed if `ending` is 2.
    const char* read(const char* at, const char* end, std::int64_t& line, int ending);

    // Remember what the row that was just read as a plain packet has between its time and its
    // sequence number, so that the next line with the same text there needs no reading.
    void learn(const char* at, const char* end, std::int64_t row);

    struct Doubt;

  private:
    // What a thread has learned outlives a block: numbers don't change their meaning.
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
    // Digits behind the point of a time, for whoever makes numbers of them.
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
