// A division by zero in a Tcl expression is an error of Tcl's.
//
// ns lets the processor trap what has no number as its result, so that an agent's mistake does not
// go on unseen; an expression of a script would end ns by the same trap. There, the result becomes
// what Tcl itself takes for an error (NaN), and the message says which error it was.

#ifndef endings_division_h
#define endings_division_h

#include <csignal>

// Called by a handler of SIGFPE; false if it was ns that divided, or another processor.
bool becomes_tcl_error(siginfo_t* info, void* context);

#endif
