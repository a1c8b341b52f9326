// Lines on the air that repeat another from their packet's number on.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "many_bytes.hpp"

namespace nstrace {

// What a line has from its packet's number to its end, and what became of it.
struct AirTail {
    static constexpr std::ptrdiff_t shortest = 16;
    static constexpr std::ptrdiff_t longest = 256;

    const char* text = nullptr;  // in the block
    std::ptrdiff_t length = 0;
    std::ptrdiff_t parts_length = 0;  // without what is left of the line behind its form's parts
    std::uint32_t block = 0;
    std::uint32_t form = 0;  // its place among the known
    std::int64_t row = 0;

    // Does what stands at `at`, behind which `longest` bytes may be looked at, read the same?
    [[gnu::always_inline]] bool is(const char* at) const {
        if (load(at) != load(text)) return false;
        for (std::ptrdiff_t from = 8; from + 16 < length; from += 16)
            if (equal16(at + from, text + from) != 0xffff) return false;
        return equal16(at + length - 16, text + length - 16) == 0xffff;
    }
};

// The last two that were not like those before them. What one node sends many receive, and what a
// layer gets goes on to the next.
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
    // The line is not to be repeated.
    void pass_over() { start_ = nullptr; }
    // Where the line's tail starts that may be remembered, once its row is accepted; or null.
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
