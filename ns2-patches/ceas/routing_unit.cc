#include "ceas/routing_unit.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "ip.h"

#include "ceas/network.h"
#include "ceas/trace.h"

static class CeasAgentClass : public TclClass {
  public:
    CeasAgentClass() : TclClass("Agent/rtProto/CEAS") {}
    TclObject* create(int, const char* const*) override { return new ceas::RoutingUnit; }
} class_ceas_agent;

namespace ceas {

RoutingUnit::RoutingUnit() : Agent(Ant::forward_type()) {
    bind("beta_", &beta_);
    bind("rho_", &rho_);
    bind("antRate_", &ant_rate_);
    bind("leastAntRate_", &least_ant_rate_);
    bind("explorerRatio_", &explorer_ratio_);
    bind_time("initialPhase_", &initial_phase_s_);
    bind("initialAntRate_", &initial_ant_rate_);
    bind("antSize_", &size_);
    bind("antTtl_", &ant_ttl_);
    bind_bool("stepBack_", &step_back_);
    bind_bool("forgetOnFailure_", &forget_on_failure_);
    bind_bool("piggyback_", &piggyback_);
}

void RoutingUnit::send_ant(Colony& colony, Kind kind) {
    if (kind == normal_ant) colony.refresh.sent(colony.counts[kind].returned, beta_);
    // Explorers go where data would not: they never ride on it.
    if (piggyback_ && kind == normal_ant) {
        forwarding_->table(colony).ant_waits_for_data = true;
        return;
    }
    Ant* ant = new Ant(colony, kind, Scheduler::instance().clock());
    send_forward(new_packet(Ant::forward_type(), colony.destination, ant), *ant);
}

Packet* RoutingUnit::new_packet(packet_t type, int to, Ant* ant) {
    dst_.addr_ = to;
    dst_.port_ = 0;
    Packet* p = allocpkt();
    hdr_cmn::access(p)->ptype() = type;
    hdr_ip::access(p)->ttl() = ant_ttl_;
    p->setdata(ant);
    return p;
}

void RoutingUnit::take(Packet* p) {
    Ant* carried = Ant::of(p);
    if (carried == 0) {
        // A copy that an error model made of an ant's packet.
        Packet::free(p);
        return;
    }
    Ant& ant = *carried;
    if (ant.backward()) {
        update(ant);
        go_back(p, ant);
        return;
    }
    ant.visit(forwarding_->node(), Scheduler::instance().clock());
    if (ant.colony.destination == forwarding_->node()) {
        Ant::take_from(p);
        Packet::free(p);
        arrive(&ant);
    } else
        send_forward(p, ant);
}

// Rule (2.1). U is the node the ant just came from, unless there is no other way.
void RoutingUnit::send_forward(Packet* p, Ant& ant) {
    const std::vector<double>* weights = 0;
    if (ant.kind == normal_ant) weights = &forwarding_->table(ant.colony).tau();
    std::size_t visited = ant.nodes.size();
    int previous = -1;
    if (!step_back_ && visited > 1) previous = forwarding_->place_of(ant.nodes[visited - 2]);
    int next = forwarding_->draw(weights, previous, *rng_);
    if (next < 0 && previous >= 0) next = forwarding_->draw(weights, -1, *rng_);
    if (next >= 0) {
        forwarding_->put_on_link(p, next);
        return;
    }
    forwarding_->lost(p, -1, no_neighbour);
    Packet::free(p);
}

void RoutingUnit::arrive(Ant* ant) {
    ant->cost_s = Scheduler::instance().clock() - ant->created_s;
    if (cycles_ != Cycles::allow) {
        double without_s = remove_cycles(ant->nodes, ant->times_s);
        if (cycles_ == Cycles::subpath) ant->cost_s = without_s;
    }
    Evaluation& colony = evaluation(ant->colony);
    bool returns = colony.take(ant->cost_s, ant->kind == explorer_ant);
    AntCounts& counts = ant->colony.counts[ant->kind];
    ++counts.arrived;
    ant->temperature_s = ant->colony.temperature_s = colony.temperature();
    ant->colony.elite_temperature_s = colony.elite_temperature();
    ant->colony.temperatures_kept = colony.temperatures_kept();
    ant->at_node = forwarding_->node();
    log(AntEvent::arrived, *ant, colony.elite_temperature());
    if (!returns) {
        ++counts.rejected;
        ant->end();
        log(AntEvent::rejected, *ant);
        delete ant;
        return;
    }
    ant->position = ant->nodes.size() - 1;
    go_back(new_packet(Ant::backward_type(), ant->colony.source, ant), *ant);
}

// To the node before the present one on the path, if this is not the source.
void RoutingUnit::go_back(Packet* p, Ant& ant) {
    if (ant.position == 0) {
        ++ant.colony.counts[ant.kind].returned;
        ant.end();
        log(AntEvent::returned, ant);
        Packet::free(p);
        return;
    }
    --ant.position;
    int to = ant.nodes[ant.position];
    int place = forwarding_->place_of(to);
    if (forwarding_->neighbours()[place].up) {
        forwarding_->put_on_link(p, place);
        return;
    }
    forwarding_->lost(p, to, link_down);
    Packet::free(p);
}

// A backward ant has come to nodes[position], by the link that it had taken there.
void RoutingUnit::update(Ant& ant) {
    int over = ant.nodes[ant.position + 1];
    PheromoneTable& table = forwarding_->table(ant.colony);
    table.update(forwarding_->place_of(over), beta_, ant.cost_s, ant.temperature_s);
    ant.at_node = forwarding_->node();
    ant.at_neighbour = over;
    log(AntEvent::updated, ant);
    pheromones_changed(*forwarding_, table);
}

Evaluation& RoutingUnit::evaluation(const Colony& colony) {
    if (evaluations_.size() <= unsigned(colony.index)) evaluations_.resize(colony.index + 1);
    auto& found = evaluations_[colony.index];
    if (!found) found.reset(new Evaluation(elite_, beta_, rho_));
    return *found;
}

int RoutingUnit::choose(const char* what, const char* name) {
    struct {
        const char* name;
        Elite meaning;
    } const elites[] = {
        {"none", Elite::none}, {"all", Elite::all}, {"explorers-exempt", Elite::explorers_exempt}};
    struct {
        const char* name;
        Cycles meaning;
    } const treatments[] = {
        {"allow", Cycles::allow}, {"remove", Cycles::remove}, {"subpath", Cycles::subpath}};
    if (std::strcmp(what, "elite") == 0)
        for (auto& one : elites)
            if (std::strcmp(name, one.name) == 0) {
                elite_ = one.meaning;
                return TCL_OK;
            }
    if (std::strcmp(what, "cycles") == 0)
        for (auto& one : treatments)
            if (std::strcmp(name, one.name) == 0) {
                cycles_ = one.meaning;
                return TCL_OK;
            }
    Tcl::instance().resultf("Agent/rtProto/CEAS: %s can't be \"%s\"", what, name);
    return TCL_ERROR;
}

// colony DESTINATION START_S: ants from here to there, from a time on.
int RoutingUnit::add_colony(const char* const* argv) {
    auto& colonies = network().colonies;
    int destination = std::atoi(argv[2]);
    double start_s = std::max(std::atof(argv[3]), Scheduler::instance().clock());
    colonies.emplace_back(new Colony(colonies.size(), forwarding_->node(), destination));
    Colony& colony = *colonies.back();
    for (ForwardingUnit* node : network().nodes) node->add_colony(colony);
    double normal_s = start_s + initial_phase_s_;
    double never = std::numeric_limits<double>::infinity();
    auto send = [&](Kind kind, double rate, double least, double begin_s, double end_s) {
        double phase = rng_->uniform_double();
        if (rate > 0)
            sources_.emplace_back(
                new AntSource(*this, colony, kind, rate, least, begin_s, end_s, phase));
    };
    send(explorer_ant, initial_ant_rate_, 0, start_s, normal_s);
    send(normal_ant, ant_rate_, least_ant_rate_, normal_s, never);
    send(explorer_ant, ant_rate_ * explorer_ratio_, least_ant_rate_ * explorer_ratio_, normal_s,
         never);
    return TCL_OK;
}

int RoutingUnit::command(int argc, const char* const* argv) {
    if (argc == 3 && std::strcmp(argv[1], "forwarding-unit") == 0) {
        forwarding_ = dynamic_cast<ForwardingUnit*>(TclObject::lookup(argv[2]));
        return forwarding_ ? TCL_OK : TCL_ERROR;
    }
    if (argc == 3 && std::strcmp(argv[1], "use-rng") == 0) {
        rng_ = dynamic_cast<RNG*>(TclObject::lookup(argv[2]));
        return rng_ ? TCL_OK : TCL_ERROR;
    }
    if (argc == 4 && std::strcmp(argv[1], "choose") == 0) return choose(argv[2], argv[3]);
    if (argc == 4 && std::strcmp(argv[1], "colony") == 0) return add_colony(argv);
    return Agent::command(argc, argv);
}

}  // namespace ceas
