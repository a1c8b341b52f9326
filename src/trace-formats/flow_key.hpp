// What a flow of packets is told by.

#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>

namespace nsbins {

// Whether such a packet carries data: the rule of nstrace/metrics/common/data_types.sql.
inline bool carries_data(std::string_view type, std::int64_t size_bytes) {
    static constexpr std::string_view tcp[] = {"tcp", "xcp", "telnet", "ftp", "http"};
    static constexpr std::string_view others[] = {
        "udp",   "cbr", "exp",      "pareto",    "rtp",       "audio",
        "video", "ra",  "rap_data", "tcpFriend", "DCCP_Data", "DCCP_DataAck"};
    if (std::find(std::begin(tcp), std::end(tcp), type) != std::end(tcp)) return size_bytes > 40;
    return size_bytes > 0 &&
           std::find(std::begin(others), std::end(others), type) != std::end(others);
}

// An agent that sends, as its traced variables name it: its node and port, and those of the other.
using Sender = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

struct FlowKey {
    std::int64_t flow;
    std::int64_t source_node, source_port, destination_node, destination_port;
    std::string type;
    bool data;

    bool operator<(const FlowKey& other) const { return all() < other.all(); }
    Sender sender() const { return {source_node, source_port, destination_node, destination_port}; }

  private:
    std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
               const std::string&, bool>
    all() const {
        return {flow, source_node, source_port, destination_node, destination_port, type, data};
    }
};

}  // namespace nsbins
