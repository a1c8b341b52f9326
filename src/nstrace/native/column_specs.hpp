// The columns of the tables whose rows are read in a special way: names and types.

#pragma once

#include "schema.hpp"

namespace nstrace::columns {

using enum Type;

inline constexpr ColumnSpec line{"line", Int64};
inline constexpr ColumnSpec form{"form", Code};
inline constexpr ColumnSpec time_ns{"time_ns", Int64};

inline constexpr ColumnSpec packet_columns[] = {
    line,
    form,
    {"event", Code},
    time_ns,
    {"from_node", Int32},
    {"to_node", Int32},
    {"type", Dictionary},
    {"size_bytes", Int32},
    {"flags", Dictionary},
    {"flow", Int32},
    {"source_node", Int32},
    {"source_port", Int32},
    {"destination_node", Int32},
    {"destination_port", Int32},
    {"sequence", Int64},
    {"uid", Int64},
    {"source_address", Dictionary},
    {"destination_address", Dictionary},
    {"ack", Int64},
    {"tcp_flags", Int32},
    {"header_bytes", Int32},
    {"socket_address_bytes", Int32},
    {"chunks", Int32},
    {"stream", Int32},
    {"stream_sequence", Int32},
    {"attribute", Int32},
    {"name", Dictionary},
    {"from_latitude", Double},
    {"from_longitude", Double},
    {"to_latitude", Double},
    {"to_longitude", Double},
    {"umts_number", Int64},
    {"link_frame", Dictionary},
};

inline constexpr ColumnSpec wireless_columns[] = {
    line,
    form,
    {"event", Code},
    time_ns,
    {"node", Int32},
    {"layer", Dictionary},
    {"reason", Dictionary},
    {"uid", Int64},
    {"type", Dictionary},
    {"size_bytes", Int32},
    {"mac_duration", Int64},
    {"mac_destination", Int64},
    {"mac_source", Int64},
    {"mac_type", Int64},
    {"flags", Dictionary},
    {"source_node", Int32},
    {"source_port", Int32},
    {"destination_node", Int32},
    {"destination_port", Int32},
    {"ttl", Int32},
    {"next_hop", Int32},
    {"sequence", Int64},
    {"ack", Int64},
    {"forwards", Int32},
    {"optimal_forwards", Int32},
    {"flow", Int32},
    {"from_node", Int32},
    {"x", Double},
    {"y", Double},
    {"z", Double},
    {"energy", Double},
    {"rest", Text},
    {"energy_idle", Double},
    {"energy_sleep", Double},
    {"energy_transmit", Double},
    {"energy_receive", Double},
    {"mac_duration_s", Double},
    {"message", Dictionary},
    {"routing_code", Int32},
    {"routing_hops", Int32},
    {"routing_request", Int32},
    {"routing_destination", Int32},
    {"routing_destination_sequence", Int32},
    {"routing_source", Int32},
    {"routing_source_sequence", Int32},
    {"routing_lifetime_s", Double},
    {"dsr_addresses", Int32},
    {"dsr_request", Int32},
    {"dsr_request_number", Int32},
    {"dsr_reply", Int32},
    {"dsr_reply_length", Int32},
    {"dsr_reply_first", Int32},
    {"dsr_reply_last", Int32},
    {"dsr_error", Int32},
    {"dsr_errors", Int32},
    {"dsr_error_to", Int32},
    {"dsr_broken_from", Int32},
    {"dsr_broken_to", Int32},
    {"arp_source_mac", Int32},
    {"arp_source", Int32},
    {"arp_destination_mac", Int32},
    {"arp_destination", Int32},
};

inline constexpr ColumnSpec energy_columns[] = {
    line, form, time_ns, {"node", Int32}, {"energy", Double}};

}  // namespace nstrace::columns
