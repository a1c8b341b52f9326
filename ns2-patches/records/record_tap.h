// One Trace object's way into a stream of records, and what nearly every line needs of both.
//
// A packet passes some ten Trace objects and looks the same at each; and mostly several things
// happen to it at one time: it arrives, enters the next queue and leaves it at once. Lines about
// known packets at known places are recorded here, in code that the compiler can inline in Trace;
// all others by record_sink.cc. Every instruction counts: there are more lines than events.

#ifndef added_record_tap_h
#define added_record_tap_h

#include <climits>
#include <cstring>

#include "records/record_format.hpp"
#include "records/trace_sink.h"
#include "scheduler.h"
#include "trace.h"
#include "traceline/packet_columns.h"

class RecordStream;

const double longest_s = 9e8;  // beyond, text: a later time has more digits than ns prints

// An entry of the packet table, aligned so that each has a cache line to itself.
struct alignas(64) PlacedPacket : KnownPacket {};

// Where a stream is.
struct RecordPosition {
    char* at = 0;                 // where the next record goes
    char* limit = 0;              // beyond it there may be no room for a record and what it needs
    double now = 0;               // of the last line
    std::int64_t written_us = 0;  // the time according to the records written so far

    // The last record, if another line may join it: of which packet. The same, if the record is a
    // single word.
    const PlacedPacket* last_packet = 0;
    const PlacedPacket* joined = 0;
    // What it says: the path, and the rest in the form of a single word.
    std::uint32_t last_path = 0;
    std::uint32_t last_rest = 0;

    PlacedPacket* packets = 0;  // by uid
    unsigned packet_mask = 0;
    HeaderPlaces headers = {};
    std::uint64_t flag_mask = shown_flags();
    std::uint64_t packet_lines = 0;

    void forget_last() { last_packet = joined = 0; }
};

// As BaseTrace::round, which divides this by a million; for times that are not below zero.
inline std::int64_t rounded_us(double time_s) { return time_s * PRECISION + 0.5; }

// The ends of a link as one number.
inline std::uint64_t link_between(std::int32_t from, std::int32_t to) {
    const std::int32_t ends[] = {from, to};
    std::uint64_t link;
    std::memcpy(&link, ends, sizeof link);
    return link;
}

const std::uint64_t no_link = ~std::uint64_t(0) << 1;

class RecordTap : public PacketTap {
  public:
    explicit RecordTap(RecordStream& stream) : stream_(stream) {}
    bool take(int event, int from, int to, Packet* p, LineStyle style) override {
        return style == plain_line && take_plain(event, from, to, p);
    }
    RecordTap* for_records() override { return this; }

    // From now on, keep what record_quickly() needs in this place.
    void fill(RecordSpot& spot);
    // Take a plain line. False: it is still to be written as text.
    bool take_plain(int event, int from, int to, Packet* p);

  private:
    friend class RecordStream;

    RecordStream& stream_;
    RecordSpot own_;
    RecordSpot* spot_ = &own_;
    int event_ = -1, from_ = 0, to_ = 0;
};

// The last record, too, gets this point.
[[gnu::always_inline]] inline bool join_quickly(const RecordSpot& spot, RecordPosition& position) {
    const auto& next = spot.next[position.last_path & 7];
    if (next.from != position.last_path) return false;
    const std::uint32_t stored = next.to << nsrecords::kind_shift | position.last_rest;
    std::memcpy(position.at - sizeof stored, &stored, sizeof stored);
    position.last_path = next.to;
    ++position.packet_lines;
    return true;
}

// A record of one word.
[[gnu::always_inline]] inline bool add_quickly(const RecordSpot& spot, RecordPosition& position,
                                               const PlacedPacket& known, std::uint32_t place,
                                               double now) {
    // A time that is not possible, or not soon after the last, gives a large number.
    const std::int64_t us = rounded_us(now);
    const std::uint64_t number = us - position.written_us;
    static_assert(nsrecords::number_bits == nsrecords::index_bits, "are checked as one");
    if ((number | place) >> nsrecords::number_bits != 0 || position.at > position.limit)
        return false;
    const std::uint32_t rest = place << nsrecords::index_shift | std::uint32_t(number);
    const std::uint32_t stored = spot.point << nsrecords::kind_shift | rest;
    std::memcpy(position.at, &stored, sizeof stored);
    position.at += sizeof stored;
    position.last_packet = position.joined = &known;
    position.last_path = spot.point;
    position.last_rest = rest;
    position.now = now;
    position.written_us = us;
    ++position.packet_lines;
    return true;
}

// Take a plain line, if that is simple. False: nothing was done. The event is that of all lines
// before, as that of a Trace object is.
[[gnu::always_inline]] inline bool record_quickly(const RecordSpot& spot, int from, int to,
                                                  Packet* p) {
    RecordPosition& position = *spot.position;
    unsigned char* headers = p->bits();
    const hdr_cmn* common = reinterpret_cast<hdr_cmn*>(headers + position.headers.common);
    const std::uint32_t place = common->uid_ & position.packet_mask;
    const PlacedPacket& known = position.packets[place];
    if (link_between(from, to) != spot.link ||
        !known.is(headers, position.headers, position.flag_mask))
        return false;
    const double now = Scheduler::instance().clock();
    if (&known == position.joined && now == position.now) return join_quickly(spot, position);
    return add_quickly(spot, position, known, place, now);
}

#endif
