// Flow bins while ns runs: no line is written, each is only counted. See flow_bins.hpp.

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>

#include "records/bins_tap.h"
#include "records/sink_channel.h"
#include "scheduler.h"
#include "trace.h"
#include "traceline/packet_columns.h"

namespace {

const double default_width_s = 0.1;
const std::size_t much = 64 << 10;  // of rows, that are written at once
const std::size_t longest_line = 200;
const int unknown = -1;  // instead of a flow's number

}  // namespace

class BinsStream : public SinkObject {
  public:
    void count(int event, int from, int to, Packet* p);
    // Lines that arrive as text: of these, those about links count.
    void text(const char* data, int bytes) override;

    bool take(const TracedVar* v, const VariableOwner& owner, double value) override;
    bool take(const TracedVar* v, const VariableOwner& owner, int value) override {
        return take(v, owner, double(value));
    }

  protected:
    std::unique_ptr<PacketTap> make_tap() override {
        return std::unique_ptr<PacketTap>(new BinsTap(*this, *bins_, time_));
    }
    std::string begin(int argc, const char* const* argv) override;
    void flush(bool exiting) override;
    void conclude(bool exiting) override;
    bool whole() const override { return true; }

  private:
    struct Flow {
        PacketColumns columns;
        int number = unknown;
        int sequence_offset;
    };

    // A variable of an agent.
    struct Traced {
        const TracedVar* variable = 0;
        VariableOwner owner;
        int sender;
        nsbins::Variable sort;
    };

    const Traced& traced(const TracedVar* v, const VariableOwner& owner);
    std::int64_t earliest_us();
    void count_at_an_end(nsbins::Line& line, Packet* p);
    const Flow& flow_of(Packet* p);
    [[gnu::noinline]] void look_up(Flow& flow, Packet* p, const PacketColumns& columns);
    void read_line();
    void refuse(const char* variable);

    std::unique_ptr<nsbins::FlowBins> bins_;
    std::array<Flow, 1024> recent_;
    std::unordered_map<const TracedVar*, Traced> traced_;
    BinsTime time_;
    bool ignored_ = false;
    bool refused_ = false;
    std::string line_;  // what came of a text line so far
};

namespace {

static class BinsStreamClass : public TclClass {
  public:
    BinsStreamClass() : TclClass("TraceSink/FlowBins") {}
    TclObject* create(int, const char* const*) override { return new BinsStream; }
} bins_stream_class;

}  // namespace

bool BinsTap::take(int event, int from, int to, Packet* p, LineStyle style) {
    if (style != other_line) stream_.count(event, from, to, p);
    // Otherwise nam or a callback needs the line; its text is not written anywhere.
    return style == plain_line;
}

std::string BinsStream::begin(int argc, const char* const* argv) {
    double width_s = default_width_s;
    if (argc == 1) {
        char* end;
        width_s = std::strtod(argv[0], &end);
        // Checked first: ns enables floating-point exceptions, so comparing a NaN would end it.
        if (*end != 0 || end == argv[0] || !std::isfinite(width_s) || width_s < 1e-6 ||
            width_s > 1e9)
            return std::string("flow-bins: expected a width in seconds, found ") + argv[0];
    } else if (argc > 1) {
        return "flow-bins takes a file and a width in seconds, nothing else";
    }
    bins_.reset(new nsbins::FlowBins(std::llround(width_s * 1e6)));
    return "";
}

void BinsStream::count(int event, int from, int to, Packet* p) {
    if (!tells_node()) {
        ignored_ = true;
        return;
    }
    const hdr_cmn* common = hdr_cmn::access(p);
    const hdr_ip* ip = hdr_ip::access(p);
    nsbins::Line line{char(event), time_.now_us(), from, to, common->uid_};
    line.at_source = from == node_of(ip->src_.addr_);
    line.at_destination = to == node_of(ip->dst_.addr_);
    if (!nsbins::FlowBins::asks_for_flow(line.event, line.at_source, line.at_destination))
        return bins_->on_the_way(line.event, line.us, line.uid, from, to);
    line.size_bytes = common->size_;
    count_at_an_end(line, p);
}

void BinsStream::count_at_an_end(nsbins::Line& line, Packet* p) {
    const Flow& flow = flow_of(p);
    line.flow = flow.number;
    line.sequence =
        flow.sequence_offset < 0 ? -1 : *reinterpret_cast<int*>(p->access(flow.sequence_offset));
    bins_->at_an_end(line);
    if (bins_->rows().size() > much) flush(false);
}

const BinsStream::Flow& BinsStream::flow_of(Packet* p) {
    PacketColumns columns = columns_of(p->bits(), HeaderPlaces::now(), 0);
    Flow& flow = recent_[hash_of(columns) % recent_.size()];
    if (!(flow.columns == columns) || flow.number == unknown) look_up(flow, p, columns);
    return flow;
}

void BinsStream::look_up(Flow& flow, Packet* p, const PacketColumns& columns) {
    hdr_cmn* common = hdr_cmn::access(p);
    hdr_ip* ip = hdr_ip::access(p);
    flow.columns = columns;
    std::string type = packet_info.name(common->ptype());
    bool data = nsbins::carries_data(type, common->size());
    flow.sequence_offset = sequence_offset(common->ptype());
    flow.number = bins_->flow({ip->flowid(), node_of(ip->saddr()), ip->sport(),
                               node_of(ip->daddr()), ip->dport(), type, data},
                              time_.now_us());
}

void BinsStream::text(const char* data, int bytes) {
    for (; bytes > 0; ++data, --bytes) {
        if (*data == '\n') {
            read_line();
            line_.clear();
        } else if (line_.size() < longest_line) {
            line_ += *data;
        }
    }
}

void BinsStream::read_line() {
    double time_s;
    char state[8];
    int from, to;
    if (std::sscanf(line_.c_str(), "v %lf link-%7s %d %d", &time_s, state, &from, &to) != 4) return;
    bool down = std::string(state) == "down";
    if (!down && std::string(state) != "up") return;
    // Rounded as nstrace rounds it: to nanoseconds, then down at half a microsecond.
    std::int64_t ns = std::llround(time_s * 1e9);
    bins_->link((ns + 499) / 1000, from, to, down);
}

bool BinsStream::take(const TracedVar* v, const VariableOwner& owner, double value) {
    const Traced& known = traced(v, owner);
    if (known.sort == nsbins::variables) return true;
    const auto thousandths = nsbins::rounded(value, nsbins::value_decimals);
    if (thousandths) bins_->value(known.sender, known.sort, earliest_us(), *thousandths);
    if (bins_->rows().size() > much) flush(false);
    return true;
}

const BinsStream::Traced& BinsStream::traced(const TracedVar* v, const VariableOwner& owner) {
    Traced& known = traced_[v];
    if (known.variable != 0 && known.owner == owner) return known;
    const char* name = const_cast<TracedVar*>(v)->name();
    known = {v, owner, unknown, nsbins::variable_named(name)};
    if (known.sort == nsbins::variables)
        refuse(name);
    else
        known.sender = bins_->sender(
            {owner.source, owner.source_port, owner.destination, owner.destination_port});
    return known;
}

// The time from which the present value counts, as a reader of the text trace would know it.
std::int64_t BinsStream::earliest_us() {
    if (time_.now_us() == bins_->now_us()) return bins_->now_us();
    const int digits = nsbins::time_decimals;
    const auto printed = nsbins::rounded(Scheduler::instance().clock(), digits);
    return printed ? nsbins::earliest_us(10 * *printed) : bins_->now_us();
}

// Say, once, that there is no place for a variable.
void BinsStream::refuse(const char* variable) {
    if (!refused_)
        std::fprintf(stderr,
                     "ns: %s: bins hold cwnd_, ssthresh_ and rtt_, but not %s; attach the "
                     "agent to what trace-records returns\n",
                     file_.name().c_str(), variable);
    refused_ = true;
}

void BinsStream::flush(bool exiting) {
    file_.write(bins_->rows().data(), bins_->rows().size(), exiting);
    bins_->rows_taken();
}

void BinsStream::conclude(bool) {
    bins_->finish();
    if (ignored_)
        std::fprintf(stderr,
                     "ns: %s: some packets don't count: no node can be told from their "
                     "addresses, which are of several levels\n",
                     file_.name().c_str());
}
