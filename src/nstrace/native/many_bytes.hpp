// Tests of many bytes of a text at once.

#pragma once

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace nstrace {

[[gnu::always_inline]] inline std::uint64_t load(const char* at) {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    return word;
}

// Eight times `value`.
constexpr std::uint64_t every_byte(std::uint8_t value) {
    return std::uint64_t{0x0101010101010101} * value;
}

// The highest bit of each of eight bytes that is zero; after the first such byte, the others may
// be wrong.
[[gnu::always_inline]] inline std::uint64_t zero_bytes(std::uint64_t bytes) {
    return (bytes - every_byte(1)) & ~bytes & every_byte(0x80);
}

#if defined(__SSE2__)
inline __m128i load16(const char* at) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}

// A bit for each of 16 bytes that is a blank or a control character.
inline std::uint32_t separators16(const char* at) {
    auto bytes = load16(at);
    auto blank = _mm_set1_epi8(' ');
    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(bytes, blank), bytes));
}
template <char wanted>
[[gnu::always_inline]] inline std::uint32_t places16(const char* at) {
    return _mm_movemask_epi8(_mm_cmpeq_epi8(load16(at), _mm_set1_epi8(wanted)));
}
[[gnu::always_inline]] inline std::uint32_t equal16(const char* one, const char* other) {
    return _mm_movemask_epi8(_mm_cmpeq_epi8(load16(one), load16(other)));
}
#else
inline std::uint32_t separators16(const char* at) {
    std::uint32_t mask = 0;
    for (int i = 0; i < 16; ++i)
        mask |= static_cast<std::uint32_t>(static_cast<unsigned char>(at[i]) <= ' ') << i;
    return mask;
}
template <char wanted>
[[gnu::always_inline]] inline std::uint32_t places16(const char* at) {
    std::uint32_t mask = 0;
    for (int i = 0; i < 16; ++i) mask |= static_cast<std::uint32_t>(at[i] == wanted) << i;
    return mask;
}
[[gnu::always_inline]] inline std::uint32_t equal16(const char* one, const char* other) {
    std::uint32_t mask = 0;
    for (int i = 0; i < 16; ++i) mask |= static_cast<std::uint32_t>(one[i] == other[i]) << i;
    return mask;
}
#endif

[[gnu::always_inline]] inline std::uint64_t separators64(const char* at) {
    return static_cast<std::uint64_t>(separators16(at)) |
           static_cast<std::uint64_t>(separators16(at + 16)) << 16 |
           static_cast<std::uint64_t>(separators16(at + 32)) << 32 |
           static_cast<std::uint64_t>(separators16(at + 48)) << 48;
}

// A bit for each of 64 bytes that is `wanted`.
template <char wanted>
[[gnu::always_inline]] inline std::uint64_t places64(const char* at) {
    return static_cast<std::uint64_t>(places16<wanted>(at)) |
           static_cast<std::uint64_t>(places16<wanted>(at + 16)) << 16 |
           static_cast<std::uint64_t>(places16<wanted>(at + 32)) << 32 |
           static_cast<std::uint64_t>(places16<wanted>(at + 48)) << 48;
}

// A bit for each of 48 bytes that is the same.
[[gnu::always_inline]] inline std::uint64_t equal48(const char* one, const char* other) {
    return static_cast<std::uint64_t>(equal16(one, other)) |
           static_cast<std::uint64_t>(equal16(one + 16, other + 16)) << 16 |
           static_cast<std::uint64_t>(equal16(one + 32, other + 32)) << 32;
}

}  // namespace nstrace
