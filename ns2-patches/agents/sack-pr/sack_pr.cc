// SACK with loss differentiation: a sender like Agent/TCP/Sack1 that asks, at three duplicate
// acknowledgements, whether the loss was random, and if so retransmits and keeps a share of the
// window. README.md has the rules, what they see, and what happens in all other cases.

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
        bind("response_", &response_);
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
        check_variables();
        if (judge_.loss_is_random(windowd())) {
            ++random_losses_;
            retransmit();
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

    void check_variables() const {
        if (judge_.rule != LossJudge::BACKLOG && judge_.rule != LossJudge::SPIKE) {
            fprintf(stderr, "Agent/TCP/Sack1/PR: rule_ is %d; 0 is backlog, 1 spike\n",
                    judge_.rule);
            exit(1);
        }
        if (!(response_ > 0 && response_ <= 1)) {
            fprintf(stderr, "Agent/TCP/Sack1/PR: response_ is %g; it is above 0, at most 1\n",
                    response_);
            exit(1);
        }
    }

    /* Below 1, what slowdown() does to a window that a loss halves, with another factor. */
    void reduce_window() {
        if (response_ == 1) return;
        ++ncwndcuts_;
        ++ncwndcuts1_;
        const double kept = response_ * windowd();
        ssthresh_ = int(kept);
        cwnd_ = kept;
        if (ssthresh_ < 2) ssthresh_ = 2;
        cong_action_ = TRUE;
        fcnt_ = count_ = first_decrease_ = 0;
    }

    /* Sack1's way into fast recovery, but for the window. */
    void retransmit() {
        const bool replaced = singledup_ && LimTransmitFix_ && !oldCode_;
        const int under_way = oldCode_ ? int(cwnd_) : maxseq_ - highest_ack_;
        pipe_ = under_way - (replaced ? 1 : numdupacks(cwnd_));
        recover_ = maxseq_;
        last_cwnd_action_ = CWND_ACTION_DUPACK;
        reduce_window();
        fastrecov_ = TRUE;
        reset_rtx_timer(1, 0);
        scb_->MarkRetran(highest_ack_ + 1);
        output(last_ack_ + 1, TCP_REASON_DUPACK);
    }

    LossJudge judge_;
    double response_;        // response_: the share of the window that a random loss leaves
    int random_losses_;      // random_losses_: fast retransmits without halving
    int congestion_losses_;  // congestion_losses_: and with it
};

static class SackPrClass : public TclClass {
  public:
    SackPrClass() : TclClass("Agent/TCP/Sack1/PR") {}
    TclObject* create(int, const char* const*) { return new SackPrAgent; }
} class_sack_pr;
