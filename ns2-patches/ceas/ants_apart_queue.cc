// A drop-tail queue in which ants are served after all data, or before it: Queue/CEAS.
//
// The thesis proposes "packet-priority on the data packets" (section 4.4), so that ants feel the
// load. Links have it only if a script asks for it.

#include "config.h"
#include "queue.h"

#include "ceas/ant.h"

namespace ceas {

class AntsApartQueue : public Queue {
  public:
    AntsApartQueue() {
        pq_ = &data_;
        bind_bool("antsFirst_", &ants_first_);
    }

  protected:
    // The limit is of both together, and counts the packet that is being sent (as DropTail's).
    void enque(Packet* p) override {
        if (data_.length() + ants_.length() + 1 >= qlim_)
            drop(p);
        else
            (Ant::is_packet(p) ? ants_ : data_).enque(p);
    }

    Packet* deque() override {
        PacketQueue& first = ants_first_ ? ants_ : data_;
        PacketQueue& second = ants_first_ ? data_ : ants_;
        return first.length() > 0 ? first.deque() : second.deque();
    }

  private:
    PacketQueue data_, ants_;
    int ants_first_;
};

}  // namespace ceas

static class CeasQueueClass : public TclClass {
  public:
    CeasQueueClass() : TclClass("Queue/CEAS") {}
    TclObject* create(int, const char* const*) override { return new ceas::AntsApartQueue; }
} class_ceas_queue;
