// What each flow did in each piece of time, from the lines of a trace.
//
// The simulator counts with this while it runs (ns2-patches/records, where this file is linked),
// nstrace while it reads a trace: the same lines give the same rows. What is counted, and by
// which line, is explained in ns2-patches/records/README.md.

#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "number_set.hpp"
#include "packets_under_way.hpp"

namespace nsbins {

inline constexpr char header[] =
    "start_us,flow,source_node,source_port,destination_node,destination_port,type,data,"
    "sent_packets,sent_bytes,retransmitted_packets,retransmitted_bytes,"
    "delivered_packets,delivered_bytes,new_packets,new_bytes,"
    "out_of_order_packets,reordered_packets,"
    "dropped_in_queue,dropped_on_line,dropped_before_queue,dropped_link_down,dropped_bytes,"
    "delay_packets,delay_sum_us,delay_min_us,delay_max_us\n";

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

struct FlowKey {
    std::int64_t flow;
    std::int64_t source_node, source_port, destination_node, destination_port;
    std::string type;
    bool data;

    bool operator<(const FlowKey& other) const { return all() < other.all(); }

  private:
    std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
               const std::string&, bool>
    all() const {
        return {flow, source_node, source_port, destination_node, destination_port, type, data};
    }
};

// Where a packet was when it was lost, as far as the trace tells.
enum Cause { in_queue, on_line, before_queue, link_down, causes };

struct Counts {
    std::int64_t sent_packets, sent_bytes;
    std::int64_t retransmitted_packets, retransmitted_bytes;
    std::int64_t delivered_packets, delivered_bytes;
    std::int64_t new_packets, new_bytes;
    std::int64_t out_of_order_packets, reordered_packets;
    std::int64_t dropped[causes];
    std::int64_t dropped_bytes;
    std::int64_t delay_packets, delay_sum_us, delay_min_us, delay_max_us;
};

// One line about a packet.
struct Line {
    char event;
    std::int64_t us;
    std::int32_t from, to;
    std::int64_t uid;
    int flow;             // as FlowBins::flow gave it
    bool at_source;       // the link starts at the flow's source
    bool at_destination;  // it ends at its destination
    std::int64_t size_bytes, sequence;
};

class FlowBins {
  public:
    explicit FlowBins(std::int64_t width_us) : width_us_(width_us), rows_(header) {}
    FlowBins(const FlowBins&) = delete;
    FlowBins& operator=(const FlowBins&) = delete;

    // The number of a flow that may be new.
    int flow(const FlowKey& key) {
        auto found = numbers_.find(key);
        if (found != numbers_.end()) return found->second;
        int number = static_cast<int>(flows_.size());
        flows_.push_back(std::make_unique<Flow>());
        flows_.back()->key = &numbers_.emplace(key, number).first->first;
        return number;
    }

    // Whether such a line's flow, size and sequence number are of interest: most lines are about
    // packets in between.
    static bool asks_for_flow(char event, bool at_source, bool at_destination) {
        switch (event) {
            case '+': return at_source;
            case 'r': return at_destination;
            default: return event == 'd' || event == 'e' || event == 'c';
        }
    }

    // Lines have to come in the order of the trace.
    void packet(const Line& line) {
        if (!asks_for_flow(line.event, line.at_source, line.at_destination))
            return on_the_way(line.event, line.us, line.uid, line.from, line.to);
        at_an_end(line);
    }
    // The same for a line that asks for its flow.
    void at_an_end(const Line& line) {
        pass_time(line.us);
        if (line.event == '+')
            leave_source(line);
        else if (line.event == 'r')
            arrive(line);
        else
            drop(line);
    }
    // The same for a line that does not ask for its flow.
    void on_the_way(char event, std::int64_t us, std::int64_t uid, std::int32_t from,
                    std::int32_t to) {
        if (event != '+' && event != '-' && event != 'r') return;
        pass_time(us);
        auto* packet = under_way_.find(uid);
        if (!packet) {
            if (event != '+') return;
            packet = under_way_.add(uid, us);
        } else if (event == 'r' && packet->sent_us < 0) {
            // Of a packet whose sending was not seen, only the present link is of interest.
            return under_way_.remove(packet);
        }
        note(*packet, event, us, from, to);
    }
    // The same if little is to be done, as mostly. False: nothing was done.
    bool on_the_way_quickly(char event, std::int64_t us, std::int64_t uid, std::int32_t from,
                            std::int32_t to) {
        if (us >= bin_end_us_ || !drops_.empty()) return false;
        auto* packet = under_way_.find_at_home(uid);
        if (!packet || (event == 'r' && packet->sent_us < 0)) return false;
        now_us_ = us;
        note(*packet, event, us, from, to);
        return true;
    }
    void link(std::int64_t us, std::int32_t from, std::int32_t to, bool is_down) {
        if (us > now_us_) pass_time(us);
        down_[{from, to}] = is_down;
    }
    void finish() {
        settle_drops();
        close_bin();
    }

    // Rows that are done, as CSV; those before were taken. The first call has the header.
    const std::string& rows() const { return rows_; }
    void rows_taken() { rows_.clear(); }

  private:
    struct Flow {
        const FlowKey* key;
        NumberSet sent, arrived;
        std::int64_t highest_arrived = -1;  // sequence number, or uid where there is none
        std::int64_t highest_uid = -1;
        Counts counts{};
        bool active = false;  // in this bin
    };
    struct Drop {
        int flow;
        std::int32_t from, to;
        Cause cause;
    };

    Counts& counts(int number) {
        auto& flow = *flows_[number];
        if (!flow.active) {
            flow.active = true;
            active_.push_back(number);
        }
        return flow.counts;
    }

    void pass_time(std::int64_t us) {
        if (us == now_us_) return;
        if (!drops_.empty()) settle_drops();
        now_us_ = us;
        if (us >= bin_end_us_) next_bin();
    }

    void next_bin() {
        close_bin();
        bin_end_us_ = (now_us_ / width_us_ + 1) * width_us_;
    }

    void leave_source(const Line& line) {
        auto* packet = under_way_.find(line.uid);
        if (!packet) packet = under_way_.add(line.uid, line.us);
        if (packet->sent_us < 0) {
            packet->sent_us = line.us;
            count_sent(line);
        }
        note(*packet, line.event, line.us, line.from, line.to);
    }

    void arrive(const Line& line) {
        auto* packet = under_way_.find(line.uid);
        count_arrival(line, packet ? packet->sent_us : -1);
        if (packet) under_way_.remove(packet);
    }

    void drop(const Line& line) {
        auto* packet = under_way_.find(line.uid);
        Cause cause = before_queue;
        if (packet && packet->from == line.from && packet->to == line.to && packet->event != 'r')
            cause = packet->event == '+' ? in_queue : on_line;
        if (line.at_source && (!packet || packet->sent_us < 0)) count_sent(line);
        if (packet) under_way_.remove(packet);
        counts(line.flow).dropped_bytes += line.size_bytes;
        // Whether the link is down is known when nothing more happens at this time: ns empties
        // the queue first and writes the link's line then.
        drops_.push_back({line.flow, line.from, line.to, cause});
    }

    static void note(UnderWay& packet, char event, std::int64_t us, std::int32_t from,
                     std::int32_t to) {
        packet.seen = seen_at(us);
        packet.from = from;
        packet.to = to;
        packet.event = event;
    }

    void count_sent(const Line& line) {
        auto& counted = counts(line.flow);
        auto& flow = *flows_[line.flow];
        ++counted.sent_packets;
        counted.sent_bytes += line.size_bytes;
        if (!flow.key->data || line.sequence < 0 || flow.sent.insert(line.sequence)) return;
        ++counted.retransmitted_packets;
        counted.retransmitted_bytes += line.size_bytes;
    }

    void count_arrival(const Line& line, std::int64_t sent_us) {
        auto& counted = counts(line.flow);
        auto& flow = *flows_[line.flow];
        ++counted.delivered_packets;
        counted.delivered_bytes += line.size_bytes;
        if (sent_us >= 0) count_delay(counted, line.us - sent_us);
        if (line.uid < flow.highest_uid) ++counted.reordered_packets;
        flow.highest_uid = std::max(flow.highest_uid, line.uid);
        bool numbered = flow.key->data && line.sequence >= 0;
        if (numbered && !flow.arrived.insert(line.sequence)) return;
        ++counted.new_packets;
        counted.new_bytes += line.size_bytes;
        auto number = numbered ? line.sequence : line.uid;
        if (number < flow.highest_arrived) ++counted.out_of_order_packets;
        flow.highest_arrived = std::max(flow.highest_arrived, number);
    }

    static void count_delay(Counts& counted, std::int64_t delay_us) {
        bool first = counted.delay_packets++ == 0;
        counted.delay_sum_us += delay_us;
        counted.delay_min_us = first ? delay_us : std::min(counted.delay_min_us, delay_us);
        counted.delay_max_us = first ? delay_us : std::max(counted.delay_max_us, delay_us);
    }

    void settle_drops() {
        for (const auto& drop : drops_) {
            auto state = down_.find({drop.from, drop.to});
            bool is_down = state != down_.end() && state->second;
            ++counts(drop.flow).dropped[is_down ? link_down : drop.cause];
        }
        drops_.clear();
    }

    void close_bin() {
        std::sort(active_.begin(), active_.end());
        for (int number : active_) {
            auto& flow = *flows_[number];
            write_row(flow);
            flow.counts = Counts{};
            flow.active = false;
        }
        active_.clear();
    }

    void write_row(const Flow& flow) {
        const auto& key = *flow.key;
        const auto& c = flow.counts;
        write({bin_end_us_ - width_us_, key.flow, key.source_node, key.source_port,
               key.destination_node, key.destination_port});
        rows_ += key.type;
        write({key.data, c.sent_packets, c.sent_bytes, c.retransmitted_packets,
               c.retransmitted_bytes, c.delivered_packets, c.delivered_bytes, c.new_packets,
               c.new_bytes, c.out_of_order_packets, c.reordered_packets, c.dropped[in_queue],
               c.dropped[on_line], c.dropped[before_queue], c.dropped[link_down], c.dropped_bytes,
               c.delay_packets, c.delay_sum_us},
              ',');
        if (c.delay_packets > 0)
            rows_ += std::to_string(c.delay_min_us) + ',' + std::to_string(c.delay_max_us) + '\n';
        else
            rows_ += ",\n";
    }

    void write(std::initializer_list<std::int64_t> values, char before = 0) {
        if (before) rows_ += before;
        for (auto value : values) {
            rows_ += std::to_string(value);
            rows_ += ',';
        }
    }

    std::int64_t width_us_;
    std::int64_t now_us_ = -1;
    std::int64_t bin_end_us_ = 0;
    std::map<FlowKey, int> numbers_;
    std::vector<std::unique_ptr<Flow>> flows_;
    std::vector<int> active_;
    std::vector<Drop> drops_;  // at this time
    std::map<std::pair<std::int32_t, std::int32_t>, bool> down_;
    PacketsUnderWay under_way_;
    std::string rows_;
};

}  // namespace nsbins
