#include "sleeping/sleeping.h"

SleepingSource* SleepingSource::first_ = 0;
int SleepingSource::starts_ = 0;

SleepingSource::SleepingSource() : next_(first_), bed_(0), start_(0) { first_ = this; }

SleepingSource::~SleepingSource() {
    if (bed_) bed_->sleeper_ = 0;
    SleepingSource** link = &first_;
    while (*link != this) link = &(*link)->next_;
    *link = next_;
}

bool SleepingSource::comes_before(const SleepingSource& other) const {
    if (interval_s() != other.interval_s()) return interval_s() > other.interval_s();
    return start_ < other.start_;
}

const Event* SleepingSource::follower_at(double time) const {
    const SleepingSource* found = 0;
    for (const SleepingSource* other = first_; other; other = other->next_) {
        if (!comes_before(*other) || (found && found->comes_before(*other))) continue;
        const Event* event = other->next_event();
        if (event && event->time_ == time) found = other;
    }
    return found ? found->next_event() : 0;
}
