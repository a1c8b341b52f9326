// One Trace object's way into a stream of records, and what nearly every line needs of both.
//
// A packet passes some ten Trace objects and looks the same at each; and mostly several things
// happen to it at one time: it arrives, enters the next queue and leaves it at once. Lines about
// known packets at known places are recorded here, where Trace can take the code in; all others
// by record_sink.cc.

#ifndef added_record_tap_h
#define added_record_tap_h

#include <cstring>

#include "records/record_format.hpp"
#include "records/trace_sink.h"
#include "scheduler.h"
#include "trace.h"
#include "traceline/packet_columns.h"

class RecordStream;

const double longest_s = 9e8;	// beyond, text: a later time has more digits than ns prints

// Where a stream is.
struct RecordPosition {
	char* at = 0;	  // where the next record goes
	char* limit = 0;  // beyond it there may be no room for a record and what it needs
	double now = 0;
	std::int64_t now_us = 0;
	std::int64_t written_us = 0;  // what a reader has as the time

	// The last record, if it is about a packet and another line may join it.
	char* last = 0;
	const KnownPacket* last_packet = 0;
	std::uint32_t last_path = 0;
	std::uint32_t last_number = 0;

	KnownPacket* packets = 0;  // by uid
	unsigned packet_mask = 0;
	HeaderPlaces headers = {};
	std::uint64_t flag_mask = shown_flags();
	std::uint64_t packet_lines = 0;
};

// As BaseTrace::round, which divides this by a million; for times that are not below zero.
inline std::int64_t rounded_us(double time_s) { return time_s * PRECISION + 0.5; }

class RecordTap : public PacketTap {
public:
	RecordTap(RecordStream& stream, RecordPosition& position)
		: stream_(stream), position_(position) {}
	bool take(int event, int from, int to, Packet* p, LineStyle style) override;
	RecordTap* for_records() override { return this; }

	// Take a plain line, if that is simple. False: take() is still to be asked.
	bool take_quickly(int event, int from, int to, Packet* p);

private:
	friend class RecordStream;

	bool join(RecordPosition& position, std::uint32_t place);

	RecordStream& stream_;
	RecordPosition& position_;
	int event_ = -1, from_ = 0, to_ = 0;
	std::uint32_t point_ = 0;  // as a path
	struct {
		std::uint16_t from, to;
	} next_[8] = {};  // paths that go on with this point
};

[[gnu::always_inline]] inline bool RecordTap::take_quickly(int event, int from, int to, Packet* p)
{
	RecordPosition& position = position_;
	unsigned char* headers = p->bits();
	const int uid = reinterpret_cast<hdr_cmn*>(headers + position.headers.common)->uid_;
	const std::uint32_t place = uid & position.packet_mask;
	const KnownPacket& known = position.packets[place];
	if (((event ^ event_) | (from ^ from_) | (to ^ to_))
	    || !known.is(headers, position.headers, position.flag_mask))
		return false;
	const double now = Scheduler::instance().clock();
	std::int64_t us = position.now_us;
	if (now != position.now) {
		if (!(now > position.now && now < longest_s))
			return false;
		us = rounded_us(now);
	} else if (position.last_packet == &known && position.last != 0) {
		return join(position, place);
	}
	const nsrecords::Word word = {point_, place, std::uint32_t(us - position.written_us)};
	if (us - position.written_us > nsrecords::most_number || !is_narrow(word)
	    || position.at > position.limit)
		return false;
	const std::uint32_t stored = lower_bits(word);
	position.last = position.at;
	std::memcpy(position.at, &stored, sizeof stored);
	position.at += sizeof stored;
	position.last_packet = &known;
	position.last_path = point_;
	position.last_number = word.number;
	position.now = now;
	position.now_us = position.written_us = us;
	++position.packet_lines;
	return true;
}

// The last record, too, gets this point.
[[gnu::always_inline]] inline bool RecordTap::join(RecordPosition& position, std::uint32_t place)
{
	const auto& next = next_[position.last_path & 7];
	const nsrecords::Word word = {next.to, place, position.last_number};
	if (next.from != position.last_path || !is_narrow(word)
	    || position.last + nsrecords::word_bytes != position.at)
		return false;
	const std::uint32_t stored = lower_bits(word);
	std::memcpy(position.last, &stored, sizeof stored);
	position.last_path = next.to;
	++position.packet_lines;
	return true;
}

#endif
