// What a node knows about one colony: the pheromones of its links, and what it did for data.

#ifndef added_ceas_pheromone_table_h
#define added_ceas_pheromone_table_h

#include <cstddef>
#include <vector>

#include "ceas/colony.h"
#include "ceas/pheromone.h"

namespace ceas {

// Loops are counted by their length in links; those of so many and more are one.
constexpr int shortest_loop = 2;
constexpr int longest_loop = 5;

// What happened to data packets at a node.
struct DataCounts {
    long forwarded = 0;
    long sent_back = 0;                 // of these, to the node they had come from: a micro-loop
    long sent_back_again = 0;           // of these, of packets that this node had sent back before
    long revisits = 0;                  // of these, of packets that had left this node before
    long loops[longest_loop + 1] = {};  // of these, by links since then; the last: or more
    long dropped[causes] = {};          // here, or on a link out of this node
};

class PheromoneTable {
  public:
    PheromoneTable(Colony& colony, std::size_t neighbours)
        : colony(colony), links_(neighbours), tau_(neighbours) {}

    // An ant came back over the link to a neighbour, with its cost and temperature (s).
    void update(std::size_t neighbour, double beta, double cost_s, double temperature_s) {
        for (Pheromone& link : links_) link.evaporate(beta);
        links_[neighbour].reinforce(cost_s, temperature_s);
        temperature_s_ = temperature_s;
        for (std::size_t i = 0; i < links_.size(); ++i) tau_[i] = links_[i].value(temperature_s);
        ++updates_;
    }

    void forget(std::size_t neighbour) {
        links_[neighbour].clear();
        tau_[neighbour] = 0;
    }

    // tau by neighbour, at the temperature of the last update.
    const std::vector<double>& tau() const { return tau_; }
    double temperature_s() const { return temperature_s_; }
    long updates() const { return updates_; }

    Colony& colony;
    DataCounts data;
    bool ant_waits_for_data = false;  // at the source, if ants ride on data

  private:
    std::vector<Pheromone> links_;
    std::vector<double> tau_;
    double temperature_s_ = 0;
    long updates_ = 0;
};

}  // namespace ceas

#endif
