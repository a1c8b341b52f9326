// Flow bins from the tables of a trace.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "block.hpp"
#include "flow_bins.hpp"

namespace nstrace {

// Counts the lines of a trace, block by block.
class BinsReader {
  public:
    explicit BinsReader(std::int64_t width_us) : bins_(width_us) {}
    BinsReader(const BinsReader&) = delete;
    BinsReader& operator=(const BinsReader&) = delete;

    // Add the tables of the next lines. Packets in the wired form, with or without a TCP header,
    // link events and TCP variables are counted.
    void add(const std::vector<const Table*>& tables);
    void finish();
    // Return completed rows since the last call as CSV; the first ones follow a header.
    std::string take_rows();
    // Whether there were packets with hierarchical addresses, which don't count, as their nodes
    // are unknown.
    bool ignored() const { return ignored_; }
    // Whether there were packets of other forms, which don't count.
    bool left_out() const { return left_out_; }
    // Sources of flows without a line of a packet leaving them, and destinations without one of
    // any packet arriving.
    std::set<std::int32_t> nodes_not_seen_sending() const;
    std::set<std::int32_t> nodes_not_seen_receiving() const;

  private:
    // The fields of a line that identify its flow, with the type as a number.
    struct Identity {
        std::int32_t flow, source_node, source_port, destination_node, destination_port, type;
        bool data;
        bool operator==(const Identity&) const = default;
    };
    struct Remembered {
        Identity identity;
        int flow = -1;
    };
    struct Packets;
    struct Rows;

    // What the lines so far have shown of a flow.
    struct Seen {
        std::string key;  // as in its rows
        std::int32_t source_node, destination_node;
        bool sending = false;
    };

    void add_packet(const Packets& packets, std::int64_t row);
    void see(const nsbins::Line& line);
    void see_end(const nsbins::Line& line);
    void gather_rows();
    void add_link(const Table& links, std::int64_t row);
    void add_variable(const Table& variables, std::int64_t row);
    int flow_of(const Identity& identity, std::int64_t us);
    std::int32_t type_number(const std::string& name);

    nsbins::FlowBins bins_;
    std::string rows_;
    bool ignored_ = false, left_out_ = false;
    std::vector<Seen> seen_;                     // by flow
    std::set<std::string, std::less<>> unsent_;  // keys of flows whose sending was not seen
    std::vector<std::uint8_t> ends_;             // by node: whether packets were seen to arrive
    bool arrivals_ = false;                      // whether any was seen to arrive anywhere
    std::map<std::string, std::int32_t> type_numbers_;
    std::vector<std::string> types_;
    std::array<Remembered, 1024> recent_;
};

}  // namespace nstrace
