// Counts what a link loses, by its cause, on the way to where the link sends it:
// Connector/CEASDrops. There is one behind each part of a link that drops packets.

#include <cstdlib>
#include <cstring>

#include "config.h"
#include "connector.h"

#include "ceas/forwarding_unit.h"

namespace ceas {

class LinkDrops : public Connector {
  public:
    void recv(Packet* p, Handler* h) override {
        from_->lost(p, to_, failed_ && cause_ == queue_full ? link_down : cause_);
        Connector::recv(p, h);
    }
    int command(int argc, const char* const* argv) override;

  private:
    int set_cause(const char* name);

    ForwardingUnit* from_ = 0;
    int to_ = -1;
    Cause cause_ = other_cause;
    bool failed_ = false;  // a link that fails empties its queue
};

int LinkDrops::set_cause(const char* name) {
    for (int cause = 0; cause < causes; ++cause)
        if (std::strcmp(name, name_of(Cause(cause))) == 0) {
            cause_ = Cause(cause);
            return TCL_OK;
        }
    return TCL_ERROR;
}

int LinkDrops::command(int argc, const char* const* argv) {
    // on-link FORWARDING-UNIT NEIGHBOUR CAUSE
    if (argc == 5 && std::strcmp(argv[1], "on-link") == 0) {
        from_ = dynamic_cast<ForwardingUnit*>(TclObject::lookup(argv[2]));
        to_ = std::atoi(argv[3]);
        return from_ ? set_cause(argv[4]) : TCL_ERROR;
    }
    if (argc == 3 && std::strcmp(argv[1], "failed") == 0) {
        failed_ = std::atoi(argv[2]);
        return TCL_OK;
    }
    return Connector::command(argc, argv);
}

}  // namespace ceas

static class CeasDropsClass : public TclClass {
  public:
    CeasDropsClass() : TclClass("Connector/CEASDrops") {}
    TclObject* create(int, const char* const*) override { return new ceas::LinkDrops; }
} class_ceas_drops;
