#include "records/output_file.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace {

// While it lives, writing to a pipe that nobody reads is an error, not the end of the process.
class NoBrokenPipe {
  public:
    NoBrokenPipe() {
        struct sigaction ignore;
        std::memset(&ignore, 0, sizeof ignore);
        ignore.sa_handler = SIG_IGN;
        sigaction(SIGPIPE, &ignore, &before_);
    }
    ~NoBrokenPipe() { sigaction(SIGPIPE, &before_, 0); }

  private:
    struct sigaction before_;
};

int duplicate(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, 0); }

// The descriptor in `fd:N`; -1 if `name` is not of that form.
int descriptor_in(const char* name) {
    if (std::strncmp(name, "fd:", 3) != 0 || name[3] < '0' || name[3] > '9') return -1;
    char* end;
    long fd = std::strtol(name + 3, &end, 10);
    return *end == 0 && fd < 1 << 20 ? int(fd) : -1;
}

}  // namespace

std::string OutputFile::open(Tcl_Interp* interp, const char* name, bool whole) {
    name_ = name;
    int fd = descriptor_in(name);
    int mode = 0;
    if (fd >= 0) {
        fd_ = duplicate(fd);
    } else if (Tcl_Channel channel = Tcl_GetChannel(interp, name, &mode)) {
        ClientData handle;
        if (!(mode & TCL_WRITABLE) || Tcl_Flush(channel) != TCL_OK ||
            Tcl_GetChannelHandle(channel, TCL_WRITABLE, &handle) != TCL_OK)
            return name_ + ": this channel can't be written to";
        fd_ = duplicate(int(reinterpret_cast<std::intptr_t>(handle)));
    } else {
        Tcl_ResetResult(interp);  // there is no such channel, it said
        if (whole) temporary_ = name_ + ".unfinished";
        const char* path = whole ? temporary_.c_str() : name;
        fd_ = ::open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    }
    return fd_ >= 0 ? "" : name_ + ": can't be opened: " + std::strerror(errno);
}

OutputFile::~OutputFile() {
    if (fd_ >= 0) ::close(fd_);
}

void OutputFile::write(const void* data, std::size_t bytes, bool exiting) {
    if (fd_ < 0) return;
    NoBrokenPipe guard;
    const char* at = static_cast<const char*>(data);
    const char* end = at + bytes;
    while (at < end) {
        ssize_t count = ::write(fd_, at, end - at);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return fail(exiting);
        at += count;
        written_ += count;
    }
}

void OutputFile::finish(bool exiting) {
    if (fd_ < 0) return;
    int fd = fd_;
    fd_ = -1;
    if (::close(fd) != 0) return fail(exiting);
    if (!temporary_.empty() && std::rename(temporary_.c_str(), name_.c_str()) != 0)
        return fail(exiting);
}

void OutputFile::fail(bool exiting) {
    std::fprintf(stderr, "ns: %s: can't be written after %llu bytes: %s\n", name_.c_str(),
                 static_cast<unsigned long long>(written_), std::strerror(errno));
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
    if (!temporary_.empty()) std::remove(temporary_.c_str());
    if (!exiting) Tcl_Exit(1);
    // Tcl is ending already, and its status can't be changed any more.
    Tcl_Flush(Tcl_GetStdChannel(TCL_STDOUT));
    std::fflush(0);
    _exit(1);
}
