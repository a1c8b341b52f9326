// Short functions for the parts of forms.

#pragma once

#include <algorithm>
#include <array>

#include "schema.hpp"

namespace nstrace {

inline constexpr Part blank{.reads = Reads::Blank};
constexpr Part text(std::string_view what) { return {.reads = Reads::Literal, .text = what}; }
constexpr Part one_of(int column, std::string_view what, std::string_view values) {
    return {.reads = Reads::OneOf, .column = column, .text = what, .values = values};
}
constexpr Part one_of(int column, std::string_view what) { return one_of(column, what, what); }
constexpr Part keyword(int column, std::string_view what) {
    return {.reads = Reads::Keyword, .column = column, .text = what};
}
constexpr Part capitals(int column) { return {.reads = Reads::Capitals, .column = column}; }
constexpr Part same(int column) { return {.reads = Reads::Same, .column = column}; }
constexpr Part integer(int column, int width = 0) {
    return {.reads = Reads::Integer, .column = column, .width = width};
}
constexpr Part hexadecimal(int column) { return {.reads = Reads::Hexadecimal, .column = column}; }
constexpr Part time(int column, int decimals = general, int width = 0) {
    return {.reads = Reads::Time, .column = column, .width = width, .decimals = decimals};
}
constexpr Part maybe_time(int column, int decimals = general) {
    return {.reads = Reads::MaybeTime, .column = column, .decimals = decimals};
}
constexpr Part fixed_time(int column, int decimals, int width = 0) {
    return {.reads = Reads::FixedTime, .column = column, .width = width, .decimals = decimals};
}
constexpr Part word(int column, std::string_view before = {}, int width = 0) {
    return {.reads = Reads::Word, .column = column, .text = before, .width = width};
}
constexpr Part name(int column) { return {.reads = Reads::Name, .column = column}; }
constexpr Part number(int column, int width = 0) {
    return {.reads = Reads::Number, .column = column, .width = width, .second = column + 1};
}
constexpr Part fixed(int column, int decimals, int width = 0) {
    return {.reads = Reads::Fixed, .column = column, .width = width, .decimals = decimals};
}
constexpr Part address(int node, int port, int levels) {
    return {.reads = Reads::Address, .column = node, .second = port, .third = levels};
}
constexpr Part rest(int column, std::string_view before = {}) {
    return {.reads = Reads::Rest, .column = column, .text = before};
}
constexpr Part prose(int column) { return {.reads = Reads::Prose, .column = column}; }
constexpr Part numbers(int column) { return {.reads = Reads::Numbers, .column = column}; }

template <std::size_t... Sizes>
constexpr auto joined(const std::array<Part, Sizes>&... lists) {
    std::array<Part, (Sizes + ...)> all{};
    std::size_t at = 0;
    ((std::copy(lists.begin(), lists.end(), all.begin() + at), at += Sizes), ...);
    return all;
}
template <typename... Parts>
constexpr auto list(Parts... parts) {
    return std::array<Part, sizeof...(Parts)>{parts...};
}
// These parts, or none of them.
template <typename... Parts>
constexpr auto group(Parts... parts) {
    constexpr Part start{.reads = Reads::Group, .width = sizeof...(Parts)};
    return std::array<Part, 1 + sizeof...(Parts)>{start, parts...};
}
// A blank and an integer for each of these columns.
template <typename... Columns>
constexpr auto integers(Columns... columns) {
    return joined(list(blank, integer(columns))...);
}
// A field of newer formats: a blank, a key, a blank, and a value.
constexpr auto keyed(std::string_view key, Part value) {
    return list(blank, text(key), blank, value);
}

}  // namespace nstrace
