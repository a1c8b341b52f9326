// Reading of parts of a form that are written exactly as the form writes them.

#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>

#include "canonical.hpp"
#include "known_texts.hpp"
#include "schema.hpp"
#include "strict_rows.hpp"

namespace nstrace {

// The line that is being read.
struct StrictLine {
    const char* at;
    const char* end;  // of the text
    std::int64_t number;
    int ending;
    KnownTexts& known;  // what many lines have alike
};

template <Type type>
using IntegerOf = std::conditional_t<type == Type::Int64, std::int64_t, std::int32_t>;

// The index of a word of eight characters and more.
[[gnu::noinline]] inline Stop<std::int32_t> read_long_word(const char* at, char stop,
                                                           StrictRows& rows, int column) {
    constexpr std::ptrdiff_t longest_word = 16;
    const char* end = at;
    while (end - at <= longest_word && static_cast<unsigned char>(*end) > ' ' && *end != stop)
        ++end;
    if (end - at > longest_word || (*end != ' ' && *end != stop)) return {};
    auto index = rows.index_of(column, std::string_view(at, end - at));
    if (index < 0) return {};
    return {end, index};
}

[[gnu::always_inline]] inline Fit read_word(const char*& at, char stop, StrictRows& rows,
                                            int column) {
    auto text = load(at);
    auto length = word_length(text, stop);
    if (length == 0) return *at == '\n' ? Fit::no : Fit::doubt;
    if (length == 8) [[unlikely]] {
        auto found = read_long_word(at, stop, rows, column);
        if (!found.at) return Fit::doubt;
        rows.set(column, found.value);
        at = found.at;
        return Fit::yes;
    }
    // A blank ends it, and no other character below.
    if (at[length] != ' ' && at[length] != stop) [[unlikely]]
        return Fit::doubt;
    auto index = rows.index_of(column, text & ~(~std::uint64_t{0} << 8 * length));
    if (index < 0) [[unlikely]]
        return Fit::doubt;
    rows.set(column, index);
    at += length;
    return Fit::yes;
}

// A word on the right of a column of `width` characters; a blank before it was read.
[[gnu::always_inline]] inline Fit read_padded_word(const char*& at, int width, StrictRows& rows,
                                                   int column) {
    int blanks = 0;
    while (blanks < width && at[blanks] == ' ') ++blanks;
    const char* start = at += blanks;
    auto fit = read_word(at, ' ', rows, column);
    auto length = static_cast<int>(at - start);
    return fit == Fit::yes && blanks == std::max(0, width - length) ? Fit::yes : Fit::doubt;
}

// Where the line ends, if what is left of it is plain text.
[[gnu::noinline]] inline const char* end_of(const StrictLine& line) {
    const auto* stop = static_cast<const char*>(std::memchr(line.at, '\n', line.end - line.at));
    // A line ends as those before it, and holds at least its event.
    if (!stop || (stop[-1] == '\r') != (line.ending == 2)) return nullptr;
    stop -= line.ending - 1;
    if (stop < line.at) return nullptr;
    for (const char* each = line.at; each < stop; ++each)
        if (static_cast<signed char>(*each) <= 0) return nullptr;
    return stop;
}

// The rest of the line.
[[gnu::always_inline]] inline Fit read_rest(StrictLine& line, StrictRows& rows, int column) {
    const char* stop = line.at;
    if (*stop == ' ' && stop[1] == '\n' && line.ending == 1)
        ++stop;
    else if (*stop != '\n' || line.ending != 1)
        stop = end_of(line);
    if (!stop) return Fit::doubt;
    auto length = static_cast<std::size_t>(stop - line.at);
    rows.table().column(column).append_text(rows.row(), {line.at, length});
    line.at = stop;
    return Fit::yes;
}

// By character: the column's value that is written as this character; else 0.
constexpr std::array<char, 256> values_of(const Part& part) {
    std::array<char, 256> values{};
    for (std::size_t at = 0; at < part.text.size(); ++at)
        if (part.values.find(part.values[at]) == at)
            values[static_cast<unsigned char>(part.text[at])] = part.values[at];
    return values;
}

template <const Part& part>
constexpr std::array<char, 256> values_of_part = values_of(part);

// A character of a column of codes.
template <const Part& part>
[[gnu::always_inline]] inline Fit read_code(const char*& at, StrictRows& rows) {
    auto value = values_of_part<part>[static_cast<unsigned char>(*at)];
    if (value == 0) [[unlikely]]
        return Fit::doubt;
    auto code = rows.code_of(part.column, value);
    if (code < 0) [[unlikely]]
        return Fit::doubt;
    rows.set(part.column, code);
    ++at;
    return Fit::yes;
}

// Reads parts of the forms of one table.
template <const auto& specs>
struct StrictParts {
    template <typename Value, typename Read>
    [[gnu::always_inline]] static Fit store(StrictLine& line, StrictRows& rows, int column,
                                            Read read) {
        Value value{};
        auto fit = read(line.at, value);
        if (fit == Fit::yes) [[likely]]
            rows.set(column, value);
        return fit;
    }

    template <int column>
    [[gnu::always_inline]] static Fit integer(StrictLine& line, StrictRows& rows) {
        using Value = IntegerOf<specs[column].type>;
        return store<Value>(line, rows, column,
                            [](auto& at, auto& value)
                                __attribute__((always_inline)) { return read_integer(at, value); });
    }

    // The value that the column has already.
    template <int column>
    [[gnu::always_inline]] static Fit same(StrictLine& line, StrictRows& rows) {
        IntegerOf<specs[column].type> value{};
        if (read_integer(line.at, value) != Fit::yes) return Fit::doubt;
        return value == rows.get<decltype(value)>(column) ? Fit::yes : Fit::doubt;
    }

    template <const auto& parts, std::size_t index>
    [[gnu::always_inline]] static Fit one(StrictLine& line, StrictRows& rows) {
        static constexpr Part part = parts[index];
        constexpr auto column = part.column;
        const char*& at = line.at;
        static_assert(part.width == 0 || part.reads == Reads::Word);
        if constexpr (part.reads == Reads::Blank) {
            if (*at != ' ') return missing(at);
            ++at;
            return Fit::yes;
        } else if constexpr (part.reads == Reads::Literal) {
            static_assert(!is_blank(part.text.front()));
            if (std::memcmp(at, part.text.data(), part.text.size()) != 0) return missing(at);
            at += part.text.size();
            return Fit::yes;
        } else if constexpr (part.reads == Reads::OneOf) {
            return read_code<part>(at, rows);
        } else if constexpr (part.reads == Reads::Integer) {
            return integer<column>(line, rows);
        } else if constexpr (part.reads == Reads::Same) {
            static_assert(specs[column].type == Type::Int32);
            return same<column>(line, rows);
        } else if constexpr (part.reads == Reads::Hexadecimal) {
            using Value = IntegerOf<specs[column].type>;
            return store<Value>(line, rows, column,
                                [](auto& at, auto& value) __attribute__((always_inline)) {
                                    return read_hexadecimal(at, value);
                                });
        } else if constexpr (part.reads == Reads::Time) {
            auto& seconds = line.known.seconds;
            return store<std::int64_t>(
                line, rows, column,
                [&seconds](auto& at, auto& value) __attribute__((always_inline)) {
                    if constexpr (part.decimals == general)
                        return read_general_time(at, value, seconds);
                    else
                        return read_fixed_time<part.decimals>(at, value, seconds);
                });
        } else if constexpr (part.reads == Reads::Fixed) {
            return store<double>(line, rows, column,
                                 [](auto& at, auto& value) __attribute__((always_inline)) {
                                     return read_fixed<part.decimals>(at, value);
                                 });
        } else if constexpr (part.reads == Reads::Address) {
            if (integer<column>(line, rows) != Fit::yes || *at != '.') return Fit::doubt;
            ++at;
            return integer<part.second>(line, rows) == Fit::yes ? Fit::yes : Fit::doubt;
        } else if constexpr (part.reads == Reads::Word) {
            static_assert(part.text.size() <= 1);
            constexpr char stop = part.text.empty() ? ' ' : part.text.front();
            if constexpr (part.width == 0)
                return read_word(at, stop, rows, column);
            else
                return read_padded_word(at, part.width, rows, column);
        } else {
            static_assert(part.reads == Reads::Rest && part.text.empty());
            return read_rest(line, rows, column);
        }
    }

    template <const auto& parts, std::size_t first, std::size_t... index>
    [[gnu::always_inline]] static Fit some(StrictLine& line, StrictRows& rows,
                                           std::index_sequence<index...>) {
        auto fit = Fit::yes;
        static_cast<void>(((fit = one<parts, first + index>(line, rows), fit == Fit::yes) && ...));
        return fit;
    }

    // All of the parts, without groups.
    template <const auto& parts>
    [[gnu::always_inline]] static Fit all(StrictLine& line, StrictRows& rows) {
        return some<parts, 0>(line, rows, std::make_index_sequence<parts.size()>());
    }
};

}  // namespace nstrace
