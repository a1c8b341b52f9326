// The tables: names, columns, types.

#include "column_specs.hpp"
#include "schema.hpp"

namespace nstrace {
namespace {

using enum Type;
using namespace columns;

constexpr ColumnSpec variable_columns[] = {
    line,
    form,
    time_ns,
    {"source_node", Int32},
    {"source_port", Int32},
    {"destination_node", Int32},
    {"destination_port", Int32},
    {"variable", Dictionary},
    {"value", Double},
    {"value_decimals", Int8},
    {"end_byte", Int64},
    {"owner", Dictionary},
};

constexpr ColumnSpec label_columns[] = {
    line,
    form,
    time_ns,
    {"node", Int32},
    {"source_node", Int32},
    {"destination_node", Int32},
    {"state", Dictionary},
    {"in_label", Int32},
    {"operation", Dictionary},
    {"out_interface", Int32},
    {"out_label", Int32},
    {"ttl", Int32},
    {"shim_bytes", Int32},
};

constexpr ColumnSpec link_columns[] = {
    line, form, time_ns, {"state", Dictionary}, {"from_node", Int32}, {"to_node", Int32},
};

constexpr ColumnSpec annotation_columns[] = {line, form, time_ns, {"text", Text}};

constexpr ColumnSpec movement_columns[] = {
    line,
    form,
    time_ns,
    {"node", Int32},
    {"x", Double},
    {"y", Double},
    {"z", Double},
    {"destination_x", Double},
    {"destination_y", Double},
    {"speed", Double},
    {"destination_z", Double},
};

constexpr ColumnSpec queue_columns[] = {
    line,
    form,
    time_ns,
    {"from_node", Int32},
    {"to_node", Int32},
    {"size_bytes", Double},
    {"size_bytes_decimals", Int8},
    {"size_packets", Double},
    {"size_packets_decimals", Int8},
    {"arrived_packets", Int64},
    {"departed_packets", Int64},
    {"dropped_packets", Int64},
    {"arrived_bytes", Int64},
    {"departed_bytes", Int64},
    {"dropped_bytes", Int64},
};

constexpr ColumnSpec queue_variable_columns[] = {
    line, form, time_ns, {"variable", Dictionary}, {"value", Double}, {"value_decimals", Int8},
};

constexpr ColumnSpec flow_columns[] = {
    line,
    form,
    time_ns,
    {"flow", Int32},
    {"category", Int32},
    {"type_number", Int32},
    {"class", Int32},
    {"source_node", Int32},
    {"destination_node", Int32},
    {"arrived_packets", Int64},
    {"arrived_bytes", Int64},
    {"early_dropped_packets", Int64},
    {"early_dropped_bytes", Int64},
    {"all_arrived_packets", Int64},
    {"all_arrived_bytes", Int64},
    {"all_early_dropped_packets", Int64},
    {"all_early_dropped_bytes", Int64},
    {"all_dropped_packets", Int64},
    {"all_dropped_bytes", Int64},
    {"dropped_packets", Int64},
    {"dropped_bytes", Int64},
    {"marked_packets", Int64},
    {"quick_start_packets", Int64},
    {"quick_start_bytes", Int64},
    {"quick_start_dropped", Int64},
};

constexpr ColumnSpec tcp_event_columns[] = {
    line,
    form,
    time_ns,
    {"source_node", Int32},
    {"destination_node", Int32},
    {"event", Dictionary},
    {"flow", Int32},
    {"sequence", Int64},
    {"cwnd", Int32},
};

constexpr ColumnSpec tcp_state_columns[] = {
    line,
    form,
    time_ns,
    {"source_node", Int32},
    {"source_port", Int32},
    {"destination_node", Int32},
    {"destination_port", Int32},
    {"highest_sent", Int64},
    {"highest_acked", Int64},
    {"next_sequence", Int64},
    {"cwnd", Double},
    {"ssthresh", Int32},
    {"duplicate_acks", Int32},
    {"rtt_s", Double},
    {"smoothed_rtt_s", Double},
    {"rtt_variation_s", Double},
    {"backoff", Int32},
};

constexpr ColumnSpec ldp_columns[] = {
    line,
    form,
    time_ns,
    {"node", Int32},
    {"source_node", Int32},
    {"message", Dictionary},
    {"message_id", Int32},
    {"fec", Int32},
    {"label", Int32},
    {"path", Dictionary},
    {"request_id", Int32},
    {"status", Dictionary},
    {"lsp_id", Int32},
    {"explicit_route", Dictionary},
    {"resource_class", Int32},
    {"next_hop", Int32},
};

constexpr ColumnSpec nam_columns[] = {
    line,
    form,
    {"event", Code},
    time_ns,
    {"attributes", Text},
    {"from_node", Int32},
    {"to_node", Int32},
    {"state", Dictionary},
};

constexpr ColumnSpec log_columns[] = {
    line, form, {"event", Dictionary}, time_ns, {"node", Int32}, {"text", Text},
};

constexpr ColumnSpec series_columns[] = {
    line,           form, {"x", Double}, {"x_decimals", Int8}, {"y", Double}, {"y_decimals", Int8},
    {"rest", Text},
};

constexpr ColumnSpec reject_columns[] = {
    line, {"byte", Int64}, {"reason", Dictionary}, {"text", Text}};
constexpr ColumnSpec kept_columns[] = {line, {"part", Dictionary}, {"text", Bytes}};
constexpr ColumnSpec line_end_columns[] = {line, {"ending", Dictionary}};

constexpr TableSpec table_specs[] = {
    {"packets", packet_columns},
    {"variables", variable_columns, 10},
    {"labels", label_columns},
    {"links", link_columns},
    {"annotations", annotation_columns},
    {"wireless", wireless_columns},
    {"movements", movement_columns},
    {"energy", energy_columns},
    {"queues", queue_columns},
    {"queue_variables", queue_variable_columns},
    {"flows", flow_columns},
    {"tcp_events", tcp_event_columns},
    {"tcp_states", tcp_state_columns},
    {"ldp", ldp_columns},
    {"nam", nam_columns},
    {"logs", log_columns},
    {"series", series_columns},
    {"rejects", reject_columns},
    {"kept", kept_columns},
    {"line_ends", line_end_columns},
};
static_assert(std::size(table_specs) == table::count);

}  // namespace

std::span<const TableSpec> tables() { return table_specs; }

}  // namespace nstrace
