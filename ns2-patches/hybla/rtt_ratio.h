// How long a connection's round trip is beside the reference one: rho = RTT / RTT0.
//
// C. Caini and R. Firrincieli, TCP Hybla: a TCP enhancement for heterogeneous networks,
// International Journal of Satellite Communications and Networking 22 (5), 2004, section 3.

#ifndef hybla_rtt_ratio_h
#define hybla_rtt_ratio_h

class RttRatio {
  public:
    /* Which round trip time rho is made of; the numbers are those of p_algo_. */
    enum Algorithm { CURRENT = 0, SMOOTHED = 1, MINIMUM = 2 };

    RttRatio() : known_(false), last_(0), smoothed_(0), least_(0) {}

    /* A measured round trip time, in seconds. */
    void sample(double rtt_s) {
        smoothed_ = known_ ? smoothed_ + WEIGHT * (rtt_s - smoothed_) : rtt_s;
        least_ = known_ && least_ < rtt_s ? least_ : rtt_s;
        last_ = rtt_s;
        known_ = true;
    }

    /* Is there a round trip time yet? */
    bool known() const { return known_; }

    /* The round trip time by an algorithm, in seconds; 0 while there is none. */
    double rtt_s(int algorithm) const {
        switch (algorithm) {
            case SMOOTHED: return smoothed_;
            case MINIMUM: return least_;
            default: return last_;
        }
    }

    /* rho over a reference, and not below a floor; the floor while nothing is known. */
    double over(double reference_s, int algorithm, double floor) const {
        const double rho = known_ && reference_s > 0 ? rtt_s(algorithm) / reference_s : floor;
        return rho > floor ? rho : floor;
    }

    /* The averages of round trip times as TCP's own (RFC 6298, alpha). */
    static constexpr double WEIGHT = 0.125;

  private:
    bool known_;
    double last_;
    double smoothed_;
    double least_;
};

#endif
