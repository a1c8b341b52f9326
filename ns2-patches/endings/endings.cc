#include "endings/endings.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <tclcl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "endings/division.h"
#include "scheduler.h"
#include "tracebuffer/trace_buffer.h"

const char* executing_command = 0;

namespace {

enum { PROGRESS_S = 30, PATIENCE_S = 1, CRASH_S = 3, STACK_BYTES = 1 << 17 };

volatile sig_atomic_t asked = 0;  // the signal by which ns was asked to stop
volatile sig_atomic_t running = 0;

// Progress: the events and the time of the last line.
double every_s = 0;
scheduler_uid_t events_before = 0;
double wall_before_s = 0;

bool has_scheduler() { return Tcl::instance().interp() && Scheduler::exists(); }

double wall_s() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

// By the signal itself, for shells and whoever started ns.
[[noreturn]] void end_by(int number) {
    signal(number, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    sigprocmask(SIG_UNBLOCK, &only, 0);
    raise(number);
    _exit(128 + number);
}

[[noreturn]] void leave() {
    const int number = asked;
    signal(SIGALRM, SIG_DFL);
    alarm(CRASH_S);  // a pipe may not take more
    write_traces();
    write_channels();
    std::fflush(0);
    end_by(number);
}

void start_timer(double seconds) {
    itimerval timer;
    std::memset(&timer, 0, sizeof timer);
    timer.it_value.tv_sec = long(seconds);
    timer.it_value.tv_usec = long((seconds - long(seconds)) * 1e6);
    timer.it_interval = timer.it_value;
    setitimer(ITIMER_REAL, &timer, 0);
}

void tell_progress() {
    const int error = errno;
    const double now_s = wall_s();
    const scheduler_uid_t events = Scheduler::scheduled();
    char line[512];
    int length = std::snprintf(line, sizeof line, "ns: %.6g s of simulated time, %.3g events/s",
                               Scheduler::instance().clock(),
                               double(events - events_before) / (now_s - wall_before_s));
    events_before = events;
    wall_before_s = now_s;
    length += describe_growth(line + length, sizeof line - length - 1);
    line[length++] = '\n';
    if (write(STDERR_FILENO, line, length) < 0) start_timer(0);  // nobody reads it
    errno = error;
}

void on_timer(int) {
    if (asked)
        leave();
    else if (running && has_scheduler())
        tell_progress();
}

void on_request(int number) {
    if (asked) return;
    asked = number;
    if (!running || !has_scheduler()) leave();
    Scheduler::instance().halt();
    start_timer(PATIENCE_S);
}

const char* name_of(int number) {
    switch (number) {
        case SIGSEGV: return "SIGSEGV";
        case SIGFPE: return "SIGFPE";
        case SIGBUS: return "SIGBUS";
        case SIGABRT: return "SIGABRT";
        default: return "SIGILL";
    }
}

void explain(const char* ending) {
    if (Tcl_Interp* interp = Tcl::instance().interp()) {
        char command[64];
        std::snprintf(command, sizeof command, "::endings::explain {%s}", ending);
        const char* executed = executing_command ? executing_command : "";
        Tcl_SetVar(interp, "::endings::executing", executed, TCL_GLOBAL_ONLY);
        Tcl_EvalEx(interp, command, -1, TCL_EVAL_GLOBAL);
    }
}

// What may be broken, too, comes last: whatever fails in here ends ns at once, and so does time.
void on_crash(int number, siginfo_t* info, void* context) {
    if (number == SIGFPE && becomes_tcl_error(info, context)) return;
    signal(number, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    alarm(CRASH_S);
    write_traces();
    char line[128];
    int length = std::snprintf(line, sizeof line, "ns: %s", name_of(number));
    if (has_scheduler())
        length += std::snprintf(line + length, sizeof line - length, " at %.6g s of simulated time",
                                Scheduler::instance().clock());
    line[length++] = '\n';
    if (write(STDERR_FILENO, line, length) < 0) end_by(number);
    std::fflush(0);
    write_channels();
    explain(name_of(number));
    end_by(number);
}

void on_exit_status(ClientData status) {
    Tcl_SetExitProc(0);
    const int code = int(reinterpret_cast<std::intptr_t>(status));
    if (code != 0) explain("exit");
    Tcl_Exit(code);
}

// Signals that are ignored stay ignored, as with nohup.
void handle(int number, const struct sigaction& action) {
    struct sigaction before;
    if (sigaction(number, 0, &before) == 0 && before.sa_handler == SIG_DFL)
        sigaction(number, &action, 0);
}

double seconds_between_lines() {
    const char* given = std::getenv("NS_PROGRESS_S");
    if (given) return std::atof(given);
    return isatty(STDERR_FILENO) ? PROGRESS_S : 0;
}

bool install() {
    static char stack[STACK_BYTES];
    stack_t other;
    std::memset(&other, 0, sizeof other);
    other.ss_sp = stack;
    other.ss_size = sizeof stack;
    sigaltstack(&other, 0);
    struct sigaction action;
    std::memset(&action, 0, sizeof action);
    action.sa_flags = SA_RESTART;
    action.sa_handler = on_request;
    for (int number : {SIGINT, SIGTERM, SIGHUP, SIGXCPU}) handle(number, action);
    action.sa_handler = on_timer;
    handle(SIGALRM, action);
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    action.sa_sigaction = on_crash;
    for (int number : {SIGSEGV, SIGFPE, SIGBUS, SIGABRT, SIGILL}) handle(number, action);
    Tcl_SetExitProc(on_exit_status);
    every_s = seconds_between_lines();
    return true;
}

const bool installed = install();

// "Endings watched" tells whether lines of progress are written. A class without objects: names of
// objects, which are numbered, must not depend on it.
static class EndingsClass : public TclClass {
  public:
    EndingsClass() : TclClass("Endings") {}
    TclObject* create(int, const char* const*) override { return 0; }
    void bind() override {
        TclClass::bind();
        add_method("watched");
    }
    int method(int count, const char* const* words) override {
        if (count == 4 && !std::strcmp(words[3], "watched")) {
            Tcl::instance().result(every_s > 0 ? "1" : "0");
            return TCL_OK;
        }
        return TclClass::method(count, words);
    }
} endings_class;

}  // namespace

Watch::Watch() {
    if (++running == 1 && every_s > 0) {
        wall_before_s = wall_s();
        events_before = Scheduler::scheduled();
        start_timer(every_s);
    }
}

Watch::~Watch() {
    if (asked) leave();
    if (--running == 0 && every_s > 0) start_timer(0);
}

void end_for(const char* reason) {
    write_traces();
    write_channels();
    std::fflush(0);
    explain(reason);
    std::exit(1);
}
