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

#include "flow_key.hpp"
#include "number_set.hpp"
#include "packets_under_way.hpp"
#include "sender_values.hpp"

namespace nsbins {

inline constexpr char header[] =
    "start_us,flow,source_node,source_port,destination_node,destination_port,type,data,"
    "sent_packets,sent_bytes,retransmitted_packets,retransmitted_bytes,"
    "delivered_packets,delivered_bytes,new_packets,new_bytes,"
    "out_of_order_packets,reordered_packets,"
    "dropped_in_queue,dropped_on_line,dropped_before_queue,dropped_link_down,dropped_bytes,"
    "delay_packets,delay_sum_us,delay_min_us,delay_max_us,"
    "dropped_ttl,dropped_no_route,"
    "cwnd_last_packets,cwnd_min_packets,cwnd_max_packets,"
    "ssthresh_last_packets,ssthresh_min_packets,ssthresh_max_packets,"
    "rtt_last_ms,rtt_min_ms,rtt_max_ms\n";

// Where a packet was when it was lost, as far as the trace tells.
enum Cause { in_queue, on_line, before_queue, link_down, ttl, no_route, causes };

// Where no link leads to, by `$ns trace-node-drops`: the node itself, and none.
inline bool at_node(std::int32_t from, std::int32_t to) { return from == to || to < 0; }

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

    // The number of a flow that may be new, of a line at this time.
    int flow(const FlowKey& key, std::int64_t us) {
        auto found = numbers_.find(key);
        if (found != numbers_.end()) return found->second;
        pass_time(us);  // the bins before know nothing of it
        int number = static_cast<int>(flows_.size());
        flows_.push_back(std::make_unique<Flow>());
        flows_.back()->key = &numbers_.emplace(key, number).first->first;
        if (key.data) {
            auto sender = sender_numbers_.find(key.sender());
            if (sender != sender_numbers_.end()) join(sender->second, number);
        }
        return number;
    }
    // The number of a sender, whose variables are to stand in the rows of its flow of data.
    int sender(const Sender& key) {
        auto [found, is_new] = sender_numbers_.emplace(key, static_cast<int>(senders_.size()));
        if (!is_new) return found->second;
        senders_.push_back({key, {}});
        for (std::size_t number = 0; number < flows_.size(); ++number)
            if (flows_[number]->key->data && flows_[number]->key->sender() == key)
                join(found->second, static_cast<int>(number));
        return found->second;
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
            packet = passing_.find(uid);
            if (packet && event == 'r') return passing_.remove(packet);
            if (!packet) {
                if (event != '+') return;
                packet = passing_.add(uid, us);
            }
        }
        note(*packet, event, us, from, to);
    }
    // The same if little is to be done, as mostly. False: nothing was done.
    bool on_the_way_quickly(char event, std::int64_t us, std::int64_t uid, std::int32_t from,
                            std::int32_t to) {
        if (us >= bin_end_us_ || !drops_.empty()) return false;
        auto* packet = under_way_.find_at_home(uid);
        if (!packet) return false;
        now_us_ = us;
        note(*packet, event, us, from, to);
        return true;
    }
    // A variable got a value, in thousandths. Its time may be known less exactly than that of
    // packets: it counts when the line before it did, unless it is surely later.
    void value(int sender, Variable variable, std::int64_t earliest_us, std::int64_t thousandths) {
        const auto us = std::max<std::int64_t>(earliest_us, 0);
        if (us > now_us_) pass_time(us);
        auto& values = senders_[sender];
        if (!values.changed) changed_.push_back(sender);
        values.changed = true;
        values.values[variable].set(thousandths);
    }
    // The time of the last line that counted.
    std::int64_t now_us() const { return now_us_; }

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
        int sender = -1;      // whose variables stand in its rows
    };
    struct Drop {
        int flow;
        std::int32_t from, to;
        Cause cause;
    };

    // The latest flow of a sender has its variables.
    void join(int sender, int flow) {
        if (senders_[sender].flow >= 0) flows_[senders_[sender].flow]->sender = -1;
        senders_[sender].flow = flow;
        flows_[flow]->sender = sender;
    }

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
        if (!packet) {
            forget_passing(line.uid);
            packet = under_way_.add(line.uid, line.us);
            count_sent(line);
        }
        note(*packet, line.event, line.us, line.from, line.to);
    }

    void arrive(const Line& line) {
        auto* packet = under_way_.find(line.uid);
        count_arrival(line, packet ? packet->seen_first_us : -1);
        forget(packet, line.uid);
    }

    // Remove a packet; null is one whose sending was not seen.
    void forget(UnderWay* packet, std::int64_t uid) {
        if (packet)
            under_way_.remove(packet);
        else
            forget_passing(uid);
    }

    void forget_passing(std::int64_t uid) {
        if (auto* packet = passing_.find(uid)) passing_.remove(packet);
    }

    void drop(const Line& line) {
        auto* sent = under_way_.find(line.uid);
        const auto* packet = sent ? sent : passing_.find(line.uid);
        if (packet && is_overheard(line, *packet)) return;
        Cause cause = before_queue;
        if (packet && packet->from == line.from && packet->to == line.to && packet->event != 'r')
            cause = packet->event == '+' ? in_queue : on_line;
        if (line.at_source && !sent) count_sent(line);
        forget(sent, line.uid);
        counts(line.flow).dropped_bytes += line.size_bytes;
        if (at_node(line.from, line.to)) {
            ++counts(line.flow).dropped[line.to < 0 ? no_route : ttl];
            return;
        }
        // Whether the link is down is known when nothing more happens at this time: ns empties
        // the queue first and writes the link's line then.
        drops_.push_back({line.flow, line.from, line.to, cause});
    }

    // A LAN hands a packet to all of its stations, and those that it is not for drop it.
    static bool is_overheard(const Line& line, const UnderWay& packet) {
        return line.event == 'd' && !line.at_source && packet.event == '-' &&
               packet.to == line.to && packet.from != line.from && !at_node(line.from, line.to);
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

    // Rows for senders of which nothing else is known, too.
    void place_values() {
        for (int number : changed_) {
            const auto [node, port, other_node, other_port] = senders_[number].key;
            if (senders_[number].flow < 0)
                flow({0, node, port, other_node, other_port, "", true}, now_us_);
            counts(senders_[number].flow);
        }
    }

    void close_bin() {
        place_values();
        std::sort(active_.begin(), active_.end());
        for (int number : active_) {
            auto& flow = *flows_[number];
            write_row(flow);
            flow.counts = Counts{};
            flow.active = false;
        }
        active_.clear();
        for (int number : changed_) senders_[number].begin_bin();
        changed_.clear();
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
            rows_ += std::to_string(c.delay_min_us) + ',' + std::to_string(c.delay_max_us);
        else
            rows_ += ',';
        rows_ += ',' + std::to_string(c.dropped[ttl]) + ',' + std::to_string(c.dropped[no_route]);
        static const SenderValues none{};
        (flow.sender < 0 ? none : senders_[flow.sender]).write(rows_);
        rows_ += '\n';
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
    std::map<Sender, int> sender_numbers_;
    std::vector<SenderValues> senders_;
    std::vector<int> changed_;  // senders, in this bin
    std::vector<Drop> drops_;   // at this time
    std::map<std::pair<std::int32_t, std::int32_t>, bool> down_;
    PacketsUnderWay under_way_;  // whose sending was seen
    // Others, of which only the present link is of interest. Apart, since these often stay, where
    // not every link is traced: the table above is small and so in the processor's caches.
    PacketsUnderWay passing_;
    std::string rows_;
};

}  // namespace nsbins
