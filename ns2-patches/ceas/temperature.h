// The temperature of a colony, by the autoregressive recursion.
//
// Helvik and Wittner 2001 define it, Heegaard, Wittner, Nicola and Helvik 2004 give the recursion;
// the formulas below are those of ns2-patches/ceas/README.md. Costs and temperatures are seconds.

#ifndef added_ceas_temperature_h
#define added_ceas_temperature_h

#include <algorithm>
#include <cmath>

namespace ceas {

// H(L, g) = exp(-L/g): how well a path of cost L does at temperature g.
inline double performance(double cost, double temperature) { return std::exp(-cost / temperature); }

// After t updates, g_t is the least g for which the mean performance
//     h_t(g) = (1-b)/(1-b^t) sum_k b^(t-k) H(L_k, g)
// of the ants so far is at least rho. Each H(L_k, g) is expanded to first order in 1/g around
// 1/g_k, so that two sums (a_, b_) stand for all earlier ants.
class Temperature {
  public:
    // beta: memory, of about 1/(1-beta) updates; rho: search focus. Both in (0, 1).
    Temperature(double beta, double rho) : beta_(beta), rho_(rho) {}

    // Take the cost of one ant.
    void update(double cost) {
        cost = std::max(cost, least_cost);
        if (updates_++ == 0) value_ = -cost / std::log(rho_);
        weights_ = 1 + beta_ * weights_;
        double e = performance(cost, value_);
        double above = b_ + cost * e;
        double below = (1 + cost / value_) * e + a_ - rho_ * weights_;
        // The expansion may have no solution, far from where it was made: the temperature
        // stays, and the trace of colonies tells how often.
        if (above > 0 && below > 0)
            value_ = above / below;
        else
            ++kept_;
        e = performance(cost, value_);
        a_ = beta_ * (a_ + (1 + cost / value_) * e);
        b_ = beta_ * (b_ + cost * e);
    }

    // Zero before the first update.
    double value() const { return value_; }
    long updates() const { return updates_; }
    // Updates that left it as it was.
    long kept() const { return kept_; }

    // The cost whose performance is just rho.
    double cost_limit() const { return -value_ * std::log(rho_); }

  private:
    // A path without any delay has a performance, too.
    static constexpr double least_cost = 1e-12;

    double beta_;
    double rho_;
    double value_ = 0;
    double weights_ = 0;  // (1-b^t)/(1-b)
    double a_ = 0;
    double b_ = 0;
    long updates_ = 0;
    long kept_ = 0;
};

}  // namespace ceas

#endif
