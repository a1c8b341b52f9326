// When a colony's ants of one kind are sent: from a random beginning, at regular intervals or at a
// rate that tunes itself.

#ifndef added_ceas_ant_source_h
#define added_ceas_ant_source_h

#include "timer-handler.h"

#include "ceas/colony.h"

namespace ceas {

class RoutingUnit;

class AntSource : public TimerHandler {
  public:
    // `rate` ants a second, from `begin_s` to before `end_s`. The first is sent
    // after the fraction `phase` of an interval. With a `least` rate, between the two.
    AntSource(RoutingUnit& unit, Colony& colony, Kind kind, double rate, double least,
              double begin_s, double end_s, double phase);

  protected:
    void expire(Event*) override;

  private:
    void wait();

    RoutingUnit& unit_;
    Colony& colony_;
    Kind kind_;
    double rate_, least_, begin_s_, end_s_, phase_;
    long sent_ = 0;
};

}  // namespace ceas

#endif
