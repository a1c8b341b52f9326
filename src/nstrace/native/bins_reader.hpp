// Flow bins from the tables of a trace.

#pragma once

#include <array>
#include <cstdint>
#include <map>
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

    // The tables of the next lines. Packets in the form of wired links count, with or without a
    // TCP header, links going down and up, and variables of TCP.
    void add(const std::vector<const Table*>& tables);
    void finish() { bins_.finish(); }
    // Rows that are done and were not taken before, as CSV; the first have a header.
    std::string take_rows();
    // Whether there were packets with addresses of several levels: no node can be told from
    // them, and they don't count.
    bool ignored() const { return ignored_; }

  private:
    // What a line says about its flow, with the type as a number.
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

    void add_packet(const Packets& packets, std::int64_t row);
    void add_link(const Table& links, std::int64_t row);
    void add_variable(const Table& variables, std::int64_t row);
    int flow_of(const Identity& identity, std::int64_t us);
    std::int32_t type_number(const std::string& name);

    nsbins::FlowBins bins_;
    bool ignored_ = false;
    std::map<std::string, std::int32_t> type_numbers_;
    std::vector<std::string> types_;
    std::array<Remembered, 1024> recent_;
};

}  // namespace nstrace
