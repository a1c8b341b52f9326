// What a sender's traced variables were in a piece of time.
//
// A text trace has them rounded; the simulator, which counts with this as well, knows them exactly
// and has to round in the same way.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "flow_key.hpp"

namespace nsbins {

// As printf rounds to so many decimals, in units of the last of these; none if that is no number
// or a huge one.
inline std::optional<std::int64_t> rounded(double value, int decimals) {
    constexpr double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};
    const double scaled = value * powers[decimals];
    if (!(std::abs(scaled) < 9e15)) return std::nullopt;
    const double near = std::nearbyint(scaled);
    // The product is rounded, too: in the middle between two, it says nothing.
    if (std::abs(std::abs(scaled - near) - 0.5) > 1e-15 * std::abs(scaled))
        return static_cast<std::int64_t>(near);
    char text[40];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return std::llround(std::strtod(text, nullptr) * powers[decimals]);
}

// The variables that bins have room for.
enum Variable { cwnd, ssthresh, rtt, variables };
inline constexpr int value_decimals = 3;  // as ns prints those that are no integers
inline constexpr int time_decimals = 5;   // and the time beside them

// `variables` if it is none of them.
inline Variable variable_named(std::string_view name) {
    if (name == "cwnd_") return cwnd;
    if (name == "ssthresh_") return ssthresh;
    return name == "rtt_" ? rtt : variables;
}

// The earliest time at which ns prints this one, which is rounded to 10 us.
inline std::int64_t earliest_us(std::int64_t printed_us) { return printed_us - 5; }

// One variable in the present bin.
class Values {
  public:
    void set(std::int64_t value) {
        least_ = known_ ? std::min(least_, value) : value;
        most_ = known_ ? std::max(most_, value) : value;
        last_ = value;
        known_ = true;
    }
    // A bin begins, with the value that there is.
    void begin() { least_ = most_ = last_; }
    // Thousandths as numbers, or whole thousandths; nothing where there was no value yet.
    void write(std::string& out, bool in_thousandths) const {
        for (auto value : {last_, least_, most_}) {
            out += ',';
            if (!known_) continue;
            if (in_thousandths)
                out += std::to_string(value);
            else
                write_decimal(out, value);
        }
    }

  private:
    static void write_decimal(std::string& out, std::int64_t thousandths) {
        if (thousandths < 0) out += '-';
        const auto size = std::abs(thousandths);
        out += std::to_string(size / 1000);
        if (size % 1000 == 0) return;
        auto digits = std::to_string(1000 + size % 1000);
        digits[0] = '.';
        while (digits.back() == '0') digits.pop_back();
        out += digits;
    }

    bool known_ = false;
    std::int64_t last_ = 0, least_ = 0, most_ = 0;
};

// All variables of a sender.
struct SenderValues {
    Sender key;
    Values values[variables];
    int flow = -1;         // in whose rows they stand
    bool changed = false;  // in this bin

    void write(std::string& out) const {
        values[cwnd].write(out, false);
        values[ssthresh].write(out, false);
        values[rtt].write(out, true);
    }
    void begin_bin() {
        for (auto& variable : values) variable.begin();
        changed = false;
    }
};

}  // namespace nsbins
