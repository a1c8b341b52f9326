// Wireless lines that are equal to an earlier one from their packet's number on.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "many_bytes.hpp"

namespace nstrace {

// The text of a line from its packet's number to its end, and the row that was read from it.
struct AirTail {
    static constexpr std::ptrdiff_t shortest = 16;
    static constexpr std::ptrdiff_t longest = 256;

    const char* text = nullptr;  // in the block
    std::ptrdiff_t length = 0;
    std::ptrdiff_t parts_length = 0;  // without what is left of the line behind its form's parts
    std::uint32_t block = 0;
    std::uint32_t form = 0;  // its place among the known
    std::int64_t row = 0;

    // Whether the text at `at` is the same; `longest` bytes after `at` must be readable.
    [[gnu::always_inline]] bool is(const char* at) const {
        if (load(at) != load(text)) return false;
        for (std::ptrdiff_t from = 8; from + 16 < length; from += 16)
            if (equal16(at + from, text + from) != 0xffff) return false;
        return equal16(at + length - 16, text + length - 16) == 0xffff;
    }
};

// The last two different tails. Lines repeat them, since many nodes receive what one sends, and
// each layer passes a packet on to the next.
class AirTails {
  public:
    // The tail of a line of this block that the one at `at` repeats; null if there is none.
    [[gnu::always_inline]] const AirTail* find(const char* at, std::uint32_t block) {
        start_ = nullptr;
        for (auto each : {newest_, 1 - newest_})
            if (tails_[each].block == block && tails_[each].is(at)) return &tails_[each];
        start_ = at;
        return nullptr;
    }
    // Don't remember this line.
    void pass_over() { start_ = nullptr; }
    // The start of the tail to remember once the line's row is accepted; null for none.
    const char* start() const { return start_; }
    void remember(const AirTail& tail) {
        if (tail.length < AirTail::shortest || tail.length > AirTail::longest) return;
        newest_ = 1 - newest_;
        tails_[newest_] = tail;
    }

  private:
    std::array<AirTail, 2> tails_;
    std::size_t newest_ = 0;
    const char* start_ = nullptr;
};

}  // namespace nstrace
