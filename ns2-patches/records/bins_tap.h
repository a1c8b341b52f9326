// One Trace object's way into flow bins, and what most lines need of it.
//
// Most lines are about packets between the ends of their flows, and only have it remembered where
// a packet was last. The code for these is inlined in Trace; bins_sink.cc does the rest.

#ifndef added_bins_tap_h
#define added_bins_tap_h

#include "address.h"
#include "ip.h"
#include "packet.h"
#include "records/flow_bins.hpp"
#include "records/trace_sink.h"
#include "scheduler.h"
#include "trace.h"

class BinsStream;

// A hierarchical address does not tell which node it is of.
inline bool tells_node() { return Address::instance().levels_ == 1; }
inline int node_of(int address) { return address >> Address::instance().NodeShift_[1]; }

// The present in microseconds, worked out when it changes.
class BinsTime {
  public:
    std::int64_t now_us() {
        const double now = Scheduler::instance().clock();
        if (now != now_) {
            now_ = now;
            // As BaseTrace::round.
            const double us = now * PRECISION + 0.5;
            now_us_ = us;
            now_us_ -= us < now_us_;
        }
        return now_us_;
    }

  private:
    double now_ = -1;
    std::int64_t now_us_ = 0;
};

class BinsTap : public PacketTap {
  public:
    BinsTap(BinsStream& stream, nsbins::FlowBins& bins, BinsTime& time)
        : stream_(stream), bins_(bins), time_(time) {}
    bool take(int event, int from, int to, Packet* p, LineStyle style) override;
    BinsTap* for_bins() override { return this; }

    // Take a plain line, if that is simple. False: take() is still to be asked.
    bool take_quickly(int event, int from, int to, Packet* p) {
        const hdr_ip* ip = hdr_ip::access(p);
        if (!tells_node() || (event != '-' && event != '+' && event != 'r') ||
            (event == '+' && from == node_of(ip->src_.addr_)) ||
            (event == 'r' && to == node_of(ip->dst_.addr_)))
            return false;
        return bins_.on_the_way_quickly(event, time_.now_us(), hdr_cmn::access(p)->uid_, from, to);
    }

  private:
    BinsStream& stream_;
    nsbins::FlowBins& bins_;
    BinsTime& time_;
};

#endif
