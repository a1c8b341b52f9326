// A colony: the ants of one source for one destination, and what became of them.

#ifndef added_ceas_colony_h
#define added_ceas_colony_h

namespace ceas {

enum Kind { normal_ant, explorer_ant, kinds };

// Why a packet got lost.
enum Cause {
    ttl_exceeded,
    no_neighbour,  // none that could be chosen
    queue_full,    // or the queue's own early drop
    link_down,
    other_cause,  // such as an error model
    causes
};

const char* name_of(Kind kind);
const char* name_of(Cause cause);

// sent = arrived + lost + on the way; arrived = rejected + returned + lost + on the way back.
struct AntCounts {
    long sent = 0;
    long arrived = 0;
    long rejected = 0;  // arrived, but not of the elite: ended there
    long returned = 0;
    long lost[causes] = {};  // forward or on the way back

    long alive() const;
};

class Colony {
  public:
    Colony(int index, int source, int destination)
        : index(index), source(source), destination(destination) {}

    const int index;   // place in network().colonies
    const int source;  // addresses
    const int destination;
    AntCounts counts[kinds];
    // After the last arrival; only for traces.
    double temperature_s = 0;
    double elite_temperature_s = 0;
    long temperatures_kept = 0;  // see Evaluation
};

}  // namespace ceas

#endif
