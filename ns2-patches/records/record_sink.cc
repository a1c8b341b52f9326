// Traces as records: see record_format.h for what they are.
//
// A packet passes some ten Trace objects and looks the same at each. It is described once, in a
// place that its uid chooses; and what happens to it at one time, such as arriving, entering the
// next queue and leaving it at once, is a single record that names the path.

#include <array>
#include <cstddef>
#include <cstdio>
#include <unordered_map>
#include <vector>

#include "records/packet_columns.h"
#include "records/record_writer.h"
#include "records/sink_channel.h"
#include "scheduler.h"
#include "trace.h"

using nsrecords::first_path;
using nsrecords::Word;

namespace {

const std::size_t first_places = 1024;	// for packets; a power of two, as all that follow
const std::size_t most_places = 65536;
const std::uint64_t no_type = ~std::uint64_t(0);
const int most_layouts = 65536;
const int most_joined = 32768;	  // paths of several points, by name
const int most_paths = 65536;
const double longest_s = 9e8;	  // beyond, text: a later time has more digits than ns prints

struct Hash {
	std::size_t operator()(const PacketColumns& columns) const { return hash_of(columns); }
};

// What was last said about the packets that share a place.
struct alignas(64) Place {
	PacketColumns columns;	// of no type if nothing was
	int uid;
	int sequence_offset;  // where the number lies; of packets without one, the uid
	int sequence;	      // what lies there
};

class Stream;

class RecordTap : public PacketTap {
public:
	explicit RecordTap(Stream& stream) : stream_(stream) {}
	bool take(int event, int from, int to, Packet* p, LineStyle style) override;

	Stream& stream_;
	int event_ = -1, from_ = 0, to_ = 0;
	std::uint16_t point_ = 0;  // as a path; 0 if there is no name left
	struct {
		std::uint16_t from, to;
	} next_[8] = {};  // paths that go on with this point
};

class Stream : public SinkObject {
public:
	Stream() : writer_(file_), flag_mask_(shown_flags()) { place_packets(first_places); }

	void text(const char* data, int bytes) override {
		last_ = 0;
		writer_.text(data, bytes);
	}
	bool packet(RecordTap& tap, Packet* p);
	[[gnu::noinline]] bool other_packet(RecordTap& tap, Packet* p);
	[[gnu::noinline]] bool define_point(RecordTap& tap, int event, int from, int to);

	bool take(const TracedVar* v, const VariableOwner& owner, double value) override {
		return add_value(v, owner, nsrecords::decimal_value, value);
	}
	bool take(const TracedVar* v, const VariableOwner& owner, int value) override {
		return add_value(v, owner, nsrecords::integer_value, value);
	}

protected:
	std::unique_ptr<PacketTap> make_tap() override {
		return std::unique_ptr<PacketTap>(new RecordTap(*this));
	}
	std::string begin(int argc, const char* const*) override {
		if (argc > 0)
			return "trace-records takes nothing but a file";
		writer_.header();
		return "";
	}
	void flush(bool exiting) override {
		last_ = 0;
		writer_.flush(exiting);
	}
	void conclude(bool exiting) override { writer_.end(exiting); }
	bool whole() const override { return false; }

private:
	struct Variable {
		std::uint16_t name;
		char form;
		VariableOwner owner;
		std::string called;
	};

	void make_room() {
		if (writer_.full())
			flush(false);
	}
	// Apart from what happens for every line, so that it stays small.
	bool define_packet(Place& place, Packet* p);
	void write_line(RecordTap& tap, const Place& place);
	void place_packets(std::size_t count);
	[[gnu::noinline]] void skip_to(std::int64_t us);
	[[gnu::noinline]] std::uint16_t join(std::uint16_t path, std::uint16_t point);
	void forget_packets();
	int layout_of(Packet* p, const PacketColumns& columns);
	int new_layout(Packet* p, const PacketColumns& columns);
	std::uint16_t path_on(std::uint16_t path, RecordTap& tap);
	bool pass_time(double now);
	bool add_value(const TracedVar* v, const VariableOwner& owner, char form, double value);
	const Variable* define_variable(const TracedVar* v, const VariableOwner& owner, char form);

	// What every line needs lies together.
	RecordWriter writer_;
	double now_ = 0;
	std::int64_t now_us_ = 0;
	std::int64_t written_us_ = 0;  // what a reader has as the time
	char* last_ = 0;  // the last record, if it is about a packet and another line may join it
	const Place* last_place_ = 0;
	Place* first_place_;
	std::uint64_t flag_mask_;
	HeaderPlaces headers_ = {};
	unsigned place_mask_;
	std::uint16_t last_path_ = 0;

	std::vector<Place> places_;
	std::size_t returned_ = 0;  // packets that found a later one in their place
	struct Layout {
		PacketColumns columns;
		int name;  // -1: none
	};
	std::array<Layout, 256> recent_;
	std::unordered_map<PacketColumns, int, Hash> layouts_;

	std::unordered_map<std::uint32_t, std::uint16_t> joined_;
	std::vector<unsigned char> lengths_;  // of paths of several points, by name
	int next_joined_ = first_path;
	int next_point_ = most_joined;
	std::unordered_map<const TracedVar*, Variable> variables_;
	int next_variable_ = 0;
};

static class StreamClass : public TclClass {
public:
	StreamClass() : TclClass("TraceSink/Records") {}
	TclObject* create(int, const char* const*) override { return new Stream; }
} stream_class;

inline void Stream::write_line(RecordTap& tap, const Place& place)
{
	last_ = writer_.word(tap.point_, &place - first_place_, now_us_ - written_us_);
	last_path_ = tap.point_;
	last_place_ = &place;
	written_us_ = now_us_;
	++writer_.packet_lines;
}

// One line about `p`, at the point of `tap`.
inline bool Stream::packet(RecordTap& tap, Packet* p)
{
	double now = Scheduler::instance().clock();
	if (now != now_ && !pass_time(now))
		return false;
	make_room();
	unsigned char* headers = p->bits();
	int uid = reinterpret_cast<hdr_cmn*>(headers + headers_.common)->uid_;
	Place& place = first_place_[uid & place_mask_];
	bool same = place.uid == uid && place.columns == columns_of(headers, headers_, flag_mask_)
		    && place.sequence == *reinterpret_cast<int*>(headers + place.sequence_offset);
	if (!same)
		return other_packet(tap, p);
	if (last_ != 0 && last_place_ == &place) {
		if (std::uint16_t path = path_on(last_path_, tap)) {
			last_path_ = path;
			std::memcpy(last_, &path, sizeof path);
			++writer_.packet_lines;
			return true;
		}
	}
	write_line(tap, place);
	return true;
}

bool RecordTap::take(int event, int from, int to, Packet* p, LineStyle style)
{
	if (style != plain_line)
		return false;
	if ((event ^ event_) | (from ^ from_) | (to ^ to_))
		if (!stream_.define_point(*this, event, from, to))
			return false;
	return stream_.packet(*this, p);
}

// A line about a packet that is not the one its place is known for.
bool Stream::other_packet(RecordTap& tap, Packet* p)
{
	// More packets are under way than there are places?
	if (returned_ > places_.size() && places_.size() < most_places)
		place_packets(2 * places_.size());
	Place& place = first_place_[hdr_cmn::access(p)->uid_ & place_mask_];
	if (!define_packet(place, p))
		return false;
	write_line(tap, place);
	return true;
}

// The time has changed.
bool Stream::pass_time(double now)
{
	if (!(now >= 0 && now < longest_s))
		return false;
	// As BaseTrace::round, which divides this by a million; no number here is below zero.
	std::int64_t us = now * PRECISION + 0.5;
	if (us < now_us_)
		return false;
	last_ = 0;
	now_ = now;
	now_us_ = us;
	if (us - written_us_ > 0xffffffffLL)
		skip_to(us);
	return true;
}

void Stream::skip_to(std::int64_t us)
{
	make_room();
	writer_.word(nsrecords::time_us, 0, 0);
	writer_.append(&us, sizeof us);
	written_us_ = us;
}

bool Stream::define_point(RecordTap& tap, int event, int from, int to)
{
	tap.event_ = -1;
	if (next_point_ == most_paths)
		return false;
	make_room();
	last_ = 0;
	tap.point_ = next_point_++;
	writer_.named(nsrecords::point, tap.point_,
		      std::string(1, char(event)) + ' ' + std::to_string(from) + ' '
			      + std::to_string(to));
	tap.event_ = event;
	tap.from_ = from;
	tap.to_ = to;
	return true;
}

// The path that goes on from `path` with the point of `tap`; 0 if there is none.
std::uint16_t Stream::path_on(std::uint16_t path, RecordTap& tap)
{
	auto& known = tap.next_[path & 7];
	if (known.from != path) {
		known.to = join(path, tap.point_);
		known.from = path;
	}
	return known.to;
}

std::uint16_t Stream::join(std::uint16_t path, std::uint16_t point)
{
	std::uint32_t pair = std::uint32_t(path) << 16 | point;
	auto found = joined_.find(pair);
	if (found != joined_.end())
		return found->second;
	int length = path >= most_joined ? 1 : lengths_[path - first_path];
	if (length == nsrecords::most_points || next_joined_ == most_joined)
		return 0;
	// The definition has to stand before the record that will use it.
	Word last;
	std::memcpy(&last, last_, sizeof last);
	writer_.drop_word(last_);
	writer_.word(nsrecords::path, next_joined_, pair);
	last_ = writer_.word(last.kind, last.index, last.number);
	lengths_.push_back(length + 1);
	joined_[pair] = next_joined_;
	return next_joined_++;
}

void Stream::forget_packets()
{
	for (Place& place : places_)
		place.columns.type_and_size = no_type;
	recent_.fill({{}, -1});
}

void Stream::place_packets(std::size_t count)
{
	places_.resize(count);
	first_place_ = places_.data();
	place_mask_ = count - 1;
	returned_ = 0;
	last_ = 0;
	forget_packets();
}

bool Stream::define_packet(Place& place, Packet* p)
{
	hdr_cmn* common = hdr_cmn::access(p);
	headers_ = HeaderPlaces::now();
	PacketColumns columns = columns_of(p->bits(), headers_, flag_mask_);
	last_ = 0;
	int layout = layout_of(p, columns);
	if (layout < 0)
		return false;
	if (place.columns.type_and_size != no_type && common->uid() < place.uid)
		++returned_;
	int offset = sequence_offset(common->ptype());
	nsrecords::PacketData data = {-1, common->uid()};
	place.columns = columns;
	place.uid = common->uid();
	if (offset >= 0) {
		place.sequence = data.sequence = *reinterpret_cast<int*>(p->access(offset));
		place.sequence_offset = offset;
	} else {
		place.sequence = common->uid();
		place.sequence_offset = hdr_cmn::offset() + offsetof(hdr_cmn, uid_);
	}
	writer_.word(nsrecords::packet, &place - first_place_, layout);
	writer_.append(&data, sizeof data);
	return true;
}

int Stream::layout_of(Packet* p, const PacketColumns& columns)
{
	Layout& recent = recent_[hash_of(columns) % recent_.size()];
	if (recent.name < 0 || !(recent.columns == columns)) {
		recent.name = new_layout(p, columns);
		recent.columns = columns;
	}
	return recent.name;
}

int Stream::new_layout(Packet* p, const PacketColumns& columns)
{
	auto found = layouts_.find(columns);
	if (found != layouts_.end())
		return found->second;
	std::string text = layout_text(p);
	if (text.size() > nsrecords::most_name)
		return -1;
	if (layouts_.size() == most_layouts) {
		layouts_.clear();
		forget_packets();
	}
	int name = layouts_.size();
	layouts_[columns] = name;
	writer_.named(nsrecords::layout, name, text);
	return name;
}

bool Stream::add_value(const TracedVar* v, const VariableOwner& owner, char form, double value)
{
	auto found = variables_.find(v);
	const Variable* variable = found == variables_.end() ? 0 : &found->second;
	if (variable == 0 || variable->form != form || !(variable->owner == owner)
	    || variable->called != const_cast<TracedVar*>(v)->name())
		variable = define_variable(v, owner, form);
	if (variable == 0)
		return false;
	make_room();
	last_ = 0;
	nsrecords::ValueData data = {Scheduler::instance().clock(), value};
	writer_.word(nsrecords::value, variable->name, 0);
	writer_.append(&data, sizeof data);
	return true;
}

const Stream::Variable* Stream::define_variable(const TracedVar* v, const VariableOwner& owner,
						char form)
{
	Variable variable = {0, form, owner, const_cast<TracedVar*>(v)->name()};
	char numbers[64];
	std::snprintf(numbers, sizeof numbers, "%c %-2d %-2d %-2d %-2d ", form, owner.source,
		      owner.source_port, owner.destination, owner.destination_port);
	std::string text = numbers + variable.called + ' ';
	if (text.size() > nsrecords::most_name || next_variable_ == 65536)
		return 0;
	make_room();
	last_ = 0;
	variable.name = next_variable_++;
	writer_.named(nsrecords::variable, variable.name, text);
	return &(variables_[v] = variable);
}

}  // namespace
