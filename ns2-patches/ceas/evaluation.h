// How a colony's destination evaluates the ants that arrive: temperatures and elite selection.

#ifndef added_ceas_evaluation_h
#define added_ceas_evaluation_h

#include "ceas/temperature.h"

namespace ceas {

// Which ants return (Heegaard, Wittner, Nicola and Helvik 2004; thesis, section 3.4).
enum class Elite {
    none,             // all return
    all,              // those whose cost is good enough
    explorers_exempt  // normal ants likewise; explorers always return
};

class Evaluation {
  public:
    Evaluation(Elite elite, double beta, double rho)
        : elite_(elite), arrived_(beta, rho), returning_(beta, rho) {}

    // Take an ant that arrived with this cost (s); whether it returns.
    bool take(double cost, bool explorer) {
        arrived_.update(cost);
        bool exempt = elite_ == Elite::none || (elite_ == Elite::explorers_exempt && explorer);
        // An ant returns if L <= -g* ln rho, up to rounding: of equal costs all return.
        if (!exempt && cost > arrived_.cost_limit() * (1 + rounding)) return false;
        returning_.update(cost);
        return true;
    }

    // g, which returning ants carry and pheromones use: of the ants that return.
    double temperature() const { return returning_.value(); }
    // g*, which decides who returns: of all ants that arrive.
    double elite_temperature() const { return arrived_.value(); }
    // How often one of them was left as it was, since its expansion had no solution.
    long temperatures_kept() const { return arrived_.kept() + returning_.kept(); }

  private:
    static constexpr double rounding = 1e-9;

    Elite elite_;
    Temperature arrived_;
    Temperature returning_;
};

}  // namespace ceas

#endif
