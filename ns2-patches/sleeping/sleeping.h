// Sources that sleep while all they would send only waits.
//
// A source with a constant rate over TCP makes an event for each packet, also while the window is
// full and nothing happens but that more waits: with fast sources most events are of this kind. As
// how much waits matters only when the sender looks at it, the source may sleep until then, and
// count what it would have sent meanwhile.

// Sources of one rate that started together send at the same times for ever, in the order of their
// starts, as of two such events the scheduler takes the one that was scheduled first. So a source
// that woke up takes the number of the next one's event, and a rank decides between the two.

#ifndef sleeping_sleeping_h
#define sleeping_sleeping_h

#include "scheduler.h"
#include "tracedvar.h"

class AwakeningInt;

class SleepingSource {
  public:
    SleepingSource();
    virtual ~SleepingSource();

    /* Let it count what it would have sent by now, and go on; nothing if it is awake. */
    void wake_up();

  protected:
    virtual void wake() = 0;
    /* The event that is scheduled for its next packet, if any, and the seconds between packets. */
    virtual const Event* next_event() const = 0;
    virtual double interval_s() const = 0;

    /* That of a start: later starts come later. */
    int new_rank() { return rank_ = ++starts_; }
    /* What the source waits for that started next, of those with this rate and a packet then. */
    const Event* follower_at(double time) const;

  private:
    friend class AwakeningInt;
    static SleepingSource* first_;  // of all there are
    static int starts_;
    SleepingSource* next_;
    AwakeningInt* bed_;
    int rank_;
};

/* How much there is to send. Whoever looks at it, or changes it, wakes the source. */
class AwakeningInt : public TracedInt {
  public:
    AwakeningInt(int value) : TracedInt(value), sleeper_(0) {}
    ~AwakeningInt() {
        if (sleeper_) sleeper_->bed_ = 0;
    }

    operator int() {
        if (sleeper_) sleeper_->wake_up();
        return val_;
    }
    int operator=(int value) {
        if (sleeper_) sleeper_->wake_up();
        return TracedInt::operator=(value);
    }
    int operator+=(int value) {
        if (sleeper_) sleeper_->wake_up();
        return TracedInt::operator+=(value);
    }

    /* Wake this source as soon as anybody looks; false if another sleeps here already. */
    bool wake_later(SleepingSource* source) {
        if (sleeper_) return false;
        sleeper_ = source;
        source->bed_ = this;
        return true;
    }

  private:
    friend class SleepingSource;
    SleepingSource* sleeper_;
};

inline void SleepingSource::wake_up() {
    if (!bed_) return;
    bed_->sleeper_ = 0;
    bed_ = 0;
    wake();
}

#endif
