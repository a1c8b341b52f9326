#include "ceas/ant.h"

#include "ceas/trace.h"

namespace ceas {

namespace {

// None of ns' types of application data. Others may say so, too: an ant is known by its class.
const AppDataType ant_data = ADU_LAST;

packet_t new_type(const char* name) { return p_info::addPacket(const_cast<char*>(name)); }

}  // namespace

// Types exist from the first ant on: ns without ants has the types that it has.
packet_t Ant::forward_type() {
    static const packet_t type = new_type("antForward");
    return type;
}

packet_t Ant::backward_type() {
    static const packet_t type = new_type("antBackward");
    return type;
}

Ant* Ant::of(const Packet* p) { return dynamic_cast<Ant*>(p->userdata()); }

Ant* Ant::take_from(Packet* p) {
    Ant* ant = of(p);
    if (ant != 0) p->initdata();
    return ant;
}

namespace {
long ants = 0;
}

Ant::Ant(Colony& colony, Kind kind, double created_s)
    : AppData(ant_data), colony(colony), id(++ants), kind(kind), created_s(created_s) {
    visit(colony.source, created_s);
    at_node = colony.source;
    ++colony.counts[kind].sent;
    log(AntEvent::sent, *this);
}

Ant::~Ant() {
    if (ended_) return;
    ++colony.counts[kind].lost[cause];
    log(AntEvent::lost, *this);
}

// Of a packet that is copied, only one carries the ant: the other carries nothing.
AppData* Ant::copy() { return 0; }

}  // namespace ceas
