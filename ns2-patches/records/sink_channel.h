// A sink as a Tcl channel and as an object of ns.

#ifndef added_sink_channel_h
#define added_sink_channel_h

#include <memory>
#include <vector>

#include "config.h"
#include "records/output_file.h"
#include "records/trace_sink.h"

// `open FILE ?arguments?` opens it, `channel` tells the channel's name, `flush` writes what is
// buffered. It ends when the channel is closed, or else with ns.
class SinkObject : public TclObject, public TraceSink {
  public:
    int command(int argc, const char* const* argv) override;
    PacketTap* new_tap() override;

    // Nothing is taken any more once it has ended.
    bool ended() const { return ended_; }
    // What somebody writes to the channel.
    virtual void text(const char* data, int bytes) = 0;
    void end(bool exiting);

  protected:
    virtual std::unique_ptr<PacketTap> make_tap() = 0;
    // The file is open: begin. Returns an error message, or an empty string.
    virtual std::string begin(int argc, const char* const* argv) = 0;
    virtual void flush(bool exiting) = 0;
    // Write what belongs at the end.
    virtual void conclude(bool exiting) = 0;
    virtual bool whole() const = 0;

    OutputFile file_;

  private:
    int open(int argc, const char* const* argv);

    Tcl_Channel channel_ = 0;
    bool ended_ = false;
    std::vector<std::unique_ptr<PacketTap>> taps_;
};

#endif
