// An ant: what a packet of ants, or a data packet that one rides on, carries with it.

#ifndef added_ceas_ant_h
#define added_ceas_ant_h

#include <vector>

#include "config.h"
#include "packet.h"

#include "ceas/colony.h"

namespace ceas {

class Ant : public AppData {
  public:
    Ant(Colony& colony, Kind kind, double created_s);
    // An ant whose packet goes before its end is lost.
    ~Ant() override;

    // The ant that a packet carries; null if none.
    static Ant* of(const Packet* p);
    // Take the ant off a packet; null if there is none.
    static Ant* take_from(Packet* p);
    // The types of packets for ants; data that an ant rides on keeps its own.
    static bool is_packet(const Packet* p) {
        packet_t type = hdr_cmn::access(p)->ptype();
        return type == forward_type() || type == backward_type();
    }
    static packet_t forward_type();
    static packet_t backward_type();

    int size() const override { return 0; }
    AppData* copy() override;

    // It came to a node, forward.
    void visit(int node, double now_s) {
        nodes.push_back(node);
        times_s.push_back(now_s);
    }
    // Nothing more happens to it.
    void end() { ended_ = true; }
    bool backward() const { return position >= 0; }

    Colony& colony;
    const long id;
    const Kind kind;
    const double created_s;
    std::vector<int> nodes;       // those visited, or the path back; with the source
    std::vector<double> times_s;  // when it came there
    double cost_s = 0;            // what it carries back
    double temperature_s = 0;
    int position = -1;  // in `nodes`, on the way back
    // Where it may get lost, and by what.
    int at_node = -1;
    int at_neighbour = -1;
    Cause cause = other_cause;

  private:
    bool ended_ = false;
};

}  // namespace ceas

#endif
