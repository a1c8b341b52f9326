// How much of a trace waits in memory, and who reads its file meanwhile.

#ifndef tracebuffer_trace_buffer_h
#define tracebuffer_trace_buffer_h

#include <tcl.h>

// Lets a channel be written 64 KB at a time where Tcl takes 4 KB, a system call for 70 lines.
// Nothing waits in memory while a script's "exec" or "open" may read the file: all of it is there
// then. A channel whose size was set, standard output and standard error are left alone.
Tcl_Channel buffered_trace(Tcl_Channel channel);

#endif
