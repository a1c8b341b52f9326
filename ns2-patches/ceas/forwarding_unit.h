// Forwards packets at a node: Classifier/CEAS.
//
// Data packets draw their next node by roulette wheel over the pheromones (thesis, 3.2.1, 3.2.3 and
// B.1). Packets for ants go to the node's routing unit.

#ifndef added_ceas_forwarding_unit_h
#define added_ceas_forwarding_unit_h

#include <memory>
#include <vector>

#include "classifier.h"
#include "rng.h"

#include "ceas/pheromone_table.h"

namespace ceas {

class RoutingUnit;

struct Neighbour {
    int node;        // its address
    NsObject* link;  // the link's entrance
    bool up;
};

class ForwardingUnit : public Classifier {
  public:
    ForwardingUnit();
    ~ForwardingUnit() override;
    int command(int argc, const char* const* argv) override;
    void recv(Packet* p, Handler* h) override;

    int node() const { return node_; }
    const std::vector<Neighbour>& neighbours() const { return neighbours_; }
    // Its place among the neighbours; -1 if that is none.
    int place_of(int neighbour) const;

    void add_colony(Colony& colony);
    PheromoneTable* table(int source, int destination) const;
    PheromoneTable& table(const Colony& colony) const;
    const std::vector<std::unique_ptr<PheromoneTable>>& tables() const { return tables_; }
    // What happened to data packets without a colony.
    DataCounts& other_data() { return other_data_; }

    // Draw a neighbour: over links that are up, other than `excluded`, in proportion to
    // `weights`, or all alike if these are null or all zero. -1 if there is none.
    int draw(const std::vector<double>* weights, int excluded, RNG& rng) const;
    // The same of the places for which `listed` is true.
    template <class Listed>
    int draw_listed(const std::vector<double>* weights, Listed listed, RNG& rng) const;
    // How probable each neighbour is for a packet that excludes none.
    void probabilities(const PheromoneTable& table, std::vector<double>& by_place) const;

    void put_on_link(Packet* p, int place);
    // A packet is lost here, or on the link to a neighbour (an address, or -1); count it.
    void lost(Packet* p, int neighbour, Cause cause);

  private:
    void deliver(Packet* p, Handler* h);
    void forward(Packet* p);
    int next_place(Packet* p, PheromoneTable* table, int previous, int destination) const;
    bool is_listed(const PheromoneTable& table, int place) const;
    int previous_place(Packet* p) const;
    void ride(Packet* p, PheromoneTable* table, bool starts);
    int add_neighbour(const char* node, const char* link);
    int set_link(const char* node, bool up);
    int report_probability(const char* const* argv);
    DataCounts& counts(PheromoneTable* table) { return table ? table->data : other_data_; }

    int node_ = -1;
    int previous_hop_memory_;  // B.1: isSetPrevHop
    int route_record_;
    int marked_only_;
    double processing_delay_s_;
    packet_t forward_type_, backward_type_;
    RoutingUnit* routing_ = 0;
    RNG* rng_ = 0;
    std::vector<Neighbour> neighbours_;                         // by increasing address
    std::vector<int> places_;                                   // by address; -1 for no neighbour
    std::vector<std::unique_ptr<PheromoneTable>> tables_;       // by colony
    std::vector<std::vector<PheromoneTable*>> by_destination_;  // by address
    DataCounts other_data_;
};

}  // namespace ceas

#endif
