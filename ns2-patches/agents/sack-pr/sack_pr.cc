// SACK with loss differentiation: a sender like Agent/TCP/Sack1 that asks, at three duplicate
// acknowledgements, whether the loss was random, and if so retransmits without halving the window.
// README.md has the rules, what they see, and what happens in all other cases.

#include "flags.h"
#include "generated/tcp-sack1.h"
#include "loss_judge.h"
#include "tcp.h"

class SackPrAgent : public Sack1TcpAgent {
  public:
    SackPrAgent() {
        bind("rule_", &judge_.rule);
        bind("threshold_", &judge_.threshold);
        bind("spike_start_", &judge_.spike_start);
        bind("spike_end_", &judge_.spike_end);
        bind_time("resolution_", &judge_.resolution_s);
        bind("random_losses_", &random_losses_);
        bind("congestion_losses_", &congestion_losses_);
    }

    void reset() {
        judge_.forget();
        random_losses_ = congestion_losses_ = 0;
        Sack1TcpAgent::reset();
    }

    void recv(Packet* packet, Handler* handler) {
        if (hdr_tcp::access(packet)->ts() >= lastreset_) measure(packet);
        Sack1TcpAgent::recv(packet, handler);
    }

    void dupack_action() {
        if (!would_halve()) return Sack1TcpAgent::dupack_action();
        check_rule();
        if (judge_.loss_is_random(windowd())) {
            ++random_losses_;
            retransmit_at_full_window();
        } else {
            ++congestion_losses_;
            Sack1TcpAgent::dupack_action();
        }
    }

  private:
    /* The round trip time of the packet that an acknowledgement of new data answers. Duplicates
     * measure nothing: most receivers echo in them what they echoed before. So when three of
     * them tell of a loss, the last sample is that of the packet ahead of the lost one. */
    void measure(Packet* packet) {
        hdr_tcp* ack = hdr_tcp::access(packet);
        const bool of_syn = syn_ && highest_ack_ < 0;  // shorter than the others
        if (ack->seqno() > highest_ack_ && !of_syn && !hdr_flags::access(packet)->no_ts_)
            judge_.sample(Scheduler::instance().clock() - ack->ts_echo());
    }

    /* Would Sack1 halve the window now? Not twice in a flight, and not in Quick-Start. */
    bool would_halve() {
        const bool new_flight =
            highest_ack_ > recover_ || (!bug_fix_ && !ecn_) || (bugfix_ss_ && highest_ack_ == 0);
        return new_flight && !(qs_window_ && tcp_qs_recovery_);
    }

    void check_rule() const {
        if (judge_.rule == LossJudge::BACKLOG || judge_.rule == LossJudge::SPIKE) return;
        fprintf(stderr, "Agent/TCP/Sack1/PR: rule_ is %d; 0 is backlog, 1 spike\n", judge_.rule);
        exit(1);
    }

    /* Sack1's way into fast recovery, but for the window. */
    void retransmit_at_full_window() {
        const bool replaced = singledup_ && LimTransmitFix_ && !oldCode_;
        const int under_way = oldCode_ ? int(cwnd_) : maxseq_ - highest_ack_;
        pipe_ = under_way - (replaced ? 1 : numdupacks(cwnd_));
        recover_ = maxseq_;
        last_cwnd_action_ = CWND_ACTION_DUPACK;
        fastrecov_ = TRUE;
        reset_rtx_timer(1, 0);
        scb_->MarkRetran(highest_ack_ + 1);
        output(last_ack_ + 1, TCP_REASON_DUPACK);
    }

    LossJudge judge_;
    int random_losses_;      // random_losses_: fast retransmits without halving
    int congestion_losses_;  // congestion_losses_: and with it
};

static class SackPrClass : public TclClass {
  public:
    SackPrClass() : TclClass("Agent/TCP/Sack1/PR") {}
    TclObject* create(int, const char* const*) { return new SackPrAgent; }
} class_sack_pr;
