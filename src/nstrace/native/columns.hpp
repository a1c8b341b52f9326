// The columns of the tables that many forms share, by their place.

#pragma once

#include "schema.hpp"

namespace nstrace {

namespace packet {
using namespace column;
enum : int {
    source_address = uid + 1,
    destination_address,
    ack,
    tcp_flags,
    header_bytes,
    socket_address_bytes,
    chunks,
    stream,
    stream_sequence,
    attribute,
    name,
    from_latitude,
    from_longitude,
    to_latitude,
    to_longitude,
    umts_number,
    link_frame,
};
}  // namespace packet

namespace radio {
enum : int {
    event = 2,
    time_ns,
    node,
    layer,
    reason,
    uid,
    type,
    size_bytes,
    mac_duration,
    mac_destination,
    mac_source,
    mac_type,
    flags,
    source_node,
    source_port,
    destination_node,
    destination_port,
    ttl,
    next_hop,
    sequence,
    ack,
    forwards,
    optimal_forwards,
    flow,
    from_node,
    x,
    y,
    z,
    energy,
    rest,
    energy_idle,
    energy_sleep,
    energy_transmit,
    energy_receive,
    mac_duration_s,
    message,
    routing_code,
    routing_hops,
    routing_request,
    routing_destination,
    routing_destination_sequence,
    routing_source,
    routing_source_sequence,
    routing_lifetime_s,
    dsr_addresses,
    dsr_request,
    dsr_request_number,
    dsr_reply,
    dsr_reply_length,
    dsr_reply_first,
    dsr_reply_last,
    dsr_error,
    dsr_errors,
    dsr_error_to,
    dsr_broken_from,
    dsr_broken_to,
    arp_source_mac,
    arp_source,
    arp_destination_mac,
    arp_destination,
};
}  // namespace radio

}  // namespace nstrace
