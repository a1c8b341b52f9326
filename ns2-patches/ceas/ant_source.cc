#include "ceas/ant_source.h"

#include <algorithm>

#include "ceas/routing_unit.h"

namespace ceas {

AntSource::AntSource(RoutingUnit& unit, Colony& colony, Kind kind, double rate, double least,
                     double begin_s, double end_s, double phase)
    : unit_(unit),
      colony_(colony),
      kind_(kind),
      rate_(rate),
      least_(least),
      begin_s_(begin_s),
      end_s_(end_s),
      phase_(phase) {
    wait();
}

// A steady rate is counted from the beginning, not from the previous ant: rounding errors don't
// add up.
void AntSource::wait() {
    double now_s = Scheduler::instance().clock();
    double next_s = begin_s_ + (sent_ + phase_) / rate_;
    if (least_ > 0 && sent_ > 0) next_s = now_s + 1 / colony_.refresh.rate(least_, rate_);
    if (next_s < end_s_) resched(std::max(0.0, next_s - now_s));
}

void AntSource::expire(Event*) {
    ++sent_;
    unit_.send_ant(colony_, kind_);
    wait();
}

}  // namespace ceas
