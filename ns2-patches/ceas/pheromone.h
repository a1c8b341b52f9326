// The pheromone of one colony on one link, by the autoregressive recursion.

#ifndef added_ceas_pheromone_h
#define added_ceas_pheromone_h

#include <algorithm>
#include <limits>

#include "ceas/temperature.h"

namespace ceas {

// The links out of node i have
//     tau_ij = sum_k I(ij in w_k) b^(n_i(t) - n_i(k)) H(L_k, g_t)
// over the ants k that came back over i; n_i counts them, w_k is the path of ant k. H is expanded
// to second order in 1/g around 1/g_k: three sums stand for all ants.
class Pheromone {
  public:
    // One ant came back over the node, by whatever link.
    void evaporate(double beta) {
        a_ *= beta;
        b_ *= beta;
        c_ *= beta;
        // So small a sum has no effect, and arithmetic on denormal numbers is slow.
        if (a_ < nothing) clear();
    }

    // It came back over this link.
    void reinforce(double cost, double temperature) {
        double r = cost / temperature;
        double e = performance(cost, temperature);
        a_ += e * (1 + r * (1 + r / 2));
        b_ += e * cost * (1 + r);
        c_ += e * cost * cost / 2;
    }

    // tau at temperature g: the parabola in 1/g, left of its lowest point; from there on its
    // lowest value, since tau falls with 1/g and is never negative.
    double value(double temperature) const {
        double inverse = 1 / temperature;
        double tau = 2 * c_ * inverse < b_ ? a_ - b_ * inverse + c_ * inverse * inverse
                     : c_ > 0              ? a_ - b_ * b_ / (4 * c_)
                                           : a_;
        return std::max(tau, 0.0);
    }

    void clear() { a_ = b_ = c_ = 0; }

  private:
    static constexpr double nothing = 1e-250;

    double a_ = 0;
    double b_ = 0;
    double c_ = 0;
};

}  // namespace ceas

#endif
