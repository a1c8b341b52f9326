// Looking at many bytes of a text at once.

#pragma once

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace nstrace {

inline std::uint64_t load(const char* at) {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    return word;
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
inline std::uint32_t points16(const char* at) {
    return _mm_movemask_epi8(_mm_cmpeq_epi8(load16(at), _mm_set1_epi8('.')));
}
inline std::uint32_t closings16(const char* at) {
    return _mm_movemask_epi8(_mm_cmpeq_epi8(load16(at), _mm_set1_epi8(']')));
}
inline std::uint32_t equal16(const char* one, const char* other) {
    return _mm_movemask_epi8(_mm_cmpeq_epi8(load16(one), load16(other)));
}
#else
inline std::uint32_t separators16(const char* at) {
    std::uint32_t mask = 0;
    for (int i = 0; i < 16; ++i)
        mask |= static_cast<std::uint32_t>(static_cast<unsigned char>(at[i]) <= ' ') << i;
    return mask;
}
inline std::uint32_t points16(const char* at) {
    std::uint32_t mask = 0;
    for (int i = 0; i < 16; ++i) mask |= static_cast<std::uint32_t>(at[i] == '.') << i;
    return mask;
}
inline std::uint32_t closings16(const char* at) {
    std::uint32_t mask = 0;
    for (int i = 0; i < 16; ++i) mask |= static_cast<std::uint32_t>(at[i] == ']') << i;
    return mask;
}
inline std::uint32_t equal16(const char* one, const char* other) {
    std::uint32_t mask = 0;
    for (int i = 0; i < 16; ++i) mask |= static_cast<std::uint32_t>(one[i] == other[i]) << i;
    return mask;
}
#endif

inline std::uint64_t separators64(const char* at) {
    return static_cast<std::uint64_t>(separators16(at)) |
           static_cast<std::uint64_t>(separators16(at + 16)) << 16 |
           static_cast<std::uint64_t>(separators16(at + 32)) << 32 |
           static_cast<std::uint64_t>(separators16(at + 48)) << 48;
}

inline std::uint64_t closings64(const char* at) {
    return static_cast<std::uint64_t>(closings16(at)) |
           static_cast<std::uint64_t>(closings16(at + 16)) << 16 |
           static_cast<std::uint64_t>(closings16(at + 32)) << 32 |
           static_cast<std::uint64_t>(closings16(at + 48)) << 48;
}

// A bit for each of 48 bytes that is the same.
inline std::uint64_t equal48(const char* one, const char* other) {
    return static_cast<std::uint64_t>(equal16(one, other)) |
           static_cast<std::uint64_t>(equal16(one + 16, other + 16)) << 16 |
           static_cast<std::uint64_t>(equal16(one + 32, other + 32)) << 32;
}

}  // namespace nstrace
