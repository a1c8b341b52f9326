// Reading of numbers and words that are written exactly as ns writes them. A line of such values
// needs no check that its columns reproduce it.
//
// Up to 16 bytes after the start of a value must be readable.

#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>

#include "digits.hpp"
#include "numbers.hpp"

namespace nstrace {

// Whether text is a value.
enum class Fit {
    yes,    // the value, written in the one way that a writer writes it
    no,     // no such value, not even written in another way
    doubt,  // LineReader has to decide
};

// How a reader that accepts any run of blanks fails if the next part doesn't follow.
[[gnu::always_inline]] inline Fit missing(const char* at) {
    return is_blank(*at) ? Fit::doubt : Fit::no;
}

// How many digits there are at `at`: 0 to 8, also if more follow.
struct LeadingDigits {
    [[gnu::always_inline]] explicit LeadingDigits(const char* at) : values(load(at) ^ all_zeros) {
        auto others = above_nine(values);
        count = others == 0 ? 8 : static_cast<unsigned>(std::countr_zero(others)) / 8;
    }
    // Of 1 digit or more.
    [[gnu::always_inline]] std::uint64_t number() const {
        return eight_digits(values << (64 - 8 * count));
    }
    bool starts_with_zero() const { return (values & 0xff) == 0; }
    // Whether they are a number of at most seven digits, as ns writes it: without a zero in front.
    [[gnu::always_inline]] bool are_short_number() const {
        return count != 0 && count != 8 && !(starts_with_zero() && count > 1);
    }

    std::uint64_t values;
    unsigned count;
};

// What was read, and where it ends; null if that is in doubt. Returned by value: a position whose
// address is passed to a function that is not inlined could not stay in a register.
template <typename Value>
struct Stop {
    const char* at = nullptr;
    Value value{};
};

// Eight digits and more, of which fifteen are read.
[[gnu::noinline]] inline Stop<std::int64_t> read_many_digits(const char* at) {
    LeadingDigits front(at), back(at + 8);
    if (front.starts_with_zero() || back.count == 8) return {};
    auto number = front.number();
    if (back.count > 0)
        number = number * static_cast<std::uint64_t>(powers_of_ten[back.count]) + back.number();
    return {at + 8 + back.count, static_cast<std::int64_t>(number)};
}

template <std::integral Value>
[[gnu::always_inline]] inline Fit read_integer(const char*& at, Value& value) {
    const bool minus = *at == '-';
    const char* start = at + minus;
    LeadingDigits found(start);
    if (found.count - 1 > 6) [[unlikely]] {
        if (found.count == 0) return missing(at);
        if (sizeof(Value) < sizeof(std::int64_t)) return Fit::doubt;
        auto stop = read_many_digits(start);
        if (!stop.at) return Fit::doubt;
        at = stop.at;
        value = static_cast<Value>(minus ? -stop.value : stop.value);
        return Fit::yes;
    }
    if (found.starts_with_zero() && (found.count > 1 || minus)) [[unlikely]]
        return Fit::doubt;
    auto number = static_cast<Value>(found.number());
    value = minus ? static_cast<Value>(-number) : number;
    at = start + found.count;
    return Fit::yes;
}

// A bit in each of eight bytes that is not a lower-case hexadecimal digit. After the first such
// byte, the others may be wrong.
[[gnu::always_inline]] inline std::uint64_t not_hexadecimal(std::uint64_t text) {
    auto letters = text ^ 0x6060606060606060;
    auto no_letter = (letters + 0x7979797979797979) | letters | ~(letters + 0x7f7f7f7f7f7f7f7f);
    return above_nine(text ^ all_zeros) & no_letter;
}

// Up to eight digits, or seven for 32 bits.
template <std::integral Value>
[[gnu::always_inline]] inline Fit read_hexadecimal(const char*& at, Value& value) {
    auto text = load(at);
    auto others = not_hexadecimal(text);
    auto count = others == 0 ? 8 : static_cast<unsigned>(std::countr_zero(others)) / 8;
    // Capital hexadecimal digits are part of a number, too.
    auto end = static_cast<unsigned char>(at[count]);
    auto goes_on = is_digit(at[count]) || (end >= 'A' && end <= 'F') || (end >= 'a' && end <= 'f');
    if (goes_on) [[unlikely]]
        return Fit::doubt;
    if (count == 0) return missing(at);
    if ((*at == '0' && count > 1) || (sizeof(Value) < 8 && count == 8)) [[unlikely]]
        return Fit::doubt;
    auto values = (text & 0x0f0f0f0f0f0f0f0f) + 9 * (text >> 6 & 0x0101010101010101);
    values <<= 64 - 8 * count;
    values = (values * 16 + (values >> 8)) & 0x00ff00ff00ff00ff;
    values = (values * 256 + (values >> 16)) & 0x0000ffff0000ffff;
    value = static_cast<Value>((values * 65536 + (values >> 32)) & 0xffffffff);
    at += count;
    return Fit::yes;
}

// Decimals, 1 to 9 of them, as a whole number.
template <int decimals>
[[gnu::always_inline]] inline Fit read_decimals(const char*& at, std::uint64_t& digits) {
    LeadingDigits found(at);
    constexpr unsigned first = decimals > 8 ? 8 : decimals;
    bool complete =
        found.count == first && !is_digit(at[decimals]) && (decimals <= 8 || is_digit(at[8]));
    if (!complete) [[unlikely]]
        return Fit::doubt;
    digits = found.number();
    if constexpr (decimals > 8) digits = digits * 10 + static_cast<std::uint64_t>(at[8] - '0');
    at += decimals;
    return Fit::yes;
}

// A number with `decimals` of them: its digits without the point.
template <int decimals>
[[gnu::always_inline]] inline Fit read_digits(const char*& at, std::uint64_t& digits) {
    LeadingDigits whole(at);
    if (!whole.are_short_number() || at[whole.count] != '.') [[unlikely]]
        return Fit::doubt;
    const char* stop = at + whole.count + 1;
    if (read_decimals<decimals>(stop, digits) != Fit::yes) return Fit::doubt;
    digits += whole.number() * static_cast<std::uint64_t>(powers_of_ten[decimals]);
    at = stop;
    return Fit::yes;
}

// A double with `decimals` decimals. On doubt the text may also be no number at all.
template <int decimals>
[[gnu::always_inline]] inline Fit read_fixed(const char*& at, double& value) {
    const bool minus = *at == '-';
    const char* stop = at + minus;
    std::uint64_t digits;
    if (read_digits<decimals>(stop, digits) != Fit::yes || (minus && digits == 0)) [[unlikely]]
        return Fit::doubt;
    // 16 digits are too many for a double, but there are at most 13 here.
    static_assert(decimals <= 6);
    auto number = static_cast<double>(static_cast<std::int64_t>(digits)) /
                  static_cast<double>(powers_of_ten[decimals]);
    value = minus ? -number : number;
    at = stop;
    return Fit::yes;
}

// The last whole seconds, with the point after them: most lines have the same.
struct KnownSeconds {
    std::uint64_t text = 1, mask = 0;  // as if nothing had been read
    std::ptrdiff_t length = 0;
    std::int64_t ns = 0;
};

// Whole seconds and a point.
[[gnu::always_inline]] inline Fit read_seconds(const char*& at, KnownSeconds& known) {
    if ((load(at) & known.mask) != known.text) [[unlikely]] {
        LeadingDigits whole(at);
        if (!whole.are_short_number() || at[whole.count] != '.') return Fit::doubt;
        auto mask = ~std::uint64_t{0} >> (56 - 8 * whole.count);
        known = {load(at) & mask, mask, static_cast<std::ptrdiff_t>(whole.count + 1),
                 static_cast<std::int64_t>(whole.number()) * ns_per_s};
    }
    at += known.length;
    return Fit::yes;
}

// Seconds with `decimals` decimals.
template <int decimals>
[[gnu::always_inline]] inline Fit read_fixed_time(const char*& at, std::int64_t& ns,
                                                  KnownSeconds& known) {
    std::uint64_t digits;
    if (read_seconds(at, known) != Fit::yes || read_decimals<decimals>(at, digits) != Fit::yes)
        [[unlikely]]
        return Fit::doubt;
    ns = known.ns + static_cast<std::int64_t>(digits) * powers_of_ten[9 - decimals];
    return Fit::yes;
}

// Seconds with up to eight decimals, as "%.15g" writes them.
[[gnu::always_inline]] inline Fit read_general_time(const char*& at, std::int64_t& ns,
                                                    KnownSeconds& known) {
    const char* stop = at;
    if (read_seconds(stop, known) == Fit::yes) [[likely]] {
        LeadingDigits behind(stop);
        stop += behind.count;
        // A zero at the end would not be written.
        if (behind.count == 0 || is_digit(*stop) || stop[-1] == '0') [[unlikely]]
            return Fit::doubt;
        ns =
            known.ns + static_cast<std::int64_t>(behind.number()) * powers_of_ten[9 - behind.count];
    } else {
        LeadingDigits whole(at);
        if (!whole.are_short_number()) return Fit::doubt;
        ns = static_cast<std::int64_t>(whole.number()) * ns_per_s;
        stop = at + whole.count;
    }
    // Shorter times have an exponent.
    if ((ns != 0 && ns < ns_per_s / 10'000) || *stop != ' ') [[unlikely]]
        return Fit::doubt;
    at = stop;
    return Fit::yes;
}

// The first `length` of 16 bytes, followed by zeros.
[[gnu::always_inline]] inline std::array<std::uint64_t, 2> first_bytes(const char* at, int length) {
    auto of_eight = [](std::uint64_t text, int count) {
        if (count >= 8) return text;
        return count <= 0 ? 0 : text & ~(~std::uint64_t{0} << 8 * count);
    };
    return {of_eight(load(at), length), of_eight(load(at + 8), length - 8)};
}

// How many of eight bytes come before a blank, a control character or a `stop`.
[[gnu::always_inline]] inline unsigned word_length(std::uint64_t text, char stop) {
    auto ends = ((text - every_byte(0x21)) & ~text & every_byte(0x80)) |
                zero_bytes(text ^ every_byte(static_cast<unsigned char>(stop)));
    return ends == 0 ? 8 : static_cast<unsigned>(std::countr_zero(ends)) / 8;
}

}  // namespace nstrace
