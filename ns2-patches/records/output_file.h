// A file, pipe or descriptor that is written to without Tcl, in large pieces.

#ifndef added_output_file_h
#define added_output_file_h

#include <cstddef>
#include <cstdint>
#include <string>

#include <tcl.h>

class OutputFile {
  public:
    OutputFile() {}
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    // Open `name`: a path, `fd:N`, or a channel of `interp` that can be written to. With
    // `whole`, a path is written to under another name until finish(). Returns an error
    // message, or an empty string.
    std::string open(Tcl_Interp* interp, const char* name, bool whole);
    bool is_open() const { return fd_ >= 0; }
    const std::string& name() const { return name_; }

    // These end the simulation if that can't be done. `exiting`: it has begun to end.
    void write(const void* data, std::size_t bytes, bool exiting);
    void finish(bool exiting);

  private:
    void fail(bool exiting);

    int fd_ = -1;
    std::string name_;
    std::string temporary_;  // what the file is called until it is finished, if anything
    std::uint64_t written_ = 0;
};

#endif
