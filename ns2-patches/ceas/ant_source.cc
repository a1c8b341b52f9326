#include "ceas/ant_source.h"

#include <algorithm>

#include "ceas/routing_unit.h"

namespace ceas {

AntSource::AntSource(RoutingUnit& unit, Colony& colony, Kind kind, double rate, double begin_s,
                     double end_s, double phase)
    : unit_(unit),
      colony_(colony),
      kind_(kind),
      rate_(rate),
      begin_s_(begin_s),
      end_s_(end_s),
      phase_(phase) {
    wait();
}

// Counted from the beginning, not from the previous ant: rounding errors don't add up.
void AntSource::wait() {
    double next_s = begin_s_ + (sent_ + phase_) / rate_;
    if (next_s < end_s_) resched(std::max(0.0, next_s - Scheduler::instance().clock()));
}

void AntSource::expire(Event*) {
    ++sent_;
    unit_.send_ant(colony_, kind_);
    wait();
}

}  // namespace ceas
