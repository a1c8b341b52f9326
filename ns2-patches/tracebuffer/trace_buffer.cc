#include "tracebuffer/trace_buffer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <tclcl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

const int TCLS_BYTES = 4096, BYTES = 65536;

struct Command {
    const char* name;
    Tcl_ObjCmdProc* before;
    Tcl_CmdInfo asItWas;
};

// A trace that the script has not closed.
struct Trace {
    std::string channel_name;
    Tcl_Channel channel;
    int fd;         // -1: no file, such as a pipe to a program, which must end with its last writer
    bool buffered;  // in more memory than stock ns has: written before the script reads it
    off_t bytes;    // of the file when progress was last told
    char name[60];  // of the file, without folders, fit for signal handlers
};

std::vector<Trace> traces;

int descriptor(Tcl_Channel channel) {
    ClientData handle;
    if (Tcl_GetChannelHandle(channel, TCL_WRITABLE, &handle) != TCL_OK) return -1;
    return int(reinterpret_cast<std::intptr_t>(handle));
}

bool is_standard(Tcl_Channel channel) {
    return channel == Tcl_GetStdChannel(TCL_STDOUT) || channel == Tcl_GetStdChannel(TCL_STDERR);
}

std::vector<Trace>::iterator found(Tcl_Channel channel) {
    auto at = traces.begin();
    while (at != traces.end() && at->channel != channel) ++at;
    return at;
}

// The channel of a trace; 0 if it is no longer there.
Tcl_Channel channel_of(const Trace& trace) {
    if (trace.fd >= 0) return trace.channel;
    int mode = 0;
    Tcl_Interp* interp = Tcl::instance().interp();
    Tcl_Channel channel = Tcl_GetChannel(interp, trace.channel_name.c_str(), &mode);
    Tcl_ResetResult(interp);  // where it says that a channel is closed
    return (mode & TCL_WRITABLE) ? channel : 0;
}

int flush_error(Tcl_Interp* interp, const char* name) {
    const char* problem = Tcl_PosixError(interp);
    Tcl_ResetResult(interp);
    Tcl_AppendResult(interp, "error flushing \"", name, "\": ", problem, NULL);
    return TCL_ERROR;
}

int write_out(Tcl_Interp* interp) {
    for (const Trace& trace : traces) {
        Tcl_Channel channel = trace.buffered ? channel_of(trace) : 0;
        if (channel && Tcl_Flush(channel) != TCL_OK)
            return flush_error(interp, trace.channel_name.c_str());
    }
    return TCL_OK;
}

int before_reading(ClientData data, Tcl_Interp* interp, int count, Tcl_Obj* const words[]) {
    const Tcl_CmdInfo& reader = static_cast<Command*>(data)->asItWas;
    if (write_out(interp) != TCL_OK) return TCL_ERROR;
    return reader.objProc(reader.objClientData, interp, count, words);
}

// The file ends here: it is closed, as the script demands, once its descriptor leads elsewhere.
int before_closing(ClientData data, Tcl_Interp* interp, int count, Tcl_Obj* const words[]) {
    const Tcl_CmdInfo& closer = static_cast<Command*>(data)->asItWas;
    auto trace = traces.end();
    if (count == 2) {
        Tcl_Channel channel = Tcl_GetChannel(interp, Tcl_GetString(words[1]), 0);
        Tcl_ResetResult(interp);
        trace = found(channel);
    }
    if (trace == traces.end()) return closer.objProc(closer.objClientData, interp, count, words);
    const int fd = trace->fd;
    if (fd >= 0 && Tcl_Flush(trace->channel) != TCL_OK)
        return flush_error(interp, Tcl_GetString(words[1]));
    traces.erase(trace);
    const int result = closer.objProc(closer.objClientData, interp, count, words);
    const int nowhere = fd >= 0 ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
    if (nowhere >= 0) {
        dup3(nowhere, fd, O_CLOEXEC);
        close(nowhere);
    }
    return result;
}

Command commands[] = {{"exec", before_reading, Tcl_CmdInfo()},
                      {"open", before_reading, Tcl_CmdInfo()},
                      {"close", before_closing, Tcl_CmdInfo()},
                      {"::tcl::chan::close", before_closing, Tcl_CmdInfo()}};

// A script's own command of such a name is left alone: it has something to delete.
bool watch(Tcl_Interp* interp) {
    for (Command& command : commands) {
        Tcl_CmdInfo watched;
        if (!Tcl_GetCommandInfo(interp, command.name, &watched) || watched.deleteProc) continue;
        command.asItWas = watched;
        watched.objProc = command.before;
        watched.objClientData = &command;
        Tcl_SetCommandInfo(interp, command.name, &watched);
    }
    return true;
}

void name_file(Trace& trace) {
    char link[40], path[4096];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", trace.fd);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
    const char* slash = std::strrchr(path, '/');
    std::snprintf(trace.name, sizeof trace.name, "%s", slash ? slash + 1 : path);
}

void keep(Tcl_Interp* interp, Tcl_Channel channel) {
    static const bool watched = watch(interp);
    (void)watched;
    if (found(channel) != traces.end() || is_standard(channel)) return;
    Trace trace = {Tcl_GetChannelName(channel), channel, -1, false, 0, ""};
    if (std::strcmp(Tcl_ChannelName(Tcl_GetChannelType(channel)), "file") == 0) {
        trace.fd = descriptor(channel);
        name_file(trace);
        Tcl_RegisterChannel(0, channel);
    }
    traces.push_back(trace);
}

}  // namespace

Tcl_Channel traced_channel(Tcl_Interp* interp, const char* name, int* mode) {
    Tcl_Channel channel = Tcl_GetChannel(interp, name, mode);
    if (channel && (*mode & TCL_WRITABLE)) keep(interp, channel);
    return channel;
}

Tcl_Channel buffered_trace(Tcl_Channel channel) {
    auto trace = found(channel);
    if (trace != traces.end() && Tcl_GetChannelBufferSize(channel) == TCLS_BYTES) {
        Tcl_SetChannelBufferSize(channel, BYTES);
        trace->buffered = true;
    }
    return channel;
}

void write_traces() {
    for (const Trace& trace : traces)
        if (Tcl_Channel channel = channel_of(trace)) Tcl_Flush(channel);
}

void write_channels() {
    Tcl_Interp* interp = Tcl::instance().interp();
    if (interp == 0 || Tcl_GetChannelNames(interp) != TCL_OK) return;
    Tcl_Obj* names = Tcl_GetObjResult(interp);
    Tcl_IncrRefCount(names);
    int count = 0;
    Tcl_Obj** each;
    if (Tcl_ListObjGetElements(0, names, &count, &each) != TCL_OK) return;
    for (int index = 0; index < count; ++index) {
        int mode = 0;
        Tcl_Channel channel = Tcl_GetChannel(interp, Tcl_GetString(each[index]), &mode);
        if (channel && (mode & TCL_WRITABLE)) Tcl_Flush(channel);
    }
    Tcl_DecrRefCount(names);
}

int describe_growth(char* text, std::size_t room) {
    std::size_t length = 0;
    for (Trace& trace : traces) {
        struct stat now;
        if (trace.fd < 0 || fstat(trace.fd, &now) != 0 || length + sizeof trace.name + 40 > room)
            continue;
        length += std::snprintf(text + length, room - length, "; %s %.1f MB (+%.1f)", trace.name,
                                now.st_size * 1e-6, (now.st_size - trace.bytes) * 1e-6);
        trace.bytes = now.st_size;
    }
    return int(length);
}
