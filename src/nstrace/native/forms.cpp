// The written forms of lines, as the parts of ns-2 that are named write them.

#include <algorithm>
#include <array>
#include <vector>

#include "columns.hpp"
#include "packet_forms.hpp"
#include "parts.hpp"
#include "radio_forms.hpp"
#include "schema.hpp"

namespace nstrace {
namespace {

constexpr auto sctp_chunk = integers(packet::chunks, packet::sequence, packet::uid, packet::stream,
                                     packet::stream_sequence);
// Traces of UMTS nodes, which ns has as an extension, have one number more.
constexpr auto umts = joined(wired, integers(packet::umts_number));
constexpr auto wired_sctp = joined(wired_start, wired_link, sctp_chunk);
constexpr auto tagged_rest =
    joined(keyed("-s", integer(packet::from_node)), keyed("-d", integer(packet::to_node)),
           keyed("-p", word(packet::type)), keyed("-e", integer(packet::size_bytes)),
           keyed("-c", integer(packet::flow)), keyed("-i", integer(packet::uid)),
           keyed("-a", integer(packet::attribute)), keyed("-x", text("{")),
           list(packet_source, blank, packet_destination, blank, integer(packet::sequence), blank,
                word(packet::flags), blank, word(packet::name, "}"), text("}")));
constexpr auto tagged =
    joined(list(one_of(packet::event, packet_events), blank, time(packet::time_ns)), tagged_rest);
constexpr auto nam_packet = joined(list(one_of(packet::event, packet_events)),
                                   keyed("-t", time(packet::time_ns)), tagged_rest);

// satellite/sattrace.cc, SatTrace::format
constexpr auto satellite_start =
    joined(list(one_of(packet::event, packet_events), blank, time(packet::time_ns, 4)), wired_link);
constexpr auto places =
    list(blank, fixed(packet::from_latitude, 2), blank, fixed(packet::from_longitude, 2), blank,
         fixed(packet::to_latitude, 2), blank, fixed(packet::to_longitude, 2));
constexpr auto satellite = joined(satellite_start, wired_numbers, places);
constexpr auto satellite_tcp = joined(satellite_start, wired_numbers, tcp_header, places);
constexpr auto satellite_sctp = joined(satellite_start, sctp_chunk, places);
// SatTrace::format_hdlc: a frame of the link layer, such as "1 2 S 5 RR"
constexpr auto frame = list(text("["), rest(packet::link_frame, "]"));
constexpr auto satellite_hdlc = joined(satellite, frame);
constexpr auto satellite_hdlc_tcp = joined(satellite_tcp, frame);

// tcp/tcp.cc, TcpAgent::traceVar
constexpr auto variable =
    list(time(2, 5, -8), blank, integer(3, -2), blank, integer(4, -2), blank, integer(5, -2), blank,
         integer(6, -2), blank, name(7), blank, number(8, -6));

// xcp/xcp-end-sys.cc, XcpEndsys::trace_var
constexpr auto xcp_variable =
    list(time(2), blank, text("x x x x"), blank, name(7), blank, number(8));

// trace/trace.cc, Trace::trace
constexpr auto owned_variable =
    list(text("f"), blank, text("t"), time(2), blank, text("a"), word(11), blank, text("n"),
         name(7), blank, text("v"), number(8));
constexpr auto tagged_variable = joined(list(text("f"), blank, time(2)), keyed("-a", word(11)),
                                        keyed("-n", name(7)), keyed("-v", number(8)));

// tcp/tcp.cc, TcpAgent::traceAll
constexpr auto tcp_state =
    joined(list(text("time:"), blank, time(2, 5, -8)), keyed("saddr:", integer(3, -2)),
           keyed("sport:", integer(4, -2)), keyed("daddr:", integer(5, -2)),
           keyed("dport:", integer(6, -2)), keyed("maxseq:", integer(7, -4)),
           keyed("hiack:", integer(8, -4)), keyed("seqno:", integer(9, -4)),
           keyed("cwnd:", fixed(10, 3, -6)), keyed("ssthresh:", integer(11, -3)),
           keyed("dupacks:", integer(12, -2)), keyed("rtt:", fixed(13, 3, -6)),
           keyed("srtt:", fixed(14, 3, -6)), keyed("rttvar:", fixed(15, 3, -6)),
           keyed("bkoff:", integer(16)));

// Lines of mpls/classifier-addr-mpls.cc about a packet: as the studies write them, and as
// trace-packet-switching in tcl/mpls/ns-mpls-node.tcl does.
constexpr auto label_operation = joined(
    list(blank, one_of(6, "UL"), blank, integer(7), blank, word(8)), integers(9, 10, 11, 12));
constexpr auto label = joined(list(time(2)), integers(3, 4, 5), label_operation);
constexpr auto switching = joined(
    list(time(2), blank, integer(3), text("("), integer(4), text("->"), integer(5), text("):")),
    label_operation);
// tcl/mpls/ns-mpls-ldpagent.tcl: trace-ldp-packet and get-mapping-msg
constexpr auto ldp_message =
    list(time(2, 6), blank, integer(3), text(":"), blank, integer(4), blank, text("("),
         word(5, ")"), blank, integer(6), text(")"), blank, integer(7), blank, integer(8), blank,
         word(9), text(" "), blank, text("["), integer(10), blank, word(11, "]"), text("]"),
         text(" "), blank, text("["), integer(12), blank, word(13), blank, integer(14), text("]"));
constexpr auto ldp_mapping_with(int decimals) {
    return list(time(2, decimals), text(":"), blank, text("<"), word(5, ">"), text(">"), blank,
                integer(4), blank, text("->"), blank, integer(3), blank, text(":"), blank,
                text("fec("), integer(7), text("),"), blank, text("label("), integer(8), text(")"),
                blank, integer(15));
}
constexpr auto ldp_mapping = ldp_mapping_with(general);
constexpr auto ldp_mapping_precise = ldp_mapping_with(precise);

// tcl/lib/ns-link.tcl and trace/trace.cc, Trace::annotate. Tcl gives times with all digits.
constexpr auto link_event_with(int decimals) {
    return list(text("v"), blank, time(2, decimals), blank, text("link-"), word(3), blank,
                integer(4), blank, integer(5));
}
constexpr auto link_event = link_event_with(general);
constexpr auto link_event_precise = link_event_with(precise);
// tcl/lib/ns-link.tcl, lines of `up` and `down` of a link for nam
constexpr auto nam_link_with(int decimals) {
    return joined(list(text("l"), blank, text("-t"), blank, time(2, decimals)),
                  keyed("-s", integer(4)), keyed("-d", integer(5)), keyed("-S", capitals(3)));
}
constexpr auto nam_link = nam_link_with(general);
constexpr auto nam_link_precise = nam_link_with(precise);
// tcl/test/misc.tcl: the name of a test of ns' own suite
constexpr auto test_name = list(text("v"), blank, text("testName"), blank, rest(3));
// wpan/p802_15_4nam.cc: the first line of a trace of 802.15.4 for nam
constexpr auto comment = list(text("#"), blank, keyword(3, "nam4wpan #"));
constexpr auto annotation_with(int decimals) {
    return list(text("v"), blank, time(2, decimals), blank, text("eval"), blank, text("{set"),
                blank, text("sim_annotation"), blank, text("{"), rest(3, "}}"));
}
constexpr auto annotation = annotation_with(general);
constexpr auto annotation_precise = annotation_with(precise);
constexpr auto other_event = list(text("v"), blank, time(2), blank, rest(3));
constexpr auto other_event_precise = list(text("v"), blank, time(2, precise), blank, rest(3));

// tools/queue-monitor.cc and tcl/lib/ns-link.tcl, queue-sample-timeout
constexpr auto queue_length =
    list(text("q"), blank, text("-t"), blank, time(2), blank, text("-s"), blank, integer(3), blank,
         text("-d"), blank, integer(4), blank, text("-l"), blank, number(5), blank, text("-p"),
         blank, number(7));
constexpr auto queue_sample_with(int decimals) {
    return joined(list(time(2, decimals)), integers(3, 4), list(blank, number(5), blank, number(7)),
                  integers(9, 10, 11, 12, 13, 14));
}
constexpr auto queue_sample = queue_sample_with(general);
constexpr auto queue_sample_precise = queue_sample_with(precise);
// tools/flowmon.cc, FlowMon::fformat and Tagger::fformat. The decimals of the time distinguish such
// a line from other numbers.
constexpr auto flow_start =
    joined(list(fixed_time(2, 3, 8)), integers(3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
           integers(17, 18, 19, 20));
constexpr auto tagger_flow = joined(flow_start, integers(21));
constexpr auto flow =
    joined(flow_start, group(blank, integer(22), blank, integer(23), blank, integer(24)));
// queue/red.cc, REDQueue::trace, and queue/rio.cc
constexpr std::string_view red_variables = "aQpmcvqio";
constexpr auto queue_variable = list(one_of(3, red_variables), blank, time(2), blank, number(4));

// tcp/tcp.cc, TcpAgent::trace_event
constexpr auto tcp_event =
    list(text("E"), blank, time(2), blank, integer(3), blank, integer(4), blank, text("TCP"), blank,
         word(5), blank, integer(6), blank, integer(7), blank, integer(8));

// queue/errmodel.cc and pgm/pgm-agent.cc
constexpr auto error_model_event =
    list(one_of(2, "E"), blank, time(3), blank, text("ErrModelTimer"), rest(5));
constexpr auto pgm_event =
    list(one_of(2, "E"), blank, time(3), blank, integer(4), blank, text("0 PGM"), rest(5));

// Nodes are initialized with the time *. Times of wireless packets have nine decimals, those of
// movements six.
constexpr std::string_view nam_events = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-";
constexpr auto nam_line_with(int decimals) {
    return list(one_of(2, nam_events), blank, text("-t"), blank, maybe_time(3, decimals),
                rest(column::nam_attributes));
}
constexpr auto nam_line = nam_line_with(general);
constexpr auto nam_line_9 = nam_line_with(9);
constexpr auto nam_line_6 = nam_line_with(6);
constexpr auto nam_line_precise = nam_line_with(precise);

// Free-form numbers that scripts write.
constexpr auto series = list(number(2), blank, number(4));
constexpr auto series_tab = list(number(2), text("\t"), number(4));
constexpr auto series_wide = list(number(2), text("  "), number(4));
constexpr auto columns = joined(series, list(numbers(6)));
constexpr auto columns_tab = joined(series_tab, list(numbers(6)));
constexpr auto columns_wide = joined(series_wide, list(numbers(6)));

constexpr std::string_view number_start = "0123456789-+.";

// Tried in this order; the first that fits the whole line is used, or the variant of it that
// reproduces the line.
constexpr FormSpec form_specs[] = {
    {"wired", table::packets, packet_events, wired},
    {"wired_tcp", table::packets, packet_events, wired_tcp},
    {"umts", table::packets, packet_events, umts},
    {"wired_sctp", table::packets, packet_events, wired_sctp},
    {"tagged", table::packets, packet_events, tagged},
    {"nam", table::packets, packet_events, nam_packet},
    {"satellite", table::packets, packet_events, satellite},
    {"satellite_tcp", table::packets, packet_events, satellite_tcp},
    {"satellite_sctp", table::packets, packet_events, satellite_sctp},
    {"satellite_hdlc", table::packets, packet_events, satellite_hdlc},
    {"satellite_hdlc_tcp", table::packets, packet_events, satellite_hdlc_tcp},
    {"variable", table::variables, number_start, variable},
    {"xcp", table::variables, number_start, xcp_variable},
    {"owned", table::variables, "f", owned_variable},
    {"owned_tagged", table::variables, "f", tagged_variable},
    {"label", table::labels, number_start, label},
    {"switching", table::labels, number_start, switching},
    {"link", table::links, "v", link_event},
    {"link_precise", table::links, "v", link_event_precise, true},
    {"nam", table::links, "l", nam_link},
    {"nam_precise", table::links, "l", nam_link_precise, true},
    {"annotation", table::annotations, "v", annotation},
    {"annotation_precise", table::annotations, "v", annotation_precise, true},
    {"other", table::annotations, "v", other_event},
    {"other_precise", table::annotations, "v", other_event_precise, true},
    {"test_name", table::annotations, "v", test_name},
    {"comment", table::annotations, "#", comment},
    {"old_tcp", table::wireless, radio::events, radio::old_tcp},
    {"old_cbr", table::wireless, radio::events, radio::old_cbr},
    {"old_aodv_request", table::wireless, radio::events, radio::old_request},
    {"old_aodv_reply", table::wireless, radio::events, radio::old_reply},
    {"old_dsr", table::wireless, radio::events, radio::old_dsr},
    {"old_ip", table::wireless, radio::events, radio::old_ip},
    {"old_arp", table::wireless, radio::events, radio::old_arp},
    {"old", table::wireless, radio::events, radio::old_other},
    {"old_sensor_tcp", table::wireless, radio::events, radio::sensor_tcp},
    {"old_sensor_cbr", table::wireless, radio::events, radio::sensor_cbr},
    {"old_sensor_aodv_request", table::wireless, radio::events, radio::sensor_request},
    {"old_sensor_aodv_reply", table::wireless, radio::events, radio::sensor_reply},
    {"old_sensor_dsr", table::wireless, radio::events, radio::sensor_dsr},
    {"old_sensor_ip", table::wireless, radio::events, radio::sensor_ip},
    {"old_sensor_arp", table::wireless, radio::events, radio::sensor_arp},
    {"old_sensor", table::wireless, radio::events, radio::sensor_other},
    {"old_physical_tcp", table::wireless, radio::events, radio::physical_tcp},
    {"old_physical_cbr", table::wireless, radio::events, radio::physical_cbr},
    {"old_physical_ip", table::wireless, radio::events, radio::physical_ip},
    {"old_physical", table::wireless, radio::events, radio::physical_other},
    {"new_tcp", table::wireless, radio::events, radio::new_tcp},
    {"new_cbr", table::wireless, radio::events, radio::new_cbr},
    {"new_aodv_request", table::wireless, radio::events, radio::new_request},
    {"new_aodv_reply", table::wireless, radio::events, radio::new_reply},
    {"new_aomdv_request", table::wireless, radio::events, radio::new_multipath_request},
    {"new_aomdv_reply", table::wireless, radio::events, radio::new_multipath_reply},
    {"new_dsr", table::wireless, radio::events, radio::new_dsr},
    {"new_ip", table::wireless, radio::events, radio::new_ip},
    {"new_arp", table::wireless, radio::events, radio::new_arp},
    {"new", table::wireless, radio::events, radio::new_other},
    {"new_sensor_tcp", table::wireless, radio::events, radio::new_sensor_tcp},
    {"new_sensor_cbr", table::wireless, radio::events, radio::new_sensor_cbr},
    {"new_sensor_aodv_request", table::wireless, radio::events, radio::new_sensor_request},
    {"new_sensor_aodv_reply", table::wireless, radio::events, radio::new_sensor_reply},
    {"new_sensor_aomdv_request", table::wireless, radio::events,
     radio::new_sensor_multipath_request},
    {"new_sensor_aomdv_reply", table::wireless, radio::events, radio::new_sensor_multipath_reply},
    {"new_sensor_dsr", table::wireless, radio::events, radio::new_sensor_dsr},
    {"new_sensor_ip", table::wireless, radio::events, radio::new_sensor_ip},
    {"new_sensor_arp", table::wireless, radio::events, radio::new_sensor_arp},
    {"new_sensor", table::wireless, radio::events, radio::new_sensor_other},
    {"tagged_tcp", table::wireless, radio::tagged_events, radio::tagged_tcp},
    {"tagged_cbr", table::wireless, radio::tagged_events, radio::tagged_cbr},
    {"tagged_aodv_request", table::wireless, radio::tagged_events, radio::tagged_request},
    {"tagged_aodv_reply", table::wireless, radio::tagged_events, radio::tagged_reply},
    {"tagged_aomdv_request", table::wireless, radio::tagged_events,
     radio::tagged_multipath_request},
    {"tagged_aomdv_reply", table::wireless, radio::tagged_events, radio::tagged_multipath_reply},
    {"tagged_dsr", table::wireless, radio::tagged_events, radio::tagged_dsr},
    {"tagged_ip", table::wireless, radio::tagged_events, radio::tagged_ip},
    {"tagged_arp", table::wireless, radio::tagged_events, radio::tagged_arp},
    {"tagged", table::wireless, radio::tagged_events, radio::tagged_other},
    {"movement", table::movements, "M", radio::movement},
    {"movement_3d", table::movements, "M", radio::movement_3d},
    {"description", table::annotations, "M", radio::description},
    {"energy", table::energy, "N", radio::energy_level},
    {"energy_gone", table::energy, "N", radio::energy_gone, true},
    {"length", table::queues, "q", queue_length},
    {"sample", table::queues, number_start, queue_sample},
    {"sample_precise", table::queues, number_start, queue_sample_precise, true},
    {"variable", table::queue_variables, red_variables, queue_variable},
    {"flow", table::flows, number_start, flow},
    {"tagger", table::flows, number_start, tagger_flow},
    {"event", table::tcp_events, "E", tcp_event},
    {"state", table::tcp_states, "t", tcp_state},
    {"message", table::ldp, number_start, ldp_message},
    {"mapping", table::ldp, number_start, ldp_mapping},
    {"mapping_precise", table::ldp, number_start, ldp_mapping_precise, true},
    {"log", table::logs, "SAT", radio::log},
    {"log_short", table::logs, "SAT", radio::short_log, true},
    {"settings", table::logs, "S", radio::settings},
    {"error_model", table::logs, "E", error_model_event},
    {"pgm", table::logs, "E", pgm_event},
    {"nam", table::nam, nam_events, nam_line},
    {"nam_9", table::nam, nam_events, nam_line_9, true},
    {"nam_6", table::nam, nam_events, nam_line_6, true},
    {"nam_precise", table::nam, nam_events, nam_line_precise, true},
    {"series", table::series, number_start, series},
    {"series_tab", table::series, number_start, series_tab, true},
    {"series_wide", table::series, number_start, series_wide, true},
    {"columns", table::series, number_start, columns},
    {"columns_tab", table::series, number_start, columns_tab, true},
    {"columns_wide", table::series, number_start, columns_wide, true},
};

static_assert(std::ranges::all_of(form_specs, [](const FormSpec& form) {
    return form.parts.size() <= most_parts;
}));

}  // namespace

std::span<const FormSpec> forms() { return form_specs; }

namespace {
bool always_sets(const FormSpec& form, int column) {
    for (std::size_t at = 0; at < form.parts.size(); ++at) {
        const auto& part = form.parts[at];
        if (part.reads == Reads::Group)
            at += part.width;
        else if (part.reads == Reads::Address && part.second == column)
            return true;
        else if (part.reads != Reads::MaybeTime && part.reads != Reads::Address &&
                 (part.column == column || part.second == column))
            return true;
    }
    return false;
}

bool find_always_set(int table, int column) {
    if (table >= table::typed || column <= column::form || column == tables()[table].end_byte)
        return true;
    return std::ranges::all_of(form_specs, [=](const FormSpec& form) {
        return form.table != table || always_sets(form, column);
    });
}
}  // namespace

bool always_set(const TableSpec& spec, int column) {
    // Cached, as it is needed for every piece of a trace and takes a while to find.
    static const auto known = [] {
        std::vector<std::vector<bool>> known;
        for (int table = 0; table < table::count; ++table) {
            auto& columns = known.emplace_back();
            for (std::size_t each = 0; each < tables()[table].columns.size(); ++each)
                columns.push_back(find_always_set(table, static_cast<int>(each)));
        }
        return known;
    }();
    return known[&spec - tables().data()][column];
}

}  // namespace nstrace
