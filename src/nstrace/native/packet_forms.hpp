// The lines of packets on wires, as trace/trace.cc writes them.

#pragma once

#include "columns.hpp"
#include "parts.hpp"

namespace nstrace {

// The events' letters are in tcl/lib/ns-trace.tcl; E and D are sessions' + and -.
inline constexpr std::string_view packet_events = "+-rdehmcED";
inline constexpr Part packet_source =
    address(packet::source_node, packet::source_port, packet::source_address);
inline constexpr Part packet_destination =
    address(packet::destination_node, packet::destination_port, packet::destination_address);

// trace/trace.cc, Trace::format
inline constexpr auto wired_start =
    list(one_of(packet::event, packet_events), blank, time(packet::time_ns));
inline constexpr auto wired_link =
    list(blank, integer(packet::from_node), blank, integer(packet::to_node), blank,
         word(packet::type), blank, integer(packet::size_bytes), blank, word(packet::flags), blank,
         integer(packet::flow), blank, packet_source, blank, packet_destination);
inline constexpr auto wired_numbers = integers(packet::sequence, packet::uid);
inline constexpr auto tcp_header =
    list(blank, integer(packet::ack), blank, text("0x"), hexadecimal(packet::tcp_flags), blank,
         integer(packet::header_bytes), blank, integer(packet::socket_address_bytes));
inline constexpr auto wired = joined(wired_start, wired_link, wired_numbers);
inline constexpr auto wired_tcp = joined(wired, tcp_header);

}  // namespace nstrace
