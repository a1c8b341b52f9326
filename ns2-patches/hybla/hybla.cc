// TCP Hybla: a sender whose window grows as if its round trip were as short as a reference
// connection's. README.md has the rules with their sources.
//
// Hybla changes how the window grows, not how losses are detected and repaired. So it is a layer
// over a sender of ns: Agent/TCP/Hybla over NewReno, which needs nothing of the receiver, and
// Agent/TCP/Hybla/Sack over Sack1.

#include <math.h>

#include "generated/tcp-sack1.h"
#include "hybla/rtt_ratio.h"
#include "tcp.h"

/* Calls back when the next packet may go out. */
class PaceTimer : public TimerHandler {
  public:
    explicit PaceTimer(void (*due)(void*), void* sender) : due_(due), sender_(sender) {}

  protected:
    void expire(Event*) { due_(sender_); }

  private:
    void (*due_)(void*);
    void* sender_;
};

template <class Sender>
class HyblaAgent : public Sender {
  public:
    HyblaAgent() : scaled_(false), pace_timer_(due, this) {
        this->bind("p_algo_", &algorithm_);
        this->bind_time("r_rtt_", &reference_s_);
        this->bind("p_", &fixed_rho_);
        this->bind("rho_floor_", &floor_);
        this->bind_bool("scale_initial_", &scale_initial_);
        this->bind_bool("pacing_", &pacing_);
        this->bind("rho_", &rho_);
    }

    void reset() {
        ratio_ = RttRatio();
        scaled_ = false;
        Sender::reset();
    }

  protected:
    void rtt_update(double rtt_s) {
        Sender::rtt_update(rtt_s);
        ratio_.sample(rtt_s);
        rho_ = rho();
        if (!this->delay_growth_) scale_initial();
    }

    /* For each acknowledgement of new data: 2^rho - 1 in slow start, rho^2 / W after it. */
    void opencwnd() {
        const double rho = this->rho();
        if (this->cwnd_ < this->ssthresh_)
            this->cwnd_ += pow(2, rho) - 1;
        else
            this->cwnd_ += this->increase_num_ * rho * rho / this->cwnd_;
        if (this->maxcwnd_ && this->cwnd_ > this->maxcwnd_) this->cwnd_ = this->maxcwnd_;
    }

    void send_much(int force, int reason, int maxburst) {
        scale_initial();
        if (!pacing_ || force || !ratio_.known()) return Sender::send_much(force, reason, maxburst);
        if (pace_timer_.status() != TIMER_PENDING) send_paced(reason);
    }

    void cancel_timers() {
        pace_timer_.force_cancel();
        Sender::cancel_timers();
    }

  private:
    double rho() const {
        return fixed_rho_ > 0 ? fixed_rho_ : ratio_.over(reference_s_, algorithm_, floor_);
    }

    /* Once, as soon as rho is known and before a loss: initial window and threshold times rho.
     * ns sets the window itself when the SYN has come through, if growth is delayed. */
    void scale_initial() {
        const bool rho_known = fixed_rho_ > 0 || ratio_.known();
        const bool too_early = this->syn_ && this->delay_growth_ && this->highest_ack_ < 0;
        if (scaled_ || !rho_known || too_early) return;
        scaled_ = true;
        if (!scale_initial_ || this->last_cwnd_action_ != 0) return;
        this->cwnd_ *= rho();
        this->ssthresh_ = int(this->ssthresh_ * rho());
    }

    /* One packet, and the next one a window's share of the round trip later. */
    void send_paced(int reason) {
        const int before = this->ndatapack_;
        Sender::send_much(0, reason, 1);
        const double window = this->windowd();
        if (this->ndatapack_ != before && window > 0)
            pace_timer_.resched(ratio_.rtt_s(RttRatio::SMOOTHED) / window);
    }

    static void due(void* sender) {
        HyblaAgent* self = static_cast<HyblaAgent*>(sender);
        self->send_paced(0);
    }

    int algorithm_;       // p_algo_: see RttRatio::Algorithm
    double reference_s_;  // r_rtt_: RTT0
    double fixed_rho_;    // p_: rho itself; 0: from round trip times
    double floor_;        // rho_floor_: rho is never below it
    int scale_initial_;   // are initial window and threshold scaled?
    int pacing_;          // is a window spread over the round trip?
    double rho_;          // as of the last round trip time, for scripts to read

    RttRatio ratio_;
    bool scaled_;
    PaceTimer pace_timer_;
};

static class HyblaClass : public TclClass {
  public:
    HyblaClass() : TclClass("Agent/TCP/Hybla") {}
    TclObject* create(int, const char* const*) { return new HyblaAgent<NewRenoTcpAgent>(); }
} class_hybla;

static class HyblaSackClass : public TclClass {
  public:
    HyblaSackClass() : TclClass("Agent/TCP/Hybla/Sack") {}
    TclObject* create(int, const char* const*) { return new HyblaAgent<Sack1TcpAgent>(); }
} class_hybla_sack;
