// Was a lost packet dropped by a full queue, or damaged on the way? Two rules that judge by
// round trip times alone; README.md has them with their sources.

#ifndef sack_pr_loss_judge_h
#define sack_pr_loss_judge_h

class LossJudge {
  public:
    /* The numbers are those of rule_. */
    enum Rule { BACKLOG = 0, SPIKE = 1 };

    LossJudge() { forget(); }

    /* As if there had been no round trip time yet. */
    void forget() {
        known_ = in_spike_ = false;
        last_ = least_ = most_ = 0;
    }

    /* A measured round trip time, in seconds; constant work. */
    void sample(double rtt_s) {
        least_ = known_ && least_ < rtt_s ? least_ : rtt_s;
        most_ = known_ && most_ > rtt_s ? most_ : rtt_s;
        last_ = rtt_s;
        known_ = true;
        update_spike();
    }

    /* Packets of a window of that size that wait in queues: the window's share of the round
     * trip time that is above the least. */
    double backlog(double window) const {
        return known_ && last_ > 0 ? window * (last_ - least_) / last_ : 0;
    }

    /* Did the path show no congestion when the last sample was taken? */
    bool loss_is_random(double window) const {
        if (!known_) return false;
        return rule == SPIKE ? !in_spike_ : backlog(window) < threshold;
    }

    // Bound to variables of the sender.
    int rule;             // rule_
    double threshold;     // threshold_: packets
    double spike_start;   // spike_start_: share of the range of round trip times
    double spike_end;     // spike_end_: likewise
    double resolution_s;  // resolution_: a smaller range is none

  private:
    /* Starts above one level and ends below a lower one. */
    void update_spike() {
        const double range = most_ - least_;
        if (range < resolution_s)
            in_spike_ = false;
        else if (last_ > least_ + spike_start * range)
            in_spike_ = true;
        else if (last_ < least_ + spike_end * range)
            in_spike_ = false;
    }

    bool known_;
    bool in_spike_;
    double last_;
    double least_;
    double most_;
};

#endif
