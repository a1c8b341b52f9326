// "Apart run LOG" goes on in a process of its own, as ns stands: with its library loaded, which
// takes longer than many a simulation. There it returns nothing, and whatever is printed goes to
// LOG. Here it waits until that process has ended, and returns its wait status and its CPU seconds.

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tclcl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace {

double seconds(const timeval& time) { return time.tv_sec + time.tv_usec * 1e-6; }

// Whoever reads what this ns writes sees the end only when its run has ended, too.
void keep_open(int number) { fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1); }

bool redirect(const char* log) {
    const int nothing = open("/dev/null", O_RDONLY);
    const int printed = open(log, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (nothing < 0 || printed < 0) return false;
    const bool done = dup2(nothing, STDIN_FILENO) >= 0 && dup2(printed, STDOUT_FILENO) >= 0 &&
                      dup2(printed, STDERR_FILENO) >= 0;
    close(nothing);
    close(printed);
    return done;
}

// A run ends with the ns that started it, whatever ends that.
bool bind_to(pid_t starter) {
    return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == starter;
}

int wait_for(pid_t child) {
    int status;
    rusage usage;
    while (wait4(child, &status, 0, &usage) < 0)
        if (errno != EINTR) return TCL_ERROR;
    char text[64];
    std::snprintf(text, sizeof text, "%d %.6f", status,
                  seconds(usage.ru_utime) + seconds(usage.ru_stime));
    Tcl::instance().resultf("%s", text);
    return TCL_OK;
}

int run(const char* log) {
    std::fflush(0);
    const pid_t starter = getpid(), child = fork();
    if (child < 0) {
        Tcl::instance().resultf("no process for a run: %s", std::strerror(errno));
        return TCL_ERROR;
    }
    if (child > 0) return wait_for(child);
    keep_open(STDOUT_FILENO);
    if (!bind_to(starter) || !redirect(log)) _exit(1);
    return TCL_OK;
}

// A class without objects: names of objects, which are numbered, must not depend on it.
static class ApartClass : public TclClass {
  public:
    ApartClass() : TclClass("Apart") {}
    TclObject* create(int, const char* const*) override { return 0; }
    void bind() override {
        TclClass::bind();
        add_method("run");
    }
    int method(int count, const char* const* words) override {
        // In front stand what OTcl tells of the class.
        if (count == 5 && !std::strcmp(words[3], "run")) return run(words[4]);
        return TclClass::method(count, words);
    }
} apart_class;

}  // namespace
