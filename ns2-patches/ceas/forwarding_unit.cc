#include "ceas/forwarding_unit.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "ip.h"

#include "ceas/ant.h"
#include "ceas/header.h"
#include "ceas/network.h"
#include "ceas/routing_unit.h"

static class CeasClassifierClass : public TclClass {
  public:
    CeasClassifierClass() : TclClass("Classifier/CEAS") {}
    TclObject* create(int, const char* const*) override { return new ceas::ForwardingUnit; }
} class_ceas_classifier;

namespace ceas {

namespace {

const double resolution = 1.0 / 4294967296;  // of ns' random numbers: 32 bits

}  // namespace

Network& network() {
    static Network all;
    return all;
}

ForwardingUnit::ForwardingUnit()
    : forward_type_(Ant::forward_type()), backward_type_(Ant::backward_type()) {
    bind_bool("previousHopMemory_", &previous_hop_memory_);
    bind_bool("routeRecord_", &route_record_);
    bind_bool("markedOnly_", &marked_only_);
    bind_time("processingDelay_", &processing_delay_s_);
    network().nodes.push_back(this);
}

ForwardingUnit::~ForwardingUnit() {
    auto& nodes = network().nodes;
    nodes.erase(std::remove(nodes.begin(), nodes.end(), this), nodes.end());
}

int ForwardingUnit::place_of(int neighbour) const {
    return unsigned(neighbour) < places_.size() ? places_[neighbour] : -1;
}

void ForwardingUnit::add_colony(Colony& colony) {
    tables_.emplace_back(new PheromoneTable(colony, neighbours_.size()));
    if (by_destination_.size() <= unsigned(colony.destination))
        by_destination_.resize(colony.destination + 1);
    by_destination_[colony.destination].push_back(tables_.back().get());
}

PheromoneTable* ForwardingUnit::table(int source, int destination) const {
    if (unsigned(destination) < by_destination_.size())
        for (PheromoneTable* table : by_destination_[destination])
            if (table->colony.source == source) return table;
    return 0;
}

PheromoneTable& ForwardingUnit::table(const Colony& colony) const { return *tables_[colony.index]; }

template <class Listed>
int ForwardingUnit::draw_listed(const std::vector<double>* weights, Listed listed, RNG& rng) const {
    double sum = 0, most = 0;
    int candidates = 0, heaviest = -1;
    int places = neighbours_.size();
    for (int place = 0; place < places; ++place)
        if (listed(place)) {
            double weight = weights ? (*weights)[place] : 0;
            sum += weight;
            if (candidates++ == 0 || weight > most) {
                most = weight;
                heaviest = place;
            }
        }
    // What is left is less than the generator's resolution: no draw would hit it.
    if (candidates < 2 || sum - most < sum * resolution) return heaviest;
    // Rule (2.1); if no link has a pheromone, all are alike.
    double left = rng.uniform_double() * (sum > 0 ? sum : candidates);
    for (int place = 0; place < places; ++place)
        if (listed(place)) {
            left -= sum > 0 ? (*weights)[place] : 1;
            if (left < 0) return place;
        }
    return heaviest;
}

int ForwardingUnit::draw(const std::vector<double>* weights, int excluded, RNG& rng) const {
    auto listed = [&](int place) { return neighbours_[place].up && place != excluded; };
    return draw_listed(weights, listed, rng);
}

void ForwardingUnit::probabilities(const PheromoneTable& table, std::vector<double>& shares) const {
    double sum = 0;
    int up = 0;
    for (std::size_t place = 0; place < neighbours_.size(); ++place)
        if (neighbours_[place].up) {
            sum += table.tau()[place];
            ++up;
        }
    shares.assign(neighbours_.size(), 0);
    for (std::size_t place = 0; place < neighbours_.size(); ++place)
        if (neighbours_[place].up) shares[place] = sum > 0 ? table.tau()[place] / sum : 1.0 / up;
}

void ForwardingUnit::recv(Packet* p, Handler* h) {
    packet_t type = hdr_cmn::access(p)->ptype();
    if (type == forward_type_ || type == backward_type_)
        routing_->take(p);
    else if (mshift(hdr_ip::access(p)->daddr()) == node_)
        deliver(p, h);
    else
        forward(p);
}

void ForwardingUnit::deliver(Packet* p, Handler* h) {
    if (Ant* ant = Ant::take_from(p)) {
        ant->visit(node_, Scheduler::instance().clock());
        routing_->arrive(ant);
    }
    NsObject* agents = slot(node_);
    if (agents == 0) {
        lost(p, -1, no_neighbour);
        Packet::free(p);
        return;
    }
    agents->recv(p, h);
}

void ForwardingUnit::forward(Packet* p) {
    hdr_ip* ip = hdr_ip::access(p);
    int destination = mshift(ip->daddr());
    PheromoneTable* known = table(mshift(ip->saddr()), destination);
    int previous = previous_place(p);
    int next = next_place(p, known, previous, destination);
    if (next < 0) {
        lost(p, -1, no_neighbour);
        Packet::free(p);
        return;
    }
    hdr_ceas* way = hdr_ceas::access(p);
    ride(p, known, way->hops == 0);
    DataCounts& count = counts(known);
    ++count.forwarded;
    if (next == previous) {
        ++count.sent_back;
        count.sent_back_again += way->goes_back(node_);
    }
    if (way->has_left(node_)) {
        ++count.revisits;
        ++count.loops[std::min(way->loop_at(node_), longest_loop)];
    }
    put_on_link(p, next);
}

// Whether a neighbour is on the list that data draws from.
bool ForwardingUnit::is_listed(const PheromoneTable& known, int place) const {
    return neighbours_[place].up && (!marked_only_ || known.tau()[place] > 0);
}

// Appendix B.1. Where no colony carries traffic, neighbours can still be reached. A packet that
// records its route goes where it has not been, as long as there is such a neighbour.
int ForwardingUnit::next_place(Packet* p, PheromoneTable* known, int previous,
                               int destination) const {
    if (known == 0) {
        int place = place_of(destination);
        return place >= 0 && neighbours_[place].up ? place : -1;
    }
    int places = neighbours_.size();
    if (route_record_) {
        hdr_ceas* way = hdr_ceas::access(p);
        auto is_new = [&](int place) {
            return is_listed(*known, place) && !way->has_left(neighbours_[place].node);
        };
        int next = draw_listed(&known->tau(), is_new, *rng_);
        if (next >= 0) return next;
    }
    int excluded = -1;
    if (previous_hop_memory_) {
        int listed = 0;
        for (int place = 0; place < places; ++place) listed += is_listed(*known, place);
        if (listed > 1) excluded = previous;
    }
    auto listed = [&](int place) { return is_listed(*known, place) && place != excluded; };
    return draw_listed(&known->tau(), listed, *rng_);
}

// Where the packet came from; -1 if it starts here.
int ForwardingUnit::previous_place(Packet* p) const {
    if (hdr_ceas::access(p)->hops == 0) return -1;
    return place_of(hdr_cmn::access(p)->prev_hop_);
}

void ForwardingUnit::put_on_link(Packet* p, int place) {
    hdr_ceas* way = hdr_ceas::access(p);
    way->leaves(node_);
    hdr_cmn::access(p)->prev_hop_ = node_;
    NsObject* link = neighbours_[place].link;
    if (processing_delay_s_ > 0)
        Scheduler::instance().schedule(link, p, processing_delay_s_);
    else
        link->recv(p, (Handler*)0);
}

// Ants on data packets: one gets on at the source, if one waits, and sees the nodes on the way.
void ForwardingUnit::ride(Packet* p, PheromoneTable* known, bool starts) {
    if (p->userdata() != 0) {
        if (Ant* ant = Ant::of(p)) ant->visit(node_, Scheduler::instance().clock());
    } else if (starts && known != 0 && known->ant_waits_for_data && known->colony.source == node_) {
        known->ant_waits_for_data = false;
        p->setdata(new Ant(known->colony, normal_ant, Scheduler::instance().clock()));
    }
}

void ForwardingUnit::lost(Packet* p, int neighbour, Cause cause) {
    if (Ant* ant = Ant::of(p)) {
        ant->cause = cause;
        ant->at_node = node_;
        ant->at_neighbour = neighbour;
    }
    if (Ant::is_packet(p)) return;
    hdr_ip* ip = hdr_ip::access(p);
    ++counts(table(mshift(ip->saddr()), mshift(ip->daddr()))).dropped[cause];
}

int ForwardingUnit::add_neighbour(const char* node, const char* link) {
    Neighbour added = {std::atoi(node), dynamic_cast<NsObject*>(TclObject::lookup(link)), true};
    if (added.link == 0 || !tables_.empty() ||
        (!neighbours_.empty() && neighbours_.back().node >= added.node)) {
        Tcl::instance().resultf("%s: neighbours come in order, before colonies", name());
        return TCL_ERROR;
    }
    places_.resize(added.node + 1, -1);
    places_[added.node] = neighbours_.size();
    neighbours_.push_back(added);
    return TCL_OK;
}

// A link out of this node fails or returns. The neighbour leaves the list while it is down.
int ForwardingUnit::set_link(const char* node, bool up) {
    int place = place_of(std::atoi(node));
    if (place < 0) {
        Tcl::instance().resultf("%s: %s is no neighbour", name(), node);
        return TCL_ERROR;
    }
    neighbours_[place].up = up;
    if (!up && routing_->forgets_on_failure())
        for (auto& known : tables_) known->forget(place);
    return TCL_OK;
}

int ForwardingUnit::report_probability(const char* const* argv) {
    PheromoneTable* known = table(std::atoi(argv[2]), std::atoi(argv[3]));
    int place = place_of(std::atoi(argv[4]));
    if (known == 0 || place < 0) {
        Tcl::instance().resultf("%s: no such colony or neighbour", name());
        return TCL_ERROR;
    }
    std::vector<double> shares;
    probabilities(*known, shares);
    Tcl::instance().resultf("%.17g", shares[place]);
    return TCL_OK;
}

int ForwardingUnit::command(int argc, const char* const* argv) {
    if (argc == 3) {
        TclObject* object = TclObject::lookup(argv[2]);
        if (std::strcmp(argv[1], "node") == 0) {
            node_ = std::atoi(argv[2]);
            if (node_ >= 0 && node_ < hdr_ceas::most_nodes) return TCL_OK;
            Tcl::instance().resultf("%s: addresses end at %d", name(), hdr_ceas::most_nodes - 1);
            return TCL_ERROR;
        }
        if (std::strcmp(argv[1], "routing-unit") == 0) {
            routing_ = dynamic_cast<RoutingUnit*>(object);
            return routing_ ? TCL_OK : TCL_ERROR;
        }
        if (std::strcmp(argv[1], "use-rng") == 0) {
            rng_ = dynamic_cast<RNG*>(object);
            return rng_ ? TCL_OK : TCL_ERROR;
        }
        if (std::strcmp(argv[1], "link-up") == 0) return set_link(argv[2], true);
        if (std::strcmp(argv[1], "link-down") == 0) return set_link(argv[2], false);
    }
    if (argc == 2 && std::strcmp(argv[1], "routing-unit?") == 0) {
        Tcl::instance().result(routing_->name());
        return TCL_OK;
    }
    if (argc == 4 && std::strcmp(argv[1], "neighbour") == 0) return add_neighbour(argv[2], argv[3]);
    if (argc == 5 && std::strcmp(argv[1], "probability") == 0) return report_probability(argv);
    return Classifier::command(argc, argv);
}

}  // namespace ceas
