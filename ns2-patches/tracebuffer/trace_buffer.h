// Channels that ns writes traces to: how much of them waits in memory, who reads their files
// meanwhile, and what becomes of them when a script closes them, or ns ends early.

#ifndef tracebuffer_trace_buffer_h
#define tracebuffer_trace_buffer_h

#include <cstddef>

#include <tcl.h>

// Tcl_GetChannel for an object that keeps the channel and writes to it. Scripts may close it before
// "flush-trace", or while packets are on their way: the file then ends there, and the channel lives
// on for those who still write to it.
Tcl_Channel traced_channel(Tcl_Interp* interp, const char* name, int* mode);

// Lets a channel be written 64 KB at a time where Tcl takes 4 KB, a system call for 70 lines.
// Nothing waits in memory while a script's "exec" or "open" may read the file: all of it is there
// then. A channel whose size was set, standard output and standard error are left alone.
Tcl_Channel buffered_trace(Tcl_Channel channel);

// Write what waits in memory: of traces, and of all channels of the script. Errors are left to
// others: ns is ending.
void write_traces();
void write_channels();

// Write to `text` how large the traces' files are, and by how much they have grown since the last
// call, "; out.tr 1.2 MB (+0.4)" for each; returns the length. For signal handlers.
int describe_growth(char* text, std::size_t room);

#endif
