#include "bins_reader.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "columns.hpp"

namespace nstrace {
namespace {

constexpr std::int64_t ns_per_us = 1000;

// For each distinct text of a column, whether it is among `wanted`.
std::vector<bool> matches(const Column& column, std::initializer_list<std::string_view> wanted) {
    std::vector<bool> found;
    for (const auto& text : column.distinct())
        found.push_back(std::find(wanted.begin(), wanted.end(), text) != wanted.end());
    return found;
}

// Links to nodes with higher numbers are not recorded.
constexpr std::uint32_t most_nodes = 1 << 20;
// Flags of a node at the end of links: packets arrived, or were sent to it over a link. If arrivals
// are traced at all, a node with only the latter did not receive any.
constexpr std::uint8_t arrived = 1, led_to = 2;

// A time in microseconds, rounded down after `added`, which decides where the next one starts. The
// sum is limited, so that the latest times don't overflow.
std::int64_t microseconds(std::int64_t ns, std::int64_t added = ns_per_us / 2) {
    return (std::min(ns, std::numeric_limits<std::int64_t>::max() - added) + added) / ns_per_us;
}

// ns rounds the times of packets, but not those of links: a link event half a microsecond before
// the packets that it lost still counts as the same time.
std::int64_t link_us(std::int64_t ns) { return microseconds(ns, ns_per_us / 2 - 1); }

}  // namespace

// The current position in a table.
struct BinsReader::Rows {
    static constexpr std::int64_t no_line = std::numeric_limits<std::int64_t>::max();

    Rows() = default;
    explicit Rows(const Table& given) : table(&given), end(given.rows()) {
        lines = given.column(column::line).values<std::int64_t>();
    }
    std::int64_t line() const { return row < end ? lines[row] : no_line; }

    const Table* table = nullptr;
    const std::int64_t* lines = nullptr;
    std::int64_t row = 0, end = 0;
};

struct BinsReader::Packets {
    explicit Packets(const Table& given, BinsReader& reader) : table(given) {
        counted = matches(table.column(column::form), {"wired", "wired_tcp"});
        const auto& type = table.column(column::type);
        for (const auto& name : type.distinct()) types.push_back(reader.type_number(name));
        for (const auto& event : table.column(column::event).distinct()) events += event;
    }

    template <typename Value>
    Value value(int column, std::int64_t row) const {
        return table.column(column).values<Value>()[row];
    }
    bool has_nodes(std::int64_t row) const {
        return table.column(column::source_node).has(row) &&
               table.column(column::destination_node).has(row);
    }

    const Table& table;
    std::vector<bool> counted;        // by form
    std::vector<std::int32_t> types;  // numbers, by the table's own
    std::string events;
};

void BinsReader::add(const std::vector<const Table*>& tables) {
    Rows links, variables, packets;
    for (const auto* table : tables) {
        if (table->rows() == 0) continue;
        if (table->spec().name == "links") links = Rows(*table);
        if (table->spec().name == "variables") variables = Rows(*table);
        if (table->spec().name == "packets") packets = Rows(*table);
    }
    auto add_others = [&](std::int64_t line) {
        for (;;) {
            if (links.line() < line && links.line() < variables.line())
                add_link(*links.table, links.row++);
            else if (variables.line() < line)
                add_variable(*variables.table, variables.row++);
            else
                return;
        }
    };
    if (packets.table) {
        Packets columns(*packets.table, *this);
        for (; packets.row < packets.table->rows(); ++packets.row) {
            add_others(packets.line());
            add_packet(columns, packets.row);
        }
    }
    add_others(Rows::no_line);
}

void BinsReader::add_packet(const Packets& packets, std::int64_t row) {
    if (!packets.counted[packets.value<std::int8_t>(column::form, row)]) {
        left_out_ = true;
        return;
    }
    if (!packets.has_nodes(row)) {
        ignored_ = true;
        return;
    }
    auto number = [&](int column) { return packets.value<std::int32_t>(column, row); };
    auto ns = packets.value<std::int64_t>(column::time_ns, row);
    nsbins::Line line{};
    line.event = packets.events[packets.value<std::int8_t>(column::event, row)];
    if (line.event == 'c') return;  // A collision, after which a packet is sent again or dropped.
    line.us = microseconds(ns);
    line.from = number(column::from_node);
    line.to = number(column::to_node);
    line.uid = packets.value<std::int64_t>(column::uid, row);
    line.at_source = line.from == number(column::source_node);
    line.at_destination = line.to == number(column::destination_node);
    if (nsbins::FlowBins::asks_for_flow(line.event, line.at_source, line.at_destination)) {
        auto type = packets.types[number(column::type)];
        line.size_bytes = number(column::size_bytes);
        line.sequence = packets.value<std::int64_t>(column::sequence, row);
        line.flow =
            flow_of({number(column::flow), number(column::source_node), number(column::source_port),
                     number(column::destination_node), number(column::destination_port), type,
                     nsbins::carries_data(types_[type], line.size_bytes)},
                    line.us);
        bins_.packet(line);
        gather_rows();
        see(line);
    } else {
        bins_.packet(line);
        if (line.event == 'r' || line.at_destination) see_end(line);
    }
}

void BinsReader::see_end(const nsbins::Line& line) {
    auto index = static_cast<std::uint32_t>(line.to);
    if (index >= most_nodes) return;
    if (index >= ends_.size()) ends_.resize(index + 1);
    ends_[index] |= line.event == 'r' ? arrived : led_to;
    arrivals_ |= line.event == 'r';
}

void BinsReader::see(const nsbins::Line& line) {
    if (line.event == 'r' || line.at_destination) see_end(line);
    auto& seen = seen_[line.flow];
    if (seen.sending) return;
    seen.sending = line.event != 'r' && line.at_source;
    if (seen.sending)
        unsent_.erase(seen.key);
    else
        unsent_.insert(seen.key);
}

// Until a line shows a packet of a flow leaving its source, what it sent is unknown, not 0: the
// columns sent_packets to retransmitted_bytes stay empty.
void BinsReader::gather_rows() {
    const auto& rows = bins_.rows();
    if (rows.empty()) return;
    constexpr int key_columns = 7, sent_columns = 4;
    auto after = [&rows](std::size_t at, int commas) {
        for (; commas > 0; --commas) at = rows.find(',', at) + 1;
        return at;
    };
    for (std::size_t start = 0; start < rows.size();) {
        auto end = rows.find('\n', start) + 1;
        std::string_view row(rows.data() + start, end - start);
        auto key = unsent_.empty() ? end : after(start, 1);
        auto sent = unsent_.empty() ? end : after(key, key_columns);
        if (unsent_.contains(std::string_view(rows).substr(key, sent - key))) {
            auto rest = after(sent, sent_columns);
            rows_.append(row.substr(0, sent - start)).append(sent_columns, ',');
            row = std::string_view(rows).substr(rest, end - rest);
        }
        rows_ += row;
        start = end;
    }
    bins_.rows_taken();
}

void BinsReader::finish() {
    gather_rows();
    bins_.finish();
}

std::set<std::int32_t> BinsReader::nodes_not_seen_sending() const {
    std::set<std::int32_t> nodes;
    for (const auto& seen : seen_)
        if (!seen.key.empty() && !seen.sending) nodes.insert(seen.source_node);
    return nodes;
}

std::set<std::int32_t> BinsReader::nodes_not_seen_receiving() const {
    std::set<std::int32_t> nodes;
    auto was_end = [this](std::int32_t node) {
        auto index = static_cast<std::uint32_t>(node);
        if (index >= ends_.size()) return index >= most_nodes;
        return (ends_[index] & (arrivals_ ? arrived | led_to : arrived)) != 0;
    };
    for (const auto& seen : seen_)
        if (!seen.key.empty() && !was_end(seen.destination_node))
            nodes.insert(seen.destination_node);
    return nodes;
}

void BinsReader::add_link(const Table& links, std::int64_t row) {
    // line, form, time_ns, state, from_node, to_node
    const auto& state = links.column(3).distinct()[links.column(3).values<std::int32_t>()[row]];
    if (state != "down" && state != "up") return;
    bins_.link(link_us(links.column(2).values<std::int64_t>()[row]),
               links.column(4).values<std::int32_t>()[row],
               links.column(5).values<std::int32_t>()[row], state == "down");
}

void BinsReader::add_variable(const Table& variables, std::int64_t row) {
    // line, form, time_ns, source_node, source_port, destination_node, destination_port, variable,
    // value; other forms name no agent
    for (int column : {3, 4, 5, 6})
        if (!variables.column(column).has(row)) return;
    const auto& names = variables.column(7);
    auto sort = nsbins::variable_named(names.distinct()[names.values<std::int32_t>()[row]]);
    auto value = nsbins::rounded(variables.column(8).values<double>()[row], nsbins::value_decimals);
    if (sort == nsbins::variables || !value) return;
    auto number = [&](int column) { return variables.column(column).values<std::int32_t>()[row]; };
    auto ns = variables.column(2).values<std::int64_t>()[row];
    bins_.value(bins_.sender({number(3), number(4), number(5), number(6)}), sort,
                nsbins::earliest_us(microseconds(ns)), *value);
}

int BinsReader::flow_of(const Identity& identity, std::int64_t us) {
    std::uint64_t mixed = 0;
    for (auto part :
         {identity.flow, identity.source_node, identity.source_port, identity.destination_node,
          identity.destination_port, identity.type, std::int32_t{identity.data}})
        mixed = (mixed ^ static_cast<std::uint32_t>(part)) * 0x9e3779b97f4a7c15;
    auto& recent = recent_[mixed >> 54];
    if (recent.flow < 0 || recent.identity != identity)
        recent = {identity, bins_.flow({identity.flow, identity.source_node, identity.source_port,
                                        identity.destination_node, identity.destination_port,
                                        types_[identity.type], identity.data},
                                       us)};
    if (static_cast<std::size_t>(recent.flow) >= seen_.size()) seen_.resize(recent.flow + 1);
    auto& seen = seen_[recent.flow];
    if (seen.key.empty()) {
        for (auto number : {identity.flow, identity.source_node, identity.source_port,
                            identity.destination_node, identity.destination_port})
            seen.key += std::to_string(number) + ',';
        seen.key += types_[identity.type] + (identity.data ? ",1," : ",0,");
        seen.source_node = identity.source_node;
        seen.destination_node = identity.destination_node;
    }
    return recent.flow;
}

std::int32_t BinsReader::type_number(const std::string& name) {
    auto [found, is_new] = type_numbers_.emplace(name, static_cast<std::int32_t>(types_.size()));
    if (is_new) types_.push_back(name);
    return found->second;
}

std::string BinsReader::take_rows() {
    gather_rows();
    return std::exchange(rows_, {});
}

}  // namespace nstrace
