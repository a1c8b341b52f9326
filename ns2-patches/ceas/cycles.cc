#include "ceas/cycles.h"

#include <algorithm>

namespace ceas {

double remove_cycles(std::vector<int>& nodes, std::vector<double>& times_s) {
    std::vector<int> kept;
    std::vector<double> kept_s, delays_s;  // delays_s[k]: of the link that led to kept[k]
    for (std::size_t at = 0; at < nodes.size(); ++at) {
        std::size_t before = std::find(kept.begin(), kept.end(), nodes[at]) - kept.begin();
        if (before < kept.size()) {
            kept.resize(before + 1);
            kept_s.resize(before + 1);
            delays_s.resize(before + 1);
            continue;
        }
        kept.push_back(nodes[at]);
        kept_s.push_back(times_s[at]);
        delays_s.push_back(at == 0 ? 0 : times_s[at] - times_s[at - 1]);
    }
    nodes.swap(kept);
    times_s.swap(kept_s);
    double delay_s = 0;
    for (double link_s : delays_s) delay_s += link_s;
    return delay_s;
}

}  // namespace ceas
