// Reading the lines of packets on wires, with TCP's header.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "known_texts.hpp"
#include "many_bytes.hpp"
#include "strict_forms.hpp"

namespace nstrace::strict {

inline constexpr std::pair<int, std::int32_t Middle::*> link_values[] = {
    {packet::from_node, &Middle::from_node},
    {packet::to_node, &Middle::to_node},
    {packet::type, &Middle::type},
    {packet::size_bytes, &Middle::size_bytes},
    {packet::flags, &Middle::flags},
    {packet::flow, &Middle::flow},
    {packet::source_node, &Middle::source_node},
    {packet::source_port, &Middle::source_port},
    {packet::destination_node, &Middle::destination_node},
    {packet::destination_port, &Middle::destination_port},
};

using OnWire = StrictParts<columns::packet_columns>;

// Read the link at `line` and remember it.
[[gnu::noinline]] inline Fit read_new_link(Line& line, StrictRows& rows) {
    const char* start = line.at + 1;
    auto fit = OnWire::all<wired_link>(line, rows);
    auto length = static_cast<std::uint64_t>(line.at - start);
    if (fit != Fit::yes || !Middle::may_have(length) ||
        !rows.has_values(columns_of_form<wired_link>))
        return fit;
    auto& known = line.known;
    auto& middle = known.middles.room_for(start, length);
    middle.block = known.blocks;
    for (auto [column, value] : link_values) middle.*value = rows.get<std::int32_t>(column);
    return Fit::yes;
}

[[gnu::always_inline]] inline Fit read_link(Line& line, StrictRows& rows) {
    auto separators = separators64(line.at);
    for (int each = 0; each < 8; ++each) separators &= separators - 1;
    auto length = static_cast<std::uint64_t>(std::countr_zero(separators)) - 1;
    auto& known = line.known;
    if (known.middles.is_empty() || separators == 0 || !Middle::may_have(length)) [[unlikely]]
        return Fit::doubt;
    const auto* middle = known.middles.find(line.at + 1, length);
    if (!middle || middle->block != known.blocks || *line.at != ' ') [[unlikely]]
        return Fit::doubt;
    for (auto [column, value] : link_values) rows.set(column, middle->*value);
    line.at += 1 + length;
    return Fit::yes;
}

// A TCP header from its flags to the end of the line.
[[gnu::always_inline]] inline bool read_header_end(Line& line, StrictRows& rows) {
    constexpr auto from = 2;  // a blank, the number that is acknowledged
    constexpr auto parts = std::make_index_sequence<tcp_header.size() - from>();
    auto separators = std::uint32_t{separators16(line.at)};
    for (int each = 0; each < 3; ++each) separators &= separators - 1;
    auto length = std::countr_zero(separators);
    auto text = first_bytes(line.at, length);
    auto& known = line.known.header_end_of(text);
    if (separators != 0 && known.text == text) [[likely]] {
        rows.set(packet::tcp_flags, known.flags);
        rows.set(packet::header_bytes, known.header_bytes);
        rows.set(packet::socket_address_bytes, known.socket_address_bytes);
        line.at += length;
        return true;
    }
    const char* start = line.at;
    if (OnWire::some<tcp_header, from>(line, rows, parts) != Fit::yes) return false;
    if (separators != 0 && line.at - start == length && rows.has_values(columns_of_form<wired_tcp>))
        known = {text, rows.get<std::int32_t>(packet::tcp_flags),
                 rows.get<std::int32_t>(packet::header_bytes),
                 rows.get<std::int32_t>(packet::socket_address_bytes)};
    return true;
}

[[gnu::always_inline]] inline Found read_packet(Line& line, StrictRows& rows) {
    if (OnWire::all<wired_start>(line, rows) != Fit::yes) return {};
    if (read_link(line, rows) != Fit::yes) [[unlikely]] {
        Line own = line;
        if (read_new_link(own, rows) != Fit::yes) return {};
        line.at = own.at;
    }
    constexpr auto ack = std::make_index_sequence<2>();
    if (OnWire::all<wired_numbers>(line, rows) != Fit::yes ||
        OnWire::some<tcp_header, 0>(line, rows, ack) != Fit::yes || !read_header_end(line, rows))
        return {};
    return {Fit::yes, place<wired_tcp>, columns_of_form<wired_tcp>};
}

}  // namespace nstrace::strict
