// What happens when a simulation is stopped or crashes, and what a long one tells meanwhile.
//
// INT, TERM, HUP and XCPU end ns between two events, so that every line is whole; an event that
// takes longer than a second is not waited for. A crash ends it where it is. Either way, all that
// was traced is in its files, and ns ends by the very signal.

#ifndef endings_endings_h
#define endings_endings_h

// The command of "$ns at" that is being executed, if one is.
extern const char* executing_command;

// Lives while a scheduler runs: ends ns at its end if that was asked for, and writes a line every
// 30 s if standard error is a terminal. The environment's NS_PROGRESS_S sets other seconds, 0 for
// no line, and writes to what is no terminal, too.
class Watch {
  public:
    Watch();
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
};

// Ends ns where it finds a state that it does not allow, after what it knows of the cause.
void end_for(const char* reason);

#endif
