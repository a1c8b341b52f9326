#include "ceas/colony.h"

namespace ceas {

const char* name_of(Kind kind) { return kind == normal_ant ? "normal" : "explorer"; }

const char* name_of(Cause cause) {
    static const char* const names[causes] = {"ttl", "no_neighbour", "queue", "link_down", "other"};
    return names[cause];
}

long AntCounts::alive() const {
    long left = sent - rejected - returned;
    for (long number : lost) left -= number;
    return left;
}

}  // namespace ceas
