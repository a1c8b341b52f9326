// A set of numbers that mostly come in order, as a sender's sequence numbers do.

#pragma once

#include <cstdint>
#include <map>

namespace nsbins {

// Numbers at equal distances are one run: 0 1 2 3, or a byte stream's 0 536 1072. Memory follows
// the number of runs, that is, of gaps; not of numbers.
class NumberSet {
  public:
    // Add a number; false if it was there.
    bool insert(std::int64_t number) {
        if (grows_ && number > grows_->end && distance(grows_->end, number) == grows_->step) {
            grows_->end = number;
            return true;
        }
        bool is_new = insert_anywhere(number);
        // The last run may grow without a look at the others.
        grows_ = &runs_.rbegin()->second;
        if (grows_->step == 0) grows_ = nullptr;
        return is_new;
    }
    std::size_t runs() const { return runs_.size(); }

    NumberSet() = default;
    NumberSet(const NumberSet&) = delete;
    NumberSet& operator=(const NumberSet&) = delete;

  private:
    // Of a single number, the step is 0 and says nothing.
    struct Run {
        std::int64_t end;
        std::uint64_t step;
    };
    using Runs = std::map<std::int64_t, Run>;

    // Of two numbers, the lower one first: they may be further apart than a signed number can say.
    static std::uint64_t distance(std::int64_t lower, std::int64_t upper) {
        return static_cast<std::uint64_t>(upper) - static_cast<std::uint64_t>(lower);
    }
    static std::int64_t advanced(std::int64_t number, std::uint64_t by) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(number) + by);
    }

    static Runs::iterator next(Runs::iterator run) { return ++run; }

    bool insert_anywhere(std::int64_t number) {
        auto after = runs_.upper_bound(number);
        if (after != runs_.begin()) {
            auto before = after;
            --before;
            const auto [start, run] = *before;
            if (number == start || number == run.end ||
                (number < run.end && distance(start, number) % run.step == 0))
                return false;
            if (number < run.end) after = split(before, number);
        }
        auto added = runs_.emplace_hint(after, number, Run{number, 0});
        if (added != runs_.begin()) {
            auto before = added;
            added = join(--before, added);
        }
        if (next(added) != runs_.end()) join(added, next(added));
        return true;
    }

    // Part a run before and after a number that lies inside and is none of it; the latter.
    Runs::iterator split(Runs::iterator run, std::int64_t number) {
        auto [start, whole] = *run;
        auto lower = advanced(start, distance(start, number) / whole.step * whole.step);
        auto upper = advanced(lower, whole.step);
        run->second = {lower, lower == start ? 0 : whole.step};
        return runs_.emplace(upper, Run{whole.end, upper == whole.end ? 0 : whole.step}).first;
    }

    // Make two neighbours one, if all their numbers are at equal distances; where the later is now.
    Runs::iterator join(Runs::iterator run, Runs::iterator later) {
        auto step = distance(run->second.end, later->first);
        if ((run->second.step != 0 && run->second.step != step) ||
            (later->second.step != 0 && later->second.step != step))
            return later;
        run->second = {later->second.end, step};
        runs_.erase(later);
        return run;
    }

    Runs runs_;
    Run* grows_ = nullptr;  // the last run, if its step is known
};

}  // namespace nsbins
