// Numbers in traces: conversion of text to values and back, without avoidable rounding.

#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace nstrace {

inline constexpr std::int64_t ns_per_s = 1'000'000'000;
// 10^15 and below fit a double exactly, times a power of ten in between.
inline constexpr int exact_digits = 15;
// The number of digits that distinguish any two doubles.
inline constexpr int all_digits = 17;

inline constexpr std::int64_t powers_of_ten[] = {1,
                                                 10,
                                                 100,
                                                 1'000,
                                                 10'000,
                                                 100'000,
                                                 1'000'000,
                                                 10'000'000,
                                                 100'000'000,
                                                 1'000'000'000,
                                                 10'000'000'000,
                                                 100'000'000'000,
                                                 1'000'000'000'000,
                                                 10'000'000'000'000,
                                                 100'000'000'000'000,
                                                 1'000'000'000'000'000};

constexpr bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Where a number that starts at `at` ends: sign, digits, point, exponent. It equals `at` if
// there is none.
inline const char* number_end(const char* at, const char* end) {
    const char* p = at;
    if (p < end && (*p == '-' || *p == '+')) ++p;
    const char* digits = p;
    while (p < end && is_digit(*p)) ++p;
    auto count = p - digits;
    if (p < end && *p == '.') {
        const char* decimals = ++p;
        while (p < end && is_digit(*p)) ++p;
        count += p - decimals;
    }
    if (count == 0) return at;
    if (p < end && (*p == 'e' || *p == 'E')) {
        const char* exponent = p + 1;
        if (exponent < end && (*exponent == '-' || *exponent == '+')) ++exponent;
        if (exponent < end && is_digit(*exponent)) {
            p = exponent;
            while (p < end && is_digit(*p)) ++p;
        }
    }
    return p;
}

template <typename Integer>
std::optional<Integer> to_integer(std::string_view text, int base = 10) {
    Integer value;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// A decimal number without exponent: `digits` / 10^`decimals`.
struct Decimal {
    bool negative = false;
    std::int64_t digits = 0;
    int decimals = 0;  // digits after the point
    bool point = false;
};

// 19 digits fit 64 bits without a sign.
inline constexpr int most_digits = 19;

// Nothing if there is an exponent, or if there are more than `limit` digits.
inline std::optional<Decimal> to_decimal(std::string_view text, int limit = exact_digits) {
    Decimal decimal;
    std::size_t at = 0;
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
        decimal.negative = text[0] == '-';
        at = 1;
    }
    int count = 0;
    std::uint64_t digits = 0;
    for (; at < text.size(); ++at) {
        if (text[at] == '.' && !decimal.point) {
            decimal.point = true;
            continue;
        }
        if (!is_digit(text[at])) return std::nullopt;
        if (++count > limit) return std::nullopt;
        digits = digits * 10 + static_cast<std::uint64_t>(text[at] - '0');
        decimal.decimals += decimal.point;
    }
    decimal.digits = static_cast<std::int64_t>(digits);
    return count > 0 && decimal.digits >= 0 ? std::optional(decimal) : std::nullopt;
}

inline std::optional<double> to_double(std::string_view text) {
    if (!text.empty() && text[0] == '+') text.remove_prefix(1);
    double value;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

// Seconds as text to nanoseconds; rounded only where the text holds more than nine decimals.
inline std::optional<std::int64_t> to_nanoseconds(std::string_view text) {
    if (auto decimal = to_decimal(text, most_digits); decimal && decimal->decimals <= 9) {
        constexpr auto largest = std::numeric_limits<std::int64_t>::max();
        auto scale = powers_of_ten[9 - decimal->decimals];
        if (decimal->digits <= largest / scale) {
            auto value = decimal->digits * scale;
            return decimal->negative ? -value : value;
        }
    }
    auto seconds = to_double(text);
    // 2^63 ns are 292 years.
    if (!seconds || std::abs(*seconds) > 9.2e9) return std::nullopt;
    return std::llround(static_cast<long double>(*seconds) * ns_per_s);
}

template <typename Integer>
void append_integer(std::string& out, Integer value, int base = 10) {
    char text[24];
    auto [end, error] = std::to_chars(text, text + sizeof text, value, base);
    out.append(text, end);
}

// The absolute value of a number; that of the smallest one doesn't fit a signed integer.
inline std::uint64_t magnitude(std::int64_t value) {
    auto bits = static_cast<std::uint64_t>(value);
    return value < 0 ? 0 - bits : bits;
}

// `digits` / 10^`decimals`, with all its decimals.
inline void append_decimal(std::string& out, bool negative, std::uint64_t digits, int decimals) {
    char text[40];
    char* end = text + sizeof text;
    char* at = end;
    for (int count = 0; digits > 0 || count <= decimals; ++count) {
        if (count == decimals && decimals > 0) *--at = '.';
        *--at = static_cast<char>('0' + digits % 10);
        digits /= 10;
    }
    if (negative) *--at = '-';
    out.append(at, end);
}

// What "%.15g" prints of a time that nanoseconds can hold: no zeros at the end, and an exponent
// below 10^-4.
inline void append_general_time(std::string& out, std::int64_t ns) {
    bool negative = ns < 0;
    auto rest = magnitude(ns);
    int decimals = 9;
    while (decimals > 0 && rest % 10 == 0) {
        rest /= 10;
        --decimals;
    }
    bool tiny = ns != 0 && magnitude(ns) < ns_per_s / 10'000;
    if (!tiny) {
        append_decimal(out, negative, rest, decimals);
        return;
    }
    int digits = 1;
    while (rest >= static_cast<std::uint64_t>(powers_of_ten[digits])) ++digits;
    append_decimal(out, negative, rest, digits - 1);
    int exponent = decimals - digits + 1;
    out += "e-0";
    append_integer(out, exponent);
}

// Seconds with a given number of decimals.
inline void append_fixed_time(std::string& out, std::int64_t ns, int decimals) {
    bool negative = ns < 0;
    auto rest = magnitude(ns) / static_cast<std::uint64_t>(powers_of_ten[9 - decimals]);
    append_decimal(out, negative, rest, decimals);
}

inline void append_fixed(std::string& out, double value, int decimals) {
    double scaled = decimals <= exact_digits
                        ? std::abs(value) * static_cast<double>(powers_of_ten[decimals])
                        : std::numeric_limits<double>::infinity();
    if (scaled < static_cast<double>(powers_of_ten[exact_digits])) {
        append_decimal(out, std::signbit(value), static_cast<std::uint64_t>(std::llround(scaled)),
                       decimals);
    } else {
        // 309 digits before the point, at most 127 behind it.
        char text[450];
        auto [end, error] =
            std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, decimals);
        out.append(text, end);
    }
}

// What "%.*g" prints.
inline void append_general(std::string& out, double value, int digits) {
    char text[150];
    auto [end, error] =
        std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits);
    out.append(text, end);
}

// The shortest text that reads as the same double.
inline void append_shortest(std::string& out, double value) {
    char text[32];
    auto [end, error] = std::to_chars(text, text + sizeof text, value);
    out.append(text, end);
}

// `manner`: the number of decimals, -N for "%.Ng", or -1 for the shortest text.
inline void append_as_written(std::string& out, double value, int manner) {
    if (manner >= 0)
        append_fixed(out, value, manner);
    else if (manner < -1)
        append_general(out, value, -manner);
    else
        append_shortest(out, value);
}

}  // namespace nstrace
