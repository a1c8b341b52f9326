#include "scheduler.h"

EventLanes::EventLanes() : used_(LATE + 1), width_(4) {
    for (int i = 0; i < LANES; i++) {
        due_[i] = never(i);
        lanes_[i].first = lanes_[i].last = 0;
        lanes_[i].delay = -1;
        lanes_[i].slot = 0;
    }
    for (int i = 0; i < SLOTS; i++) {
        slots_[i].delay = -1;
        slots_[i].lane = -1;
    }
    build_tree();
}

/* Find a lane for a delay that comes again. Most delays that come once never come again. */
bool EventLanes::claim(Slot& slot, double delay) {
    if (slot.delay != delay) {
        if (slot.lane < 0 || lanes_[slot.lane].first == 0) {
            slot.delay = delay;
            slot.lane = -1;
        }
        return false;
    }
    const int number = free_lane();
    if (number < 0) return false;
    Slot& former = slots_[lanes_[number].slot];
    if (former.lane == number) former.lane = -1;
    lanes_[number].slot = &slot - slots_;
    lanes_[number].delay = delay;
    slot.lane = number;
    return true;
}

/* A lane that was not used yet or is empty, or -1. */
int EventLanes::free_lane() {
    if (used_ < LANES) {
        if (used_ == width_) {
            width_ *= 2;
            build_tree();
        }
        return used_++;
    }
    for (int i = LATE + 1; i < LANES; i++)
        if (lanes_[i].first == 0) return i;
    return -1;
}

/* Build the whole tournament tree, after its width has changed. */
void EventLanes::build_tree() {
    for (int i = 0; i < width_; i++) winners_[width_ + i] = i;
    for (int at = width_ - 1; at > 0; at--)
        winners_[at] = sooner(winners_[2 * at], winners_[2 * at + 1]);
}

void EventLanes::insert_late(Event* event) {
    Lane& lane = lanes_[LATE];
    Event* before = lane.last;
    while (before && is_before(event, before)) before = before->prev_;
    Event* after = before ? before->next_ : lane.first;
    event->prev_ = before;
    event->next_ = after;
    event->lane_ = LATE;
    (after ? after->prev_ : lane.last) = event;
    if (before)
        before->next_ = event;
    else {
        lane.first = event;
        is_due(LATE, bits(event->time_));
    }
}

void EventLanes::remove(Event* event) {
    Lane& lane = lanes_[event->lane_];
    if (event == lane.first) {
        pop(event->lane_);
    } else {
        event->prev_->next_ = event->next_;
        if (event->next_)
            event->next_->prev_ = event->prev_;
        else
            lane.last = event->prev_;
        event->next_ = 0;
    }
    event->prev_ = 0;
}

Event* EventLanes::lookup(scheduler_uid_t uid) const {
    for (int i = 0; i < used_; i++)
        for (Event* event = lanes_[i].first; event; event = event->next_)
            if (event->uid_ == uid) return event;
    return 0;
}
