// TCP-PR: a sender that takes a packet for lost when its acknowledgement stays out too long,
// and for no other reason, so that packets may arrive in any order. README.md has the rules
// with their source.

#include <algorithm>
#include <math.h>

#include "flags.h"
#include "flight.h"
#include "tcp.h"

class TcpPrAgent : public TcpAgent {
  public:
    TcpPrAgent() {
        bind("alpha_", &alpha_);
        bind("beta_", &beta_);
        bind_time("extreme_wait_", &extreme_wait_s_);
        bind("mxrtt_", &mxrtt_s_);
        bind("losses_", &losses_);
        bind("halvings_", &halvings_);
        bind("extreme_losses_", &extreme_losses_);
    }

    void reset() {
        flight_.clear();
        burst_end_ = burst_losses_ = 0;
        burst_window_ = 0;
        longest_s_ = least_wait_s_ = 0;
        waiting_for_ = 0;
        losses_ = halvings_ = extreme_losses_ = 0;
        TcpAgent::reset();
        set_wait();
    }

    void recv(Packet* packet, Handler*);
    void timeout(int timer);

  protected:
    void send_much(int force, int reason, int maxburst);

    /* The timer waits for the oldest packet under way. */
    void set_rtx_timer() {
        if (flight_.under_way() == 0) return cancel_rtx_timer();
        const double due_s = flight_.oldest().at_s + mxrtt_s_;
        rtx_timer_.resched(std::max(0.0, due_s - now_s()));
    }

    /* Does nothing: recv() sets the timer, once it has handled the whole acknowledgement. */
    void newtimer(Packet*) {}

  private:
    static double now_s() { return Scheduler::instance().clock(); }

    int take_in(hdr_tcp* ack);
    void measure(const Transmission& packet);
    void take_for_lost();
    void halve(double window);
    void wait_longer();
    void set_wait();
    int next_to_send();
    bool window_grows(Packet* packet);

    Flight flight_;
    double alpha_;           // alpha_: how much of ewrtt is left after a window without it
    double beta_;            // beta_: mxrtt as a multiple of ewrtt
    double extreme_wait_s_;  // extreme_wait_: least mxrtt after extreme losses
    double mxrtt_s_;         // mxrtt_: a packet is lost if it is not acknowledged after that
    int losses_;             // losses_: packets taken for lost
    int halvings_;           // halvings_: bursts of losses
    int extreme_losses_;     // extreme_losses_: how often the window became one

    double longest_s_;     // ewrtt: the longest round trip time, slowly forgotten; 0: none yet
    int burst_end_;        // transmissions until here are memorized: their loss is ignored
    int burst_losses_;     // packets of the present burst that were lost
    double burst_window_;  // window when the first of them was sent
    double least_wait_s_;  // mxrtt is not less, after extreme losses; 0: without these
    int waiting_for_;      // ends when a transmission after this one is acknowledged
};

/* Losses are found up to this much early: a timer's time is rounded when it is set. */
static const double ROUNDING_S = 1e-9;

void TcpPrAgent::recv(Packet* packet, Handler*) {
    hdr_tcp* ack = hdr_tcp::access(packet);
    if (ack->ts() < lastreset_) {  // of an earlier connection
        Packet::free(packet);
        return;
    }
    ++nackpack_;
    ts_peer_ = ack->ts();
    if (ecn_ && hdr_flags::access(packet)->ecnecho()) ecn(ack->seqno());
    const int arrived = take_in(ack);
    const bool advances = ack->seqno() > last_ack_;
    if (advances) newack(packet);
    if (window_grows(packet)) {
        for (int i = 0; i < arrived; ++i) opencwnd();
    }
    if (advances && last_ack_ == 0 && delay_growth_) cwnd_ = initial_window();
    if (highest_ack_ >= curseq_ - 1 && !closed_) {
        closed_ = 1;
        finish();
    }
    Packet::free(packet);
    send_much(0, 0, maxburst_);
    set_rtx_timer();
}

/* How many packets an acknowledgement says to have arrived that were not known to have. */
int TcpPrAgent::take_in(hdr_tcp* ack) {
    int arrived = 0;
    Transmission newest;
    flight_.arrived(0, ack->seqno() + 1, arrived, newest);
    for (int i = 0; i < ack->sa_length(); ++i)
        flight_.arrived(ack->sa_left(i), ack->sa_right(i), arrived, newest);
    if (arrived > 0) measure(newest);
    return arrived;
}

/* A round trip time. Of several packets that one acknowledgement answers, the last one sent
 * is measured: acknowledgements of the others were lost. */
void TcpPrAgent::measure(const Transmission& packet) {
    const double left = pow(alpha_, 1 / std::max(1.0, floor(cwnd_)));
    longest_s_ = std::max(left * longest_s_, now_s() - packet.at_s);
    if (packet.serial > waiting_for_) least_wait_s_ = 0;
    set_wait();
}

void TcpPrAgent::set_wait() {
    const double wait_s = longest_s_ > 0 ? beta_ * longest_s_ : rtxcur_init_;
    mxrtt_s_ = std::max(wait_s, least_wait_s_);
}

/* Does the window grow on this acknowledgement? As in ns' other senders, not if it reports that
 * a packet was marked (ECN), nor if it is the first to report that the receiver does ECN. */
bool TcpPrAgent::window_grows(Packet* packet) {
    const bool echo = hdr_flags::access(packet)->ecnecho();
    const bool grows = !ect_ || !echo;
    if (echo && !hdr_flags::access(packet)->cong_action()) ect_ = 1;
    return grows;
}

void TcpPrAgent::timeout(int timer) {
    if (timer != TCP_TIMER_RTX) return timeout_nonrtx(timer);
    while (flight_.under_way() > 0 && flight_.oldest().at_s + mxrtt_s_ <= now_s() + ROUNDING_S)
        take_for_lost();
    send_much(0, TCP_REASON_TIMEOUT, maxburst_);
    set_rtx_timer();
}

/* The window is halved for the first packet of a burst. All that was under way then is
 * memorized, and its loss changes nothing, unless too much of it is lost. */
void TcpPrAgent::take_for_lost() {
    const Transmission packet = flight_.lose_oldest();
    ++losses_;
    if (packet.serial > burst_end_) {
        burst_end_ = flight_.transmissions();
        burst_losses_ = 0;
        burst_window_ = packet.window;
        halve(packet.window);
    }
    const int extreme = burst_window_ < 2 ? 1 : int(burst_window_ / 2) + 2;
    if (++burst_losses_ == extreme) wait_longer();
}

void TcpPrAgent::halve(double window) {
    ++ncwndcuts_;
    ++ncwndcuts1_;
    ++halvings_;
    last_cwnd_action_ = CWND_ACTION_DUPACK;
    cong_action_ = TRUE;
    cwnd_ = std::max(1.0, std::min(double(cwnd_), window / 2));
    ssthresh_ = std::max(2, int(cwnd_));
}

/* Extreme losses, as the retransmission timer of others: one packet a time, which is given
 * at least a second, and twice as long whenever it is lost, too. */
void TcpPrAgent::wait_longer() {
    ++nrexmit_;
    ++extreme_losses_;
    last_cwnd_action_ = CWND_ACTION_TIMEOUT;
    cwnd_ = 1;
    least_wait_s_ = least_wait_s_ > 0 ? std::min(2 * least_wait_s_, maxrto_)
                                      : std::max(extreme_wait_s_, mxrtt_s_);
    waiting_for_ = flight_.transmissions();
    set_wait();
}

/* The lowest packet taken for lost, else a new one that the receiver has room for, else -1. */
int TcpPrAgent::next_to_send() {
    if (flight_.has_lost() && flight_.first_lost() < curseq_) return flight_.first_lost();
    return t_seqno_ < curseq_ && t_seqno_ <= highest_ack_ + wnd_ ? int(t_seqno_) : -1;
}

void TcpPrAgent::send_much(int force, int reason, int maxburst) {
    if (!force && delsnd_timer_.status() == TIMER_PENDING) return;
    int burst = 0;
    for (int seqno; flight_.under_way() < window() && (seqno = next_to_send()) >= 0;) {
        if (overhead_ != 0 && !force) {
            delsnd_timer_.resched(Random::uniform(overhead_));
            return;
        }
        flight_.sent(seqno, now_s(), windowd());
        if (seqno == t_seqno_) ++t_seqno_;
        output(seqno, seqno > maxseq_ ? reason : TCP_REASON_TIMEOUT);
        if (maxburst && ++burst == maxburst) return;
    }
}

static class TcpPrClass : public TclClass {
  public:
    TcpPrClass() : TclClass("Agent/TCP/PR") {}
    TclObject* create(int, const char* const*) { return new TcpPrAgent; }
} class_tcp_pr;
