// One queue for each delay with which events are scheduled.
//
// A simulation knows few delays (of a link: the time to send a packet of some size, and that
// plus its propagation), and schedules with them again and again. As the clock does not go
// back, events of one delay come in the order of their times: such a queue, a lane, takes
// another at its end and gives the first without a search. Which lane is next is kept in a
// tournament tree over their first events: a change replays the matches between it and the root.
//
// Lanes are for the calendar queue: it keeps the events for which there is no lane, and the
// earlier of both goes first. Equal times go in the order in which they were scheduled.
//
// One lane is for events of any delay that are not scheduled when they are numbered, mostly because
// they would be skipped unless something else came before them. There are few at a time, and each
// is put where it belongs by a search from the end.

#ifndef lanes_lanes_h
#define lanes_lanes_h

#include <stdint.h>
#include <string.h>

class EventLanes {
  public:
    EventLanes();

    /* Take an event that is due `delay` from now; false if there is no lane for it. An earlier
       event of the same delay may have had the lane `likely`; none had 0. */
    bool append(Event* event, double delay, int likely) {
        if (likely > LATE && lanes_[likely].delay == delay) return put(event, likely);
        Slot& slot = slots_[hash(delay)];
        if (slot.delay != delay || slot.lane < 0) {
            if (!claim(slot, delay)) return false;
        }
        return put(event, slot.lane);
    }

    /* Take an event of any time; its number may be smaller than that of others here. */
    void insert_late(Event* event);

    /* The lane whose first event is due next, or -1. */
    int next() const { return due_[winners_[1]] < never(LANES) ? winners_[1] : -1; }

    /* The first event of a lane. */
    Event* first(int number) const { return lanes_[number].first; }

    /* Take out the first event of a lane. */
    void pop(int number) {
        Lane& lane = lanes_[number];
        Event* event = lane.first;
        lane.first = event->next_;
        if (lane.first) {
            lane.first->prev_ = 0;
            is_due(number, bits(lane.first->time_));
        } else {
            lane.last = 0;
            is_due(number, never(number));
        }
        event->next_ = 0;
    }

    /* Take out an event that append() accepted. */
    void remove(Event* event);

    /* The event with this number, or 0. */
    Event* lookup(scheduler_uid_t uid) const;

    /* What an event has for a lane that has a number and a time, but is not scheduled. */
    enum { SKIPPED = -2 };

  private:
    enum { LANES = 64, SLOTS = 1024, LATE = 0 };

    struct Lane {
        Event* first;
        Event* last;
        double delay;
        int slot;
    };
    /* The lane of a delay; -1 before the delay has come twice. */
    struct Slot {
        double delay;
        int lane;
    };

    static int hash(double delay) { return (bits(delay) * 0x9e3779b97f4a7c15u) >> 54; }

    /* A time as an integer; those of times from 0 on have the times' order. */
    static uint64_t bits(double time) {
        uint64_t value;
        memcpy(&value, &time, sizeof value);
        return value;
    }

    bool claim(Slot& slot, double delay);
    int free_lane();
    void build_tree();
    bool put(Event* event, int number) {
        const uint64_t due = bits(event->time_);
        if (due >= bits(1e300))  // or below zero, or no number
            return false;
        Lane& lane = lanes_[number];
        Event* last = lane.last;
        if (last == 0) {
            lane.first = event;
            is_due(number, due);
        } else {
            if (due < bits(last->time_)) return false;
            last->next_ = event;
        }
        event->prev_ = last;
        event->next_ = 0;
        event->lane_ = number;
        lane.last = event;
        return true;
    }

    /* Record when the first event of a lane is due, and update the tree up to its root. */
    void is_due(int number, uint64_t due) {
        due_[number] = due;
        for (int at = width_ + number; at > 1; at >>= 1) {
            const int other = winners_[at ^ 1];
            const uint64_t others = due_[other];
            if (others == due) {
                number = sooner(number, other);
            } else {
                // Without a branch, as it could not be predicted.
                const uint64_t change = -uint64_t(others < due);
                due ^= (due ^ others) & change;
                number ^= (number ^ other) & int(change);
            }
            winners_[at >> 1] = number;
        }
    }
    /* Of two lanes, neither of which is empty if they are equal. */
    int sooner(int one, int other) const {
        if (due_[one] != due_[other]) return due_[one] < due_[other] ? one : other;
        return is_before(lanes_[one].first, lanes_[other].first) ? one : other;
    }

    static bool is_before(const Event* one, const Event* other) {
        if (one->time_ != other->time_) return one->time_ < other->time_;
        if (one->uid_ != other->uid_) return one->uid_ < other->uid_;
        return one->rank_ < other->rank_;
    }

    // The time of an empty lane: later than any that put() takes, and different for each lane.
    static uint64_t never(int number) { return UINT64_MAX - number; }

    int used_;                    // lanes that were ever used
    int width_;                   // leaves of the tournament tree, a power of two
    uint64_t due_[LANES];         // time of the first event of each
    uint8_t winners_[2 * LANES];  // the tree: node i has children 2 i, 2 i + 1; leaves from width_
    Lane lanes_[LANES];
    Slot slots_[SLOTS];
};

#endif
