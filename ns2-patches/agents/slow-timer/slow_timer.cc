// Senders whose retransmission timer counts the ticks of a clock. README.md says why.

#include <math.h>

#include "generated/tcp-sack1.h"
#include "tcp.h"

template <class Sender>
class SlowTimerAgent : public Sender {
  public:
    SlowTimerAgent() { this->bind_time("first_tick_", &first_tick_s_); }

    /* The tick under way counts as a whole one: a timer of N ticks waits N - 1 to N of them. */
    double rtt_timeout() {
        const double tick_s = this->tcp_tick_;
        const double since_s = Scheduler::instance().clock() - first_tick_s_;
        return Sender::rtt_timeout() - (since_s - tick_s * floor(since_s / tick_s));
    }

  private:
    double first_tick_s_;
};

static class SlowTimerRenoClass : public TclClass {
  public:
    SlowTimerRenoClass() : TclClass("Agent/TCP/Reno/SlowTimer") {}
    TclObject* create(int, const char* const*) { return new SlowTimerAgent<RenoTcpAgent>(); }
} class_slow_timer_reno;

static class SlowTimerNewrenoClass : public TclClass {
  public:
    SlowTimerNewrenoClass() : TclClass("Agent/TCP/Newreno/SlowTimer") {}
    TclObject* create(int, const char* const*) { return new SlowTimerAgent<NewRenoTcpAgent>(); }
} class_slow_timer_newreno;

static class SlowTimerSackClass : public TclClass {
  public:
    SlowTimerSackClass() : TclClass("Agent/TCP/Sack1/SlowTimer") {}
    TclObject* create(int, const char* const*) { return new SlowTimerAgent<Sack1TcpAgent>(); }
} class_slow_timer_sack;
