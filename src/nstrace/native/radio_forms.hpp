// The lines of wireless traces, as trace/cmu-trace.cc writes them.

#pragma once

#include "columns.hpp"
#include "parts.hpp"

namespace nstrace::radio {

inline constexpr std::string_view events = "srDdfx";
inline constexpr std::string_view tagged_events = "+rdhx";

// Events have the letters of the new format in all formats.
inline constexpr Part old_event = one_of(event, "srDdfx", "srddfx");
inline constexpr Part new_event = one_of(event, "srdDfx", "srddfx");
inline constexpr Part tagged_event = one_of(event, tagged_events, "srdfx");

// The old format.

inline constexpr auto old_start =
    list(old_event, blank, time(time_ns, 9), blank, text("_"), integer(node), text("_"), blank);
inline constexpr auto old_packet = list(blank, word(reason, {}, 4), blank, integer(uid), blank,
                                        word(type), blank, integer(size_bytes));
inline constexpr auto any_layer = joined(old_start, list(word(layer, {}, 3)), old_packet);
inline constexpr auto old_energy =
    group(blank, text("[energy"), blank, fixed(energy, 6), blank, text("ei"), blank,
          fixed(energy_idle, 3), blank, text("es"), blank, fixed(energy_sleep, 3), blank,
          text("et"), blank, fixed(energy_transmit, 3), blank, text("er"), blank,
          fixed(energy_receive, 3), text("]"));
inline constexpr auto old_link =
    joined(any_layer,
           list(blank, text("["), hexadecimal(mac_duration), blank, hexadecimal(mac_destination),
                blank, hexadecimal(mac_source), blank, hexadecimal(mac_type), text("]")));
inline constexpr auto old_mac = joined(old_link, old_energy);
inline constexpr auto sensor_mac =
    joined(any_layer,
           list(blank, text("["), fixed(mac_duration_s, 2), blank, integer(mac_destination), blank,
                integer(mac_source), text("]")),
           old_energy);
// Nothing of the MAC layer is known below it.
inline constexpr auto old_physical = joined(old_start, list(keyword(layer, "PHY")), old_packet);

inline constexpr auto old_address =
    list(blank, word(flags), blank, text("["), integer(source_node), text(":"),
         integer(source_port), blank, integer(destination_node), text(":"),
         integer(destination_port), blank, integer(ttl), blank, integer(next_hop), text("]"));
inline constexpr auto old_hops =
    list(blank, integer(forwards), blank, integer(optimal_forwards), nstrace::rest(rest));
// Behind the addresses.
inline constexpr auto other_body = list(nstrace::rest(rest));
inline constexpr auto tcp_tail =
    joined(list(blank, text("["), integer(sequence), blank, integer(ack), text("]")), old_hops);
inline constexpr auto cbr_tail =
    joined(list(blank, text("["), integer(sequence), text("]")), old_hops);
inline constexpr auto aodv_start =
    list(blank, text("[0x"), hexadecimal(routing_code), blank, integer(routing_hops));
inline constexpr auto aodv_target = list(blank, text("["), integer(routing_destination), blank,
                                         integer(routing_destination_sequence), text("]"));
inline constexpr auto aodv_end =
    list(text("]"), blank, text("("), word(message, ")"), text(")"), nstrace::rest(rest));
inline constexpr auto request_tail =
    joined(aodv_start, list(blank, integer(routing_request)), aodv_target,
           list(blank, text("["), integer(routing_source), blank, integer(routing_source_sequence),
                text("]")),
           aodv_end);
inline constexpr auto reply_tail =
    joined(aodv_start, aodv_target, list(blank, fixed(routing_lifetime_s, 6)), aodv_end);
inline constexpr auto dsr_tail = list(
    blank, integer(dsr_addresses), blank, text("["), integer(dsr_request), blank,
    integer(dsr_request_number), text("]"), blank, text("["), integer(dsr_reply), blank,
    same(dsr_request_number), blank, integer(dsr_reply_length), blank, integer(dsr_reply_first),
    text("->"), integer(dsr_reply_last), text("]"), blank, text("["), integer(dsr_error), blank,
    integer(dsr_errors), blank, integer(dsr_error_to), blank, integer(dsr_broken_from), text("->"),
    integer(dsr_broken_to), text("]"), nstrace::rest(rest));
inline constexpr auto tcp_body = joined(old_address, tcp_tail);
inline constexpr auto cbr_body = joined(old_address, cbr_tail);
inline constexpr auto request_body = joined(old_address, request_tail);
inline constexpr auto reply_body = joined(old_address, reply_tail);
inline constexpr auto dsr_body = joined(old_address, dsr_tail);
inline constexpr auto ip_body = joined(old_address, other_body);
inline constexpr auto arp_body =
    list(blank, word(flags), blank, text("["), word(message), blank, integer(arp_source_mac),
         text("/"), integer(arp_source), blank, integer(arp_destination_mac), text("/"),
         integer(arp_destination), text("]"), nstrace::rest(rest));

inline constexpr auto old_tcp = joined(old_mac, tcp_body);
inline constexpr auto old_cbr = joined(old_mac, cbr_body);
inline constexpr auto old_request = joined(old_mac, request_body);
inline constexpr auto old_reply = joined(old_mac, reply_body);
inline constexpr auto old_dsr = joined(old_mac, dsr_body);
inline constexpr auto old_arp = joined(old_mac, arp_body);
inline constexpr auto old_ip = joined(old_mac, ip_body);
inline constexpr auto old_other = joined(old_mac, other_body);
inline constexpr auto sensor_tcp = joined(sensor_mac, tcp_body);
inline constexpr auto sensor_cbr = joined(sensor_mac, cbr_body);
inline constexpr auto sensor_request = joined(sensor_mac, request_body);
inline constexpr auto sensor_reply = joined(sensor_mac, reply_body);
inline constexpr auto sensor_dsr = joined(sensor_mac, dsr_body);
inline constexpr auto sensor_arp = joined(sensor_mac, arp_body);
inline constexpr auto sensor_ip = joined(sensor_mac, ip_body);
inline constexpr auto sensor_other = joined(sensor_mac, other_body);
inline constexpr auto physical_tcp = joined(old_physical, tcp_body);
inline constexpr auto physical_cbr = joined(old_physical, cbr_body);
inline constexpr auto physical_ip = joined(old_physical, ip_body);
inline constexpr auto physical_other = joined(old_physical, other_body);

// The new format.

inline constexpr auto new_start =
    joined(list(new_event), keyed("-t", time(time_ns, 9)), keyed("-Hs", integer(from_node)),
           keyed("-Hd", integer(next_hop)), keyed("-Ni", integer(node)), keyed("-Nx", fixed(x, 2)),
           keyed("-Ny", fixed(y, 2)), keyed("-Nz", fixed(z, 2)), keyed("-Ne", fixed(energy, 6)),
           keyed("-Nl", word(layer, {}, 3)), keyed("-Nw", word(reason)));
inline constexpr auto new_mac = joined(
    new_start, keyed("-Ma", hexadecimal(mac_duration)), keyed("-Md", hexadecimal(mac_destination)),
    keyed("-Ms", hexadecimal(mac_source)), keyed("-Mt", hexadecimal(mac_type)));
inline constexpr auto new_sensor_mac =
    joined(new_start, list(text(" "), blank, text("["), fixed(mac_duration_s, 2), blank,
                           integer(mac_destination), blank, integer(mac_source), text("]")));
inline constexpr auto new_address = joined(
    list(blank, text("-Is"), blank, integer(source_node), text("."), integer(source_port), blank,
         text("-Id"), blank, integer(destination_node), text("."), integer(destination_port)),
    keyed("-It", word(type)), keyed("-Il", integer(size_bytes)), keyed("-If", integer(flow)),
    keyed("-Ii", integer(uid)), keyed("-Iv", integer(ttl)));
inline constexpr auto new_hops =
    joined(keyed("-Pf", integer(forwards)), keyed("-Po", integer(optimal_forwards)),
           list(nstrace::rest(rest)));
inline constexpr auto new_tcp_tail =
    joined(keyed("-Pn", text("tcp")), keyed("-Ps", integer(sequence)), keyed("-Pa", integer(ack)),
           new_hops);
inline constexpr auto new_cbr_tail =
    joined(keyed("-Pn", text("cbr")), keyed("-Pi", integer(sequence)), new_hops);

inline constexpr auto new_request_with(std::string_view protocol) {
    return joined(keyed("-P", text(protocol)),
                  list(blank, text("-Pt"), blank, text("0x"), hexadecimal(routing_code)),
                  keyed("-Ph", integer(routing_hops)), keyed("-Pb", integer(routing_request)),
                  keyed("-Pd", integer(routing_destination)),
                  keyed("-Pds", integer(routing_destination_sequence)),
                  keyed("-Ps", integer(routing_source)),
                  keyed("-Pss", integer(routing_source_sequence)), keyed("-Pc", word(message)),
                  list(nstrace::rest(rest)));
}
inline constexpr auto new_reply_with(std::string_view protocol) {
    return joined(keyed("-P", text(protocol)),
                  list(blank, text("-Pt"), blank, text("0x"), hexadecimal(routing_code)),
                  keyed("-Ph", integer(routing_hops)), keyed("-Pd", integer(routing_destination)),
                  keyed("-Pds", integer(routing_destination_sequence)),
                  keyed("-Pl", fixed(routing_lifetime_s, 6)), keyed("-Pc", word(message)),
                  list(nstrace::rest(rest)));
}
inline constexpr auto new_dsr_tail =
    joined(keyed("-P", text("dsr")), keyed("-Ph", integer(dsr_addresses)),
           keyed("-Pq", integer(dsr_request)), keyed("-Ps", integer(dsr_request_number)),
           keyed("-Pp", integer(dsr_reply)), keyed("-Pn", same(dsr_request_number)),
           keyed("-Pl", integer(dsr_reply_length)), keyed("-Pe", integer(dsr_reply_first)),
           list(text("->"), integer(dsr_reply_last)), keyed("-Pw", integer(dsr_error)),
           keyed("-Pm", integer(dsr_errors)), keyed("-Pc", integer(dsr_error_to)),
           keyed("-Pb", integer(dsr_broken_from)),
           list(text("->"), integer(dsr_broken_to), nstrace::rest(rest)));
inline constexpr auto new_request_tail = new_request_with("aodv");
inline constexpr auto new_reply_tail = new_reply_with("aodv");
inline constexpr auto new_multipath_request_tail = new_request_with("aomdv");
inline constexpr auto new_multipath_reply_tail = new_reply_with("aomdv");
inline constexpr auto new_tcp_body = joined(new_address, new_tcp_tail);
inline constexpr auto new_cbr_body = joined(new_address, new_cbr_tail);
inline constexpr auto new_request_body = joined(new_address, new_request_tail);
inline constexpr auto new_reply_body = joined(new_address, new_reply_tail);
inline constexpr auto new_multipath_request_body = joined(new_address, new_multipath_request_tail);
inline constexpr auto new_multipath_reply_body = joined(new_address, new_multipath_reply_tail);
inline constexpr auto new_dsr_body = joined(new_address, new_dsr_tail);
inline constexpr auto new_ip_body = joined(new_address, other_body);
inline constexpr auto new_arp_body = joined(
    keyed("-P", text("arp")), keyed("-Po", word(message)), keyed("-Pms", integer(arp_source_mac)),
    keyed("-Ps", integer(arp_source)), keyed("-Pmd", integer(arp_destination_mac)),
    keyed("-Pd", integer(arp_destination)), list(nstrace::rest(rest)));

inline constexpr auto new_tcp = joined(new_mac, new_tcp_body);
inline constexpr auto new_cbr = joined(new_mac, new_cbr_body);
inline constexpr auto new_request = joined(new_mac, new_request_body);
inline constexpr auto new_reply = joined(new_mac, new_reply_body);
inline constexpr auto new_multipath_request = joined(new_mac, new_multipath_request_body);
inline constexpr auto new_multipath_reply = joined(new_mac, new_multipath_reply_body);
inline constexpr auto new_dsr = joined(new_mac, new_dsr_body);
inline constexpr auto new_arp = joined(new_mac, new_arp_body);
inline constexpr auto new_ip = joined(new_mac, new_ip_body);
inline constexpr auto new_other = joined(new_mac, other_body);
inline constexpr auto new_sensor_tcp = joined(new_sensor_mac, new_tcp_body);
inline constexpr auto new_sensor_cbr = joined(new_sensor_mac, new_cbr_body);
inline constexpr auto new_sensor_request = joined(new_sensor_mac, new_request_body);
inline constexpr auto new_sensor_reply = joined(new_sensor_mac, new_reply_body);
inline constexpr auto new_sensor_multipath_request =
    joined(new_sensor_mac, new_multipath_request_body);
inline constexpr auto new_sensor_multipath_reply = joined(new_sensor_mac, new_multipath_reply_body);
inline constexpr auto new_sensor_dsr = joined(new_sensor_mac, new_dsr_body);
inline constexpr auto new_sensor_arp = joined(new_sensor_mac, new_arp_body);
inline constexpr auto new_sensor_ip = joined(new_sensor_mac, new_ip_body);
inline constexpr auto new_sensor_other = joined(new_sensor_mac, other_body);

// The tagged format. ns names the receiver's address source and the sender's destination here.
inline constexpr auto tagged_start =
    joined(list(tagged_event, blank, time(time_ns)), keyed("-s", integer(node)),
           keyed("-d", integer(next_hop)), keyed("-p", word(type)), keyed("-k", word(layer, {}, 3)),
           keyed("-i", integer(uid)),
           list(blank, text("-N:loc"), blank, text("{"), fixed(x, 2), blank, fixed(y, 2), blank,
                fixed(z, 2), text("}")),
           keyed("-N:en", fixed(energy, 6)),
           group(blank, text("-M:dur"), blank, hexadecimal(mac_duration), blank, text("-M:s"),
                 blank, hexadecimal(mac_destination), blank, text("-M:d"), blank,
                 hexadecimal(mac_source), blank, text("-M:t"), blank, hexadecimal(mac_type)));
inline constexpr auto tagged_address =
    joined(keyed("-IP:s", integer(source_node)), keyed("-IP:sp", integer(source_port)),
           keyed("-IP:d", integer(destination_node)), keyed("-IP:dp", integer(destination_port)),
           keyed("-p", same(type)), keyed("-e", integer(size_bytes)), keyed("-c", integer(flow)),
           keyed("-i", same(uid)), keyed("-IP:ttl", integer(ttl)));
inline constexpr auto tagged_tcp = joined(
    tagged_start, tagged_address, keyed("-tcp:s", integer(sequence)), keyed("-tcp:a", integer(ack)),
    keyed("-tcp:f", integer(forwards)), keyed("-tcp:o", integer(optimal_forwards)), other_body);
inline constexpr auto tagged_cbr = joined(
    tagged_start, tagged_address, keyed("-cbr:s", integer(sequence)),
    keyed("-cbr:f", integer(forwards)), keyed("-cbr:o", integer(optimal_forwards)), other_body);
inline constexpr auto tagged_request = joined(
    tagged_start, tagged_address, keyed("-aodv:t", hexadecimal(routing_code)),
    keyed("-aodv:h", integer(routing_hops)), keyed("-aodv:b", integer(routing_request)),
    keyed("-aodv:d", integer(routing_destination)),
    keyed("-aodv:ds", integer(routing_destination_sequence)),
    keyed("-aodv:s", integer(routing_source)), keyed("-aodv:ss", integer(routing_source_sequence)),
    keyed("-aodv:c", word(message)), other_body);
inline constexpr auto tagged_reply = joined(
    tagged_start, tagged_address, keyed("-aodv:t", hexadecimal(routing_code)),
    keyed("-aodv:h", integer(routing_hops)), keyed("-aodv:d", integer(routing_destination)),
    keyed("-adov:ds", integer(routing_destination_sequence)),
    keyed("-aodv:l", fixed(routing_lifetime_s, 6)), keyed("-aodv:c", word(message)), other_body);
inline constexpr auto tagged_multipath_request =
    joined(tagged_start, tagged_address, keyed("-aomdv:t", hexadecimal(routing_code)),
           keyed("-aomdv:h", integer(routing_hops)), keyed("-aomdv:b", integer(routing_request)),
           keyed("-aomdv:d", integer(routing_destination)),
           keyed("-aomdv:ds", integer(routing_destination_sequence)),
           keyed("-aomdv:s", integer(routing_source)),
           keyed("-aomdv:ss", integer(routing_source_sequence)), keyed("-aomdv:c", word(message)),
           other_body);
inline constexpr auto tagged_multipath_reply = joined(
    tagged_start, tagged_address, keyed("-aomdv:t", hexadecimal(routing_code)),
    keyed("-aomdv:h", integer(routing_hops)), keyed("-aomdv:d", integer(routing_destination)),
    keyed("-admov:ds", integer(routing_destination_sequence)),
    keyed("-aomdv:l", fixed(routing_lifetime_s, 6)), keyed("-aomdv:c", word(message)), other_body);
inline constexpr auto tagged_dsr =
    joined(tagged_start, tagged_address, keyed("-dsr:h", integer(dsr_addresses)),
           keyed("-dsr:q", integer(dsr_request)), keyed("-dsr:s", integer(dsr_request_number)),
           keyed("-dsr:p", integer(dsr_reply)), keyed("-dsr:n", same(dsr_request_number)),
           keyed("-dsr:l", integer(dsr_reply_length)),
           list(blank, text("-dsr:e"), blank, text("{"), integer(dsr_reply_first), blank,
                integer(dsr_reply_last), text("}")),
           keyed("-dsr:w", integer(dsr_error)), keyed("-dsr:m", integer(dsr_errors)),
           keyed("-dsr:c", integer(dsr_error_to)),
           list(blank, text("-dsr:b"), blank, text("{"), integer(dsr_broken_from), blank,
                integer(dsr_broken_to), text("}")),
           other_body);
inline constexpr auto tagged_arp =
    joined(tagged_start, keyed("-arp:op", word(message)), keyed("-arp:ms", integer(arp_source_mac)),
           keyed("-arp:s", integer(arp_source)), keyed("-arp:md", integer(arp_destination_mac)),
           keyed("-arp:d", integer(arp_destination)), other_body);
inline constexpr auto tagged_ip = joined(tagged_start, tagged_address, other_body);
inline constexpr auto tagged_other = joined(tagged_start, other_body);

// common/mobilenode.cc, and what scripts write before the nodes move.
inline constexpr auto movement_start =
    list(text("M"), blank, time(2, 5), blank, integer(3), blank, text("("), fixed(4, 2), text(","),
         blank, fixed(5, 2), text(","), blank, fixed(6, 2), text("),"), blank, text("("),
         fixed(7, 2), text(","), blank, fixed(8, 2));
inline constexpr auto movement = joined(movement_start, list(text("),"), blank, fixed(9, 2)));
// What simulators of moves in three dimensions that build on ns write.
inline constexpr auto movement_3d =
    joined(movement_start, list(text(","), blank, fixed(10, 2), text("),"), blank, fixed(9, 2)));
inline constexpr auto description = list(text("M"), blank, time(2, 1), blank, prose(3));
inline constexpr auto energy_start =
    joined(list(text("N")), keyed("-t", time(2, 6)), keyed("-n", integer(3)));
inline constexpr auto energy_level = joined(energy_start, keyed("-e", fixed(4, 6)));
inline constexpr auto energy_gone = joined(energy_start, keyed("-e", fixed(4, 0)), list(text(" ")));

// What routing protocols log: DSR in words that start with S, AODV with A, TORA and IMEP with T.
inline constexpr auto log_of_node(int decimals) {
    return list(word(2), blank, time(3, decimals), blank, text("_"), integer(4), text("_"), blank,
                nstrace::rest(5));
}
inline constexpr auto log = log_of_node(9);
inline constexpr auto short_log = log_of_node(5);
inline constexpr auto settings =
    list(keyword(2, "Sconfig"), blank, time(3, 5), blank, nstrace::rest(5));

}  // namespace nstrace::radio
