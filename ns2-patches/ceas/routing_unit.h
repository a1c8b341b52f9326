// What ants do at a node: Agent/rtProto/CEAS.

#ifndef added_ceas_routing_unit_h
#define added_ceas_routing_unit_h

#include <memory>
#include <vector>

#include "agent.h"
#include "rng.h"

#include "ceas/ant.h"
#include "ceas/ant_source.h"
#include "ceas/cycles.h"
#include "ceas/evaluation.h"
#include "ceas/forwarding_unit.h"

namespace ceas {

class RoutingUnit : public Agent {
  public:
    RoutingUnit();
    int command(int argc, const char* const* argv) override;
    // Packets for ants come by take(); there are no others.
    void recv(Packet* p, Handler*) override { Packet::free(p); }

    // A packet with an ant has come to this node.
    void take(Packet* p);
    // A forward ant is at its destination, which is this node, and off its packet.
    void arrive(Ant* ant);
    // Send an ant of a colony that starts here.
    void send_ant(Colony& colony, Kind kind);

    bool forgets_on_failure() const { return forget_on_failure_; }

  private:
    int choose(const char* what, const char* name);
    int add_colony(const char* const* argv);
    Packet* new_packet(packet_t type, int to, Ant* ant);
    void send_forward(Packet* p, Ant& ant);
    void go_back(Packet* p, Ant& ant);
    void update(Ant& ant);
    Evaluation& evaluation(const Colony& colony);

    // Parameters; README.md has units, defaults and sources.
    double beta_;
    double rho_;
    double ant_rate_;
    double least_ant_rate_;
    double explorer_ratio_;
    double initial_phase_s_;
    double initial_ant_rate_;
    int ant_ttl_;
    int step_back_;
    int forget_on_failure_;
    int piggyback_;
    Elite elite_ = Elite::all;
    Cycles cycles_ = Cycles::allow;

    ForwardingUnit* forwarding_ = 0;
    RNG* rng_ = 0;
    std::vector<std::unique_ptr<AntSource>> sources_;       // of the colonies that start here
    std::vector<std::unique_ptr<Evaluation>> evaluations_;  // of those that end here; by colony
};

}  // namespace ceas

#endif
