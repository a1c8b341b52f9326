// The forms that StrictReader reads, and trying one after the other.

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "column_specs.hpp"
#include "columns.hpp"
#include "packet_forms.hpp"
#include "radio_forms.hpp"
#include "strict_parts.hpp"

namespace nstrace::strict {

using Line = StrictLine;

// The forms that are read here.
inline constexpr std::span<const Part> known_forms[] = {
    wired_tcp,
    radio::old_tcp,
    radio::old_cbr,
    radio::old_request,
    radio::old_reply,
    radio::old_dsr,
    radio::old_ip,
    radio::old_arp,
    radio::old_other,
    radio::new_tcp,
    radio::new_cbr,
    radio::new_request,
    radio::new_reply,
    radio::new_multipath_request,
    radio::new_multipath_reply,
    radio::new_dsr,
    radio::new_ip,
    radio::new_arp,
    radio::new_other,
    radio::energy_level,
};

consteval std::size_t place_of(std::span<const Part> parts) {
    return std::ranges::find(known_forms, parts.data(), [](auto known) { return known.data(); }) -
           std::begin(known_forms);
}

template <const auto& parts>
inline constexpr std::size_t place = place_of(parts);

constexpr std::uint64_t bit(int column) { return std::uint64_t{1} << column; }

constexpr std::uint64_t columns_of(const Part& part) {
    if (part.reads == Reads::Address) return bit(part.column) | bit(part.second);
    return part.column < 0 || part.reads == Reads::Same ? 0 : bit(part.column);
}

// The columns that a row of these parts has in any case.
constexpr std::uint64_t columns_of(std::span<const Part> parts) {
    std::uint64_t columns = bit(column::line) | bit(column::form);
    for (std::size_t at = 0; at < parts.size(); ++at) {
        if (parts[at].reads == Reads::Group)
            at += parts[at].width;
        else
            columns |= columns_of(parts[at]);
    }
    return columns;
}

template <const auto& parts>
inline constexpr std::uint64_t columns_of_form = columns_of(parts);

static_assert(std::size(columns::wireless_columns) <= StrictRows::most_columns);

// The result of reading a line: the index of its form, and the columns that have values.
struct Found {
    Fit fit = Fit::doubt;
    std::size_t form = 0;
    std::uint64_t columns = 0;
};

using OnAir = StrictParts<columns::wireless_columns>;

// The end of lines of `form`. As in all wireless forms, the last part is the rest of the line. It
// is not read here, but in StrictReader, once it is known that there are such rows.
template <const auto& end, const auto& form>
struct Ending {
    [[gnu::always_inline]] static Fit read(Line& line, StrictRows& rows) {
        static_assert(end.back().reads == Reads::Rest);
        return OnAir::some<end, 0>(line, rows, std::make_index_sequence<end.size() - 1>());
    }
    static constexpr auto place = strict::place<form>;
    static constexpr auto columns = columns_of_form<form>;
};

// The first of several endings that fits.
template <typename First, typename... Others>
[[gnu::always_inline]] inline Found first_of(Line& line, StrictRows& rows) {
    const char* start = line.at;
    auto fit = First::read(line, rows);
    if (fit == Fit::yes) return {Fit::yes, First::place, First::columns};
    if (fit == Fit::doubt) return {};
    line.at = start;
    if constexpr (sizeof...(Others) > 0)
        return first_of<Others...>(line, rows);
    else
        return {Fit::no};
}

// Addresses and what follows them, or what may come instead.
template <const auto& addresses, typename Behind, typename Instead>
[[gnu::always_inline]] inline Found read_body(Line& line, StrictRows& rows) {
    const char* start = line.at;
    auto fit = OnAir::all<addresses>(line, rows);
    if (fit == Fit::yes) return Behind::read(line, rows);
    if (fit == Fit::doubt) return {};
    line.at = start;
    return Instead::read(line, rows);
}

template <typename... Endings>
struct OneOfThese {
    [[gnu::always_inline]] static Found read(Line& line, StrictRows& rows) {
        return first_of<Endings...>(line, rows);
    }
};

}  // namespace nstrace::strict
