// Sources that sleep while all they would send only waits.
//
// A source with a constant rate over TCP makes an event for each packet, also while the window is
// full and nothing happens but that more waits: with fast sources most events are of this kind. As
// how much waits matters only when the sender looks at it, the source may sleep until then, and
// count what it would have sent meanwhile.

// Of two events at the same time, the scheduler takes the one first that was scheduled first. So of
// two sources that send at the same time, the one with the longer interval goes first, and of one
// interval, the one that started first: those stay together for ever. A source that woke up takes
// its place before the first that would come after it.

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

    void started() { start_ = ++starts_; }
    /* What the source waits for that comes next, of those with a packet at this time. */
    const Event* follower_at(double time) const;

  private:
    friend class AwakeningInt;
    static SleepingSource* first_;  // of all there are
    static int starts_;
    /* Of two that send at the same time. */
    bool comes_before(const SleepingSource& other) const;
    SleepingSource* next_;
    AwakeningInt* bed_;
    int start_;  // its number: later ones started later
};

/* How much there is to send. Whoever looks at it, or changes it, wakes the source. */
class AwakeningInt : public TracedInt {
  public:
    AwakeningInt(int value) : TracedInt(value), sleeper_(0) {}
    ~AwakeningInt() {
        if (sleeper_) sleeper_->bed_ = 0;
    }

    operator int() {
        wake();
        return val_;
    }
    int operator=(int value) {
        wake();
        return TracedInt::operator=(value);
    }
    int operator+=(int value) {
        wake();
        return TracedInt::operator+=(value);
    }

    /* Let the source that sleeps here, if any, count what it would have sent by now. */
    void wake() {
        if (sleeper_) sleeper_->wake_up();
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

/*
 * How many acknowledgements came. After one, the next message may be sent, also if the sender does
 * not look at what waits: with aggressive_maxburst_ 0, SACK in fast recovery counts an old
 * acknowledgement, and then does nothing until there is more to send. So each wakes the source.
 */
class AwakeningCount : public TracedInt {
  public:
    AwakeningCount(AwakeningInt& bed) : TracedInt(0), bed_(bed) {}

    int operator=(int value) { return TracedInt::operator=(value); }
    int operator++() {
        bed_.wake();
        return TracedInt::operator++();
    }

  private:
    AwakeningInt& bed_;
};

inline void SleepingSource::wake_up() {
    if (!bed_) return;
    bed_->sleeper_ = 0;
    bed_ = 0;
    wake();
}

#endif
