#include "records/sink_channel.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace {

SinkObject* sink_of(ClientData instance) { return static_cast<SinkObject*>(instance); }

int close_channel(ClientData instance, Tcl_Interp*) {
    sink_of(instance)->end(false);
    return 0;
}

int write_channel(ClientData instance, const char* data, int bytes, int* error) {
    if (sink_of(instance)->ended()) {
        *error = EBADF;
        return -1;
    }
    sink_of(instance)->text(data, bytes);
    return bytes;
}

void watch_channel(ClientData, int) {}

int no_handle(ClientData, int, ClientData*) { return TCL_ERROR; }

void end_at_exit(ClientData instance) { sink_of(instance)->end(true); }

const Tcl_ChannelType& channel_type() {
    static Tcl_ChannelType type;
    if (type.typeName == 0) {
        type.typeName = "tracesink";
        type.version = TCL_CHANNEL_VERSION_2;
        type.closeProc = close_channel;
        type.outputProc = write_channel;
        type.watchProc = watch_channel;
        type.getHandleProc = no_handle;
    }
    return type;
}

}  // namespace

TraceSink* trace_sink(Tcl_Channel channel) {
    if (channel == 0 || Tcl_GetChannelType(channel) != &channel_type()) return 0;
    return sink_of(Tcl_GetChannelInstanceData(channel));
}

int SinkObject::command(int argc, const char* const* argv) {
    Tcl& tcl = Tcl::instance();
    if (argc >= 3 && std::strcmp(argv[1], "open") == 0 && channel_ == 0) return open(argc, argv);
    if (argc == 2 && std::strcmp(argv[1], "channel") == 0 && channel_ != 0) {
        tcl.resultf("%s", Tcl_GetChannelName(channel_));
        return TCL_OK;
    }
    if (argc == 2 && std::strcmp(argv[1], "flush") == 0) {
        if (!ended_ && file_.is_open()) flush(false);
        return TCL_OK;
    }
    return TclObject::command(argc, argv);
}

int SinkObject::open(int argc, const char* const* argv) {
    static int opened = 0;
    Tcl& tcl = Tcl::instance();
    std::string problem = begin(argc - 3, argv + 3);
    if (problem.empty()) problem = file_.open(tcl.interp(), argv[2], whole());
    if (!problem.empty()) {
        Tcl_SetResult(tcl.interp(), const_cast<char*>(problem.c_str()), TCL_VOLATILE);
        return TCL_ERROR;
    }
    char name[32];
    std::snprintf(name, sizeof name, "tracesink%d", ++opened);
    channel_ =
        Tcl_CreateChannel(&channel_type(), name, static_cast<SinkObject*>(this), TCL_WRITABLE);
    // What is written must not wait: it has its place among the packets.
    Tcl_SetChannelOption(0, channel_, "-buffering", "none");
    Tcl_RegisterChannel(tcl.interp(), channel_);
    // Before Tcl closes other channels: one may be a process that waits for our end.
    Tcl_CreateExitHandler(end_at_exit, static_cast<SinkObject*>(this));
    return TCL_OK;
}

void SinkObject::end(bool exiting) {
    if (ended_) return;
    ended_ = true;
    conclude(exiting);
    flush(exiting);
    file_.finish(exiting);
}

PacketTap* SinkObject::new_tap() {
    taps_.push_back(make_tap());
    return taps_.back().get();
}
