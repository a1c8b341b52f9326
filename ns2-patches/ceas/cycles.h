// How cycles in the path that an ant has found are treated (thesis, section 3.4).

#ifndef added_ceas_cycles_h
#define added_ceas_cycles_h

#include <vector>

namespace ceas {

enum class Cycles {
    allow,   // the ant returns along all of its path; the cost is its whole delay
    remove,  // it returns along the path without cycles; the cost is its whole delay
    subpath  // the same, and the cost is the delay of the links that are left
};

// Cut every cycle out of `nodes`, with the times at which the ant came there (s). Returns the
// delay of the links that are left (s).
double remove_cycles(std::vector<int>& nodes, std::vector<double>& times_s);

}  // namespace ceas

#endif
