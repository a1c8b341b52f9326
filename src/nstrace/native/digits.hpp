// Up to eight digits at once, as the bytes of one word.

#pragma once

#include <cstdint>

#include "many_bytes.hpp"

namespace nstrace {

inline constexpr std::uint64_t all_zeros = 0x3030303030303030;  // eight times '0'

// Eight digits as one number: pairs, then fours, then all. The first digit is the lowest byte.
[[gnu::always_inline]] inline std::uint64_t eight_digits(std::uint64_t values) {
    values = (values * 10 + (values >> 8)) & 0x00ff00ff00ff00ff;
    values = (values * 100 + (values >> 16)) & 0x0000ffff0000ffff;
    return (values * 10000 + (values >> 32)) & 0xffffffff;
}

// Not zero if one of eight bytes is not below ten.
[[gnu::always_inline]] inline std::uint64_t above_nine(std::uint64_t values) {
    return (values | (values + 0x7676767676767676)) & 0x8080808080808080;
}

// `length` digits, 1 to 8, as values of the bytes, the last in the highest byte.
inline std::uint64_t digits(const char* at, std::uint64_t length) {
    return (load(at) ^ all_zeros) << ((64 - 8 * length) & 63);
}

}  // namespace nstrace
