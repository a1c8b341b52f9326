// All nodes and colonies of the simulation, in the order in which they were made.

#ifndef added_ceas_network_h
#define added_ceas_network_h

#include <memory>
#include <vector>

#include "ceas/colony.h"

namespace ceas {

class ForwardingUnit;

struct Network {
    std::vector<ForwardingUnit*> nodes;
    std::vector<std::unique_ptr<Colony>> colonies;
};

Network& network();

}  // namespace ceas

#endif
