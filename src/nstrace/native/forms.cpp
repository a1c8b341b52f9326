// The written forms of lines, as the parts of ns-2 that are named write them.

#include <algorithm>
#include <array>

#include "columns.hpp"
#include "schema.hpp"

namespace nstrace {
namespace {

// Parts, in few characters.
constexpr Part blank{.reads = Reads::Blank};
constexpr Part text(std::string_view what) { return {.reads = Reads::Literal, .text = what}; }
constexpr Part one_of(int column, std::string_view what) {
    return {.reads = Reads::OneOf, .column = column, .text = what};
}
constexpr Part integer(int column, int width = 0) {
    return {.reads = Reads::Integer, .column = column, .width = width};
}
constexpr Part hexadecimal(int column) { return {.reads = Reads::Hexadecimal, .column = column}; }
constexpr Part time(int column, int decimals = general, int width = 0) {
    return {.reads = Reads::Time, .column = column, .width = width, .decimals = decimals};
}
constexpr Part word(int column, std::string_view before = {}, int width = 0) {
    return {.reads = Reads::Word, .column = column, .text = before, .width = width};
}
constexpr Part name(int column) { return {.reads = Reads::Name, .column = column}; }
constexpr Part number(int column, int width = 0) {
    return {.reads = Reads::Number, .column = column, .width = width, .second = column + 1};
}
constexpr Part fixed(int column, int decimals) {
    return {.reads = Reads::Fixed, .column = column, .decimals = decimals};
}
constexpr Part address(int node, int port, int levels) {
    return {.reads = Reads::Address, .column = node, .second = port, .third = levels};
}
constexpr Part rest(int column, std::string_view before = {}) {
    return {.reads = Reads::Rest, .column = column, .text = before};
}

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

constexpr std::string_view packet_events = "+-rdehcE";
constexpr Part packet_source =
    address(packet::source_node, packet::source_port, packet::source_address);
constexpr Part packet_destination =
    address(packet::destination_node, packet::destination_port, packet::destination_address);

// trace/trace.cc, Trace::format
constexpr auto wired_start =
    list(one_of(packet::event, packet_events), blank, time(packet::time_ns), blank,
         integer(packet::from_node), blank, integer(packet::to_node), blank, word(packet::type),
         blank, integer(packet::size_bytes), blank, word(packet::flags), blank,
         integer(packet::flow), blank, packet_source, blank, packet_destination, blank);
constexpr auto wired =
    joined(wired_start, list(integer(packet::sequence), blank, integer(packet::uid)));
constexpr auto wired_tcp =
    joined(wired, list(blank, integer(packet::ack), blank, text("0x"),
                       hexadecimal(packet::tcp_flags), blank, integer(packet::header_bytes), blank,
                       integer(packet::socket_address_bytes)));
constexpr auto wired_sctp =
    joined(wired_start, list(integer(packet::chunks), blank, integer(packet::sequence), blank,
                             integer(packet::uid), blank, integer(packet::stream), blank,
                             integer(packet::stream_sequence)));
constexpr auto tagged_rest =
    list(blank, text("-s"), blank, integer(packet::from_node), blank, text("-d"), blank,
         integer(packet::to_node), blank, text("-p"), blank, word(packet::type), blank, text("-e"),
         blank, integer(packet::size_bytes), blank, text("-c"), blank, integer(packet::flow), blank,
         text("-i"), blank, integer(packet::uid), blank, text("-a"), blank,
         integer(packet::attribute), blank, text("-x"), blank, text("{"), packet_source, blank,
         packet_destination, blank, integer(packet::sequence), blank, word(packet::flags), blank,
         word(packet::name, "}"), text("}"));
constexpr auto tagged =
    joined(list(one_of(packet::event, packet_events), blank, time(packet::time_ns)), tagged_rest);
constexpr auto nam_packet = joined(
    list(one_of(packet::event, packet_events), blank, text("-t"), blank, time(packet::time_ns)),
    tagged_rest);

// tcp/tcp.cc, TcpAgent::traceVar
constexpr auto variable =
    list(time(2, 5, -8), blank, integer(3, -2), blank, integer(4, -2), blank, integer(5, -2), blank,
         integer(6, -2), blank, name(7), blank, number(8, -6));

// mpls/classifier-addr-mpls.cc
constexpr auto label = list(time(2), blank, integer(3), blank, integer(4), blank, integer(5), blank,
                            one_of(6, "UL"), blank, integer(7), blank, word(8), blank, integer(9),
                            blank, integer(10), blank, integer(11), blank, integer(12));
// tcl/mpls/ns-mpls-ldpagent.tcl, trace-ldp-packet
constexpr auto ldp_message =
    list(time(2, 6), blank, integer(3), text(":"), blank, integer(4), blank, text("("),
         word(5, ")"), blank, integer(6), text(")"), blank, integer(7), blank, integer(8), blank,
         word(9), text(" "), blank, text("["), integer(10), blank, word(11, "]"), text("]"),
         text(" "), blank, text("["), integer(12), blank, word(13), blank, integer(14), text("]"));

// tcl/lib/ns-link.tcl and trace/trace.cc, Trace::annotate
constexpr auto link_event = list(text("v"), blank, time(2), blank, text("link-"), word(3), blank,
                                 integer(4), blank, integer(5));
constexpr auto annotation =
    list(text("v"), blank, time(2), blank, text("eval"), blank, text("{set"), blank,
         text("sim_annotation"), blank, text("{"), rest(3, "}}"));
constexpr auto other_event = list(text("v"), blank, time(2), blank, rest(3));

// trace/cmu-trace.cc, old format
constexpr std::string_view radio_events = "srDdf";
constexpr auto old_start =
    list(one_of(radio::event, radio_events), blank, time(radio::time_ns, 9), blank, text("_"),
         integer(radio::node), text("_"), blank, word(radio::layer, {}, 3), blank,
         word(radio::reason, {}, 4), blank, integer(radio::uid), blank, word(radio::type), blank,
         integer(radio::size_bytes), blank, text("["), hexadecimal(radio::mac_duration), blank,
         hexadecimal(radio::mac_destination), blank, hexadecimal(radio::mac_source), blank,
         hexadecimal(radio::mac_type), text("]"));
constexpr auto old_ip = joined(
    old_start, list(blank, word(radio::flags), blank, text("["), integer(radio::source_node),
                    text(":"), integer(radio::source_port), blank, integer(radio::destination_node),
                    text(":"), integer(radio::destination_port), blank, integer(radio::ttl), blank,
                    integer(radio::next_hop), text("]")));
constexpr auto old_tcp =
    joined(old_ip, list(blank, text("["), integer(radio::sequence), blank, integer(radio::ack),
                        text("]"), blank, integer(radio::forwards), blank,
                        integer(radio::optimal_forwards), rest(radio::rest)));
constexpr auto old_cbr = joined(old_ip, list(blank, text("["), integer(radio::sequence), text("]"),
                                             blank, integer(radio::forwards), blank,
                                             integer(radio::optimal_forwards), rest(radio::rest)));
constexpr auto old_other_ip = joined(old_ip, list(rest(radio::rest)));
constexpr auto old_other = joined(old_start, list(rest(radio::rest)));

// trace/cmu-trace.cc, new format
constexpr auto new_start = list(
    one_of(radio::event, radio_events), blank, text("-t"), blank, time(radio::time_ns, 9), blank,
    text("-Hs"), blank, integer(radio::from_node), blank, text("-Hd"), blank,
    integer(radio::next_hop), blank, text("-Ni"), blank, integer(radio::node), blank, text("-Nx"),
    blank, fixed(radio::x, 2), blank, text("-Ny"), blank, fixed(radio::y, 2), blank, text("-Nz"),
    blank, fixed(radio::z, 2), blank, text("-Ne"), blank, fixed(radio::energy, 6), blank,
    text("-Nl"), blank, word(radio::layer, {}, 3), blank, text("-Nw"), blank, word(radio::reason),
    blank, text("-Ma"), blank, hexadecimal(radio::mac_duration), blank, text("-Md"), blank,
    hexadecimal(radio::mac_destination), blank, text("-Ms"), blank, hexadecimal(radio::mac_source),
    blank, text("-Mt"), blank, hexadecimal(radio::mac_type));
constexpr auto new_ip = joined(
    new_start,
    list(blank, text("-Is"), blank, integer(radio::source_node), text("."),
         integer(radio::source_port), blank, text("-Id"), blank, integer(radio::destination_node),
         text("."), integer(radio::destination_port), blank, text("-It"), blank, word(radio::type),
         blank, text("-Il"), blank, integer(radio::size_bytes), blank, text("-If"), blank,
         integer(radio::flow), blank, text("-Ii"), blank, integer(radio::uid), blank, text("-Iv"),
         blank, integer(radio::ttl)));
constexpr auto new_forwards =
    list(blank, text("-Pf"), blank, integer(radio::forwards), blank, text("-Po"), blank,
         integer(radio::optimal_forwards), rest(radio::rest));
constexpr auto new_tcp =
    joined(new_ip,
           list(blank, text("-Pn"), blank, text("tcp"), blank, text("-Ps"), blank,
                integer(radio::sequence), blank, text("-Pa"), blank, integer(radio::ack)),
           new_forwards);
constexpr auto new_cbr = joined(new_ip,
                                list(blank, text("-Pn"), blank, text("cbr"), blank, text("-Pi"),
                                     blank, integer(radio::sequence)),
                                new_forwards);
constexpr auto new_other_ip = joined(new_ip, list(rest(radio::rest)));
constexpr auto new_other = joined(new_start, list(rest(radio::rest)));

// trace/cmu-trace.cc, tagged format
constexpr auto tagged_radio =
    list(one_of(radio::event, "rdfh+"), blank, time(radio::time_ns), blank, text("-s"), blank,
         integer(radio::node), blank, text("-d"), blank, integer(radio::next_hop), blank,
         text("-p"), blank, word(radio::type), blank, text("-k"), blank, word(radio::layer, {}, 3),
         blank, text("-i"), blank, integer(radio::uid), blank, text("-N:loc"), blank, text("{"),
         fixed(radio::x, 2), blank, fixed(radio::y, 2), blank, fixed(radio::z, 2), text("}"), blank,
         text("-N:en"), blank, fixed(radio::energy, 6), rest(radio::rest));

// common/mobilenode.cc
constexpr auto movement =
    list(text("M"), blank, time(2, 5), blank, integer(3), blank, text("("), fixed(4, 2), text(","),
         blank, fixed(5, 2), text(","), blank, fixed(6, 2), text("),"), blank, text("("),
         fixed(7, 2), text(","), blank, fixed(8, 2), text("),"), blank, fixed(9, 2));
constexpr auto energy_level =
    list(text("N"), blank, text("-t"), blank, time(2, 6), blank, text("-n"), blank, integer(3),
         blank, text("-e"), blank, fixed(4, 6));

// tools/queue-monitor.cc and tcl/lib/ns-link.tcl, queue-sample-timeout
constexpr auto queue_length =
    list(text("q"), blank, text("-t"), blank, time(2), blank, text("-s"), blank, integer(3), blank,
         text("-d"), blank, integer(4), blank, text("-l"), blank, number(5), blank, text("-p"),
         blank, number(7));
constexpr auto queue_sample =
    list(time(2), blank, integer(3), blank, integer(4), blank, number(5), blank, number(7), blank,
         integer(9), blank, integer(10), blank, integer(11), blank, integer(12), blank, integer(13),
         blank, integer(14));
// queue/red.cc, REDQueue::trace
constexpr std::string_view red_variables = "aQpmcvq";
constexpr auto queue_variable = list(one_of(3, red_variables), blank, time(2), blank, number(4));

// tcp/tcp.cc, TcpAgent::trace_event
constexpr auto tcp_event =
    list(text("E"), blank, time(2), blank, integer(3), blank, integer(4), blank, text("TCP"), blank,
         word(5), blank, integer(6), blank, integer(7), blank, integer(8));

constexpr std::string_view nam_events = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-";
constexpr auto nam_line =
    list(one_of(2, nam_events), blank, text("-t"), blank,
         Part{.reads = Reads::MaybeTime, .column = 3}, rest(column::nam_attributes));

constexpr auto series = list(number(2), blank, number(4));

constexpr std::string_view number_start = "0123456789-+.";

// Tried in this order; the first that fits the whole line is taken.
constexpr FormSpec form_specs[] = {
    {"wired", table::packets, packet_events, wired},
    {"wired_tcp", table::packets, packet_events, wired_tcp},
    {"wired_sctp", table::packets, packet_events, wired_sctp},
    {"tagged", table::packets, packet_events, tagged},
    {"nam", table::packets, packet_events, nam_packet},
    {"variable", table::variables, number_start, variable},
    {"label", table::labels, number_start, label},
    {"link", table::links, "v", link_event},
    {"annotation", table::annotations, "v", annotation},
    {"other", table::annotations, "v", other_event},
    {"old_tcp", table::wireless, radio_events, old_tcp},
    {"old_cbr", table::wireless, radio_events, old_cbr},
    {"old_ip", table::wireless, radio_events, old_other_ip},
    {"old", table::wireless, radio_events, old_other},
    {"new_tcp", table::wireless, radio_events, new_tcp},
    {"new_cbr", table::wireless, radio_events, new_cbr},
    {"new_ip", table::wireless, radio_events, new_other_ip},
    {"new", table::wireless, radio_events, new_other},
    {"tagged", table::wireless, "rdfh+", tagged_radio},
    {"movement", table::movements, "M", movement},
    {"energy", table::energy, "N", energy_level},
    {"length", table::queues, "q", queue_length},
    {"sample", table::queues, number_start, queue_sample},
    {"variable", table::queue_variables, red_variables, queue_variable},
    {"event", table::tcp_events, "E", tcp_event},
    {"message", table::ldp, number_start, ldp_message},
    {"nam", table::nam, nam_events, nam_line},
    {"series", table::series, number_start, series},
};

}  // namespace

std::span<const FormSpec> forms() { return form_specs; }

namespace {
bool always_sets(const FormSpec& form, int column) {
    return std::ranges::any_of(form.parts, [column](const Part& part) {
        if (part.reads == Reads::MaybeTime) return false;
        if (part.reads == Reads::Address) return part.second == column;
        return part.column == column || part.second == column;
    });
}
}  // namespace

bool always_set(const TableSpec& spec, int column) {
    auto table = static_cast<int>(&spec - tables().data());
    if (table >= table::typed || column <= column::form || column == spec.end_byte) return true;
    return std::ranges::all_of(form_specs, [=](const FormSpec& form) {
        return form.table != table || always_sets(form, column);
    });
}

}  // namespace nstrace
