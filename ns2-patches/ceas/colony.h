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

// A rate of ants that tunes itself (thesis, 3.2 and 6.2): high while few of them return. The source
// sees what comes back; it forgets with the memory that temperatures have.
class Refresh {
  public:
    // An ant is about to be sent, and so many have returned since the start.
    void sent(long returned, double beta) {
        returning_ = beta * returning_ + (1 - beta) * (returned - returned_);
        returned_ = returned;
    }

    // The rate between the least and the most; the most while none returns.
    double rate(double least, double most) const {
        double returning = returning_ < 1 ? returning_ : 1;
        return least + (most - least) * (1 - returning);
    }

  private:
    double returning_ = 0;  // of the last ants, those that returned
    long returned_ = 0;
};

class Colony {
  public:
    Colony(int index, int source, int destination)
        : index(index), source(source), destination(destination) {}

    const int index;   // place in network().colonies
    const int source;  // addresses
    const int destination;
    AntCounts counts[kinds];
    Refresh refresh;
    // After the last arrival; only for traces.
    double temperature_s = 0;
    double elite_temperature_s = 0;
    long temperatures_kept = 0;  // see Evaluation
};

}  // namespace ceas

#endif
