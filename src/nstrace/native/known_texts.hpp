// Texts that many lines share, which are looked up instead of being parsed again.

#pragma once

#include <array>
#include <cstdint>

#include "air_tails.hpp"
#include "canonical.hpp"
#include "middles.hpp"

namespace nstrace {

// The texts that a thread has read. Indices into dictionaries are valid for one block only, so
// entries with indices have the block's number.
struct KnownTexts {
    struct Layer {
        std::uint64_t text = 0;
        std::uint32_t block = 0;
        std::int32_t layer = 0, reason = 0;
    };
    // The end of a TCP header: a blank, flags, and the bytes of two headers.
    struct HeaderEnd {
        std::array<std::uint64_t, 2> text{};
        std::int32_t flags = 0, header_bytes = 0, socket_address_bytes = 0;
    };

    // What follows a sequence number in a wireless line, including the line end.
    struct NumberedEnd {
        std::uint64_t text = 0;
        std::ptrdiff_t length = 0;
        std::int32_t ack = 0, forwards = 0, optimal_forwards = 0;
    };

    Layer& layer_of(std::uint64_t text) { return layers[text * 0x9e3779b97f4a7c15 >> 58]; }
    HeaderEnd& header_end_of(const std::array<std::uint64_t, 2>& text) {
        return header_ends[(text[0] * 0x9e3779b97f4a7c15 + text[1]) >> 58];
    }
    NumberedEnd& numbered_end_of(std::uint64_t text) {
        return numbered_ends[text * 0x9e3779b97f4a7c15 >> 58];
    }

    Middles middles;
    Known<AirMiddle> on_air;
    Known<RouteRequest> requests;
    std::array<Layer, 64> layers;
    std::array<HeaderEnd, 64> header_ends;
    std::array<NumberedEnd, 64> numbered_ends;
    AirTails tails;
    KnownSeconds seconds;
    std::uint32_t blocks = 0;
};

// The texts of the current thread, which are kept from block to block.
inline KnownTexts& known_texts() {
    static thread_local KnownTexts known;
    return known;
}

}  // namespace nstrace
