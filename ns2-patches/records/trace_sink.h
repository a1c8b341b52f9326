// Where trace lines can go instead of to a file as text. What ns' own sources see of it.
//
// A sink is a Tcl channel of a type of its own, so that a script can pass it wherever ns takes
// a trace file. What is written to the channel arrives as text; Trace objects and TCP agents
// that find a sink behind their channel hand it packets and values as they are.

#ifndef added_trace_sink_h
#define added_trace_sink_h

#include <cstdint>

#include <tcl.h>

class BinsTap;
class Packet;
class RecordTap;
class TracedVar;
struct RecordPosition;

// What Trace would write about a packet.
enum LineStyle {
    plain_line,  // the twelve columns, and nothing else happens
    wide_line,   // more columns, or something else besides (nam, a callback)
    other_line   // the tagged form, or a line for each chunk of SCTP
};

// What nearly every line needs to become a record. Trace keeps it among its options: there are many
// Trace objects, and each further cache line costs an access to memory.
struct RecordSpot {
    RecordPosition* position = 0;  // in the stream; null if there is none
    std::uint64_t link;            // where the lines are about
    std::uint32_t point;           // the same and the event, as a record calls it
    struct {
        std::uint16_t from, to;
    } next[8];  // paths that go on with this point
};

// One Trace object's way into a sink.
class PacketTap {
  public:
    virtual ~PacketTap() {}
    // Take what happened to `p`. False: the line is still to be written as text.
    virtual bool take(int event, int from, int to, Packet* p, LineStyle) = 0;
    // Itself, if it is of that sort; else null.
    virtual RecordTap* for_records() { return 0; }
    virtual BinsTap* for_bins() { return 0; }
};

// A traced variable of an agent.
struct VariableOwner {
    int source, source_port, destination, destination_port;
    bool operator==(const VariableOwner& other) const {
        return source == other.source && source_port == other.source_port &&
               destination == other.destination && destination_port == other.destination_port;
    }
};

class TraceSink {
  public:
    virtual ~TraceSink() {}
    // For an object that keeps it as long as it is attached; the sink owns it.
    virtual PacketTap* new_tap() = 0;
    // Take a new value. False: it is still to be written as text.
    virtual bool take(const TracedVar*, const VariableOwner&, double value) = 0;
    virtual bool take(const TracedVar*, const VariableOwner&, int value) = 0;
};

// The sink behind a channel; null if it is an ordinary one.
TraceSink* trace_sink(Tcl_Channel channel);

#endif
