// Traces as records: see record_format.hpp for what they are, record_tap.h for the quick way.
//
// A packet is described once, in a place that its uid chooses; and what happens to it at one time,
// such as arriving, entering the next queue and leaving it at once, is a single record that names
// the path.

#include <array>
#include <climits>
#include <cstddef>
#include <cstdio>
#include <unordered_map>
#include <vector>

#include "records/record_tap.h"
#include "records/record_writer.h"
#include "records/sink_channel.h"

using nsrecords::first_path;
using nsrecords::is_narrow;
using nsrecords::lower_bits;

namespace {

const std::size_t first_places = 64;  // for packets; a power of two, as all that follow
const std::size_t most_places = 65536;
const int most_layouts = 65536;
const int most_joined = 32768;  // beyond, names are for single points
const int most_paths = 65536;

std::size_t bytes_of(const nsrecords::Word& word) {
    return (is_narrow(word) ? 1 : 2) * nsrecords::word_bytes;
}

struct Hash {
    std::size_t operator()(const PacketColumns& columns) const { return hash_of(columns); }
};

}  // namespace

class RecordStream : public SinkObject {
  public:
    RecordStream() : writer_(file_, position_) { place_packets(first_places); }

    RecordPosition& position() { return position_; }
    void text(const char* data, int bytes) override { writer_.text(data, bytes); }
    bool packet(RecordTap& tap, Packet* p);
    bool define_point(RecordTap& tap, int event, int from, int to);

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
        if (argc > 0) return "trace-records takes nothing but a file";
        writer_.header();
        return "";
    }
    void flush(bool exiting) override { writer_.flush(exiting); }
    void conclude(bool exiting) override { writer_.end(exiting); }
    bool whole() const override { return false; }

  private:
    struct Layout {
        PacketColumns columns;
        int name;
        int sequence_offset;  // in packets; -1 if they have no number
        nsrecords::Sequence sequence;
    };
    struct Variable {
        std::uint16_t name;
        char form;
        VariableOwner owner;
        std::string called;
    };

    void make_room() {
        if (writer_.full()) flush(false);
    }
    void write_line(RecordTap& tap, std::uint32_t place);
    void write_last(const nsrecords::Word& word);
    bool join_last(RecordTap& tap, std::uint32_t place);
    bool define_packet(std::uint32_t place, Packet* p);
    void write_packet(std::uint32_t place, Layout& layout, const nsrecords::PacketData& data);
    void place_packets(std::size_t count);
    void skip_to(std::int64_t us);
    std::uint32_t path_on(std::uint32_t path, RecordTap& tap);
    std::uint32_t new_path(std::uint32_t pair);
    void forget_packets();
    Layout* layout_of(Packet* p, const PacketColumns& columns);
    Layout* find_layout(Packet* p, const PacketColumns& columns);
    Layout* new_layout(Packet* p, const PacketColumns& columns);
    bool pass_time(double now);
    bool add_value(const TracedVar* v, const VariableOwner& owner, char form, double value);
    const Variable* define_variable(const TracedVar* v, const VariableOwner& owner, char form);

    RecordPosition position_;
    nsrecords::Word last_ = {};  // the last record, unless more was joined to it quickly
    RecordWriter writer_;

    std::vector<PlacedPacket> packets_;
    std::size_t returned_ = 0;  // packets that found a later one in their place
    std::int32_t last_uid_ = -1;
    std::array<Layout*, 256> recent_ = {};
    std::unordered_map<PacketColumns, Layout, Hash> layouts_;

    std::unordered_map<std::uint32_t, std::uint16_t> paths_on_;  // by path and next point
    std::vector<unsigned char> lengths_ = std::vector<unsigned char>(first_path);  // of paths
    std::unordered_map<const TracedVar*, Variable> variables_;
    const TracedVar* recent_variable_ = 0;
    const Variable* recent_value_ = 0;
    int next_variable_ = 0;
};

namespace {

static class RecordStreamClass : public TclClass {
  public:
    RecordStreamClass() : TclClass("TraceSink/Records") {}
    TclObject* create(int, const char* const*) override { return new RecordStream; }
} record_stream_class;

}  // namespace

void RecordTap::fill(RecordSpot& spot) {
    spot_ = &spot;
    spot.position = &stream_.position();
    spot.link = no_link;
    event_ = -1;
}

bool RecordTap::take_plain(int event, int from, int to, Packet* p) {
    if (((event ^ event_) | (from ^ from_) | (to ^ to_)) != 0 &&
        !stream_.define_point(*this, event, from, to))
        return false;
    return stream_.packet(*this, p);
}

// One line about `p`, at the point of `tap`.
bool RecordStream::packet(RecordTap& tap, Packet* p) {
    const double now = Scheduler::instance().clock();
    if (now != position_.now && !pass_time(now)) return false;
    make_room();
    // Packets often find a newer one in their place: more are under way than there are places.
    if (returned_ > packets_.size() && packets_.size() < most_places)
        place_packets(2 * packets_.size());
    const std::uint32_t place = hdr_cmn::access(p)->uid() & position_.packet_mask;
    const bool known = packets_[place].is(p->bits(), position_.headers, position_.flag_mask);
    if (known && position_.last_packet == &packets_[place] && join_last(tap, place)) return true;
    if (!known && !define_packet(place, p)) return false;
    write_line(tap, place);
    return true;
}

inline void RecordStream::write_line(RecordTap& tap, std::uint32_t place) {
    const std::int64_t us = rounded_us(position_.now);
    if (us - position_.written_us > nsrecords::most_number) skip_to(us);
    write_last({tap.spot_->point, place, std::uint32_t(us - position_.written_us)});
    position_.written_us = us;
}

// A record that other lines may join.
inline void RecordStream::write_last(const nsrecords::Word& word) {
    last_ = word;
    position_.last_packet = &packets_[word.index];
    position_.joined = is_narrow(word) ? position_.last_packet : 0;
    position_.last_path = word.kind;
    position_.last_rest = lower_bits({0, word.index, word.number});
    writer_.word(word);
    ++position_.packet_lines;
}

// Have the last record tell of the point of `tap` besides.
bool RecordStream::join_last(RecordTap& tap, std::uint32_t place) {
    if (position_.joined != 0)
        last_ = nsrecords::joined(0, lower_bits({position_.last_path, 0, 0}) | position_.last_rest);
    // A definition has to stand before the record that needs it: in the place of that.
    char* end = position_.at;
    position_.at -= bytes_of(last_);
    std::uint32_t path = path_on(last_.kind, tap);
    if (path == 0) {
        position_.at = end;
        return false;
    }
    write_last({path, place, last_.number});
    return true;
}

// The time has changed.
bool RecordStream::pass_time(double now) {
    if (!(now >= 0 && now < longest_s) || now < position_.now) return false;
    position_.forget_last();
    position_.now = now;
    return true;
}

void RecordStream::skip_to(std::int64_t us) {
    writer_.word({nsrecords::time_us, 0, 0});
    writer_.append(&us, sizeof us);
    position_.written_us = us;
}

bool RecordStream::define_point(RecordTap& tap, int event, int from, int to) {
    RecordSpot& spot = *tap.spot_;
    spot.link = no_link;
    tap.event_ = -1;
    if (lengths_.size() == most_paths) return false;
    make_room();
    spot.point = lengths_.size();
    lengths_.push_back(1);
    writer_.named(
        nsrecords::point, spot.point,
        std::string(1, char(event)) + ' ' + std::to_string(from) + ' ' + std::to_string(to));
    tap.event_ = event;
    tap.from_ = from;
    tap.to_ = to;
    for (auto& next : spot.next) next = {0, 0};
    // With a name that takes a wide word, lines are not simple.
    if (is_narrow({spot.point, 0, 0})) spot.link = link_between(from, to);
    return true;
}

// The path that goes on from `path` with the point of `tap`; 0 if there is none.
std::uint32_t RecordStream::path_on(std::uint32_t path, RecordTap& tap) {
    const std::uint32_t pair = path << 16 | tap.spot_->point;
    auto found = paths_on_.find(pair);
    const std::uint32_t to = found != paths_on_.end() ? found->second : new_path(pair);
    if (to != 0 && is_narrow({path, 0, 0}) && is_narrow({to, 0, 0}))
        tap.spot_->next[path & 7] = {std::uint16_t(path), std::uint16_t(to)};
    return to;
}

std::uint32_t RecordStream::new_path(std::uint32_t pair) {
    std::uint32_t name = lengths_.size();
    int length = lengths_[pair >> 16];
    if (length == nsrecords::most_points || name >= most_joined) return 0;
    writer_.word({nsrecords::path, name, 0});
    writer_.append(&pair, sizeof pair);
    lengths_.push_back(length + 1);
    paths_on_[pair] = name;
    return name;
}

void RecordStream::forget_packets() {
    for (KnownPacket& packet : packets_) packet.forget();
    recent_.fill(0);
}

void RecordStream::place_packets(std::size_t count) {
    packets_.resize(count);
    position_.packets = packets_.data();
    position_.packet_mask = count - 1;
    position_.forget_last();
    returned_ = 0;
    forget_packets();
}

inline bool RecordStream::define_packet(std::uint32_t place, Packet* p) {
    position_.headers = HeaderPlaces::now();
    position_.forget_last();
    PacketColumns columns = columns_of(p->bits(), position_.headers, position_.flag_mask);
    Layout* layout = layout_of(p, columns);
    if (layout == 0) return false;
    PlacedPacket& packet = packets_[place];
    const int before = packet.columns.type_and_size != no_type ? packet.uid : INT_MIN;
    const int sequence =
        packet.set(p->bits(), columns, position_.headers.common, layout->sequence_offset);
    if (packet.uid < before) ++returned_;
    write_packet(place, *layout, {sequence, packet.uid});
    return true;
}

inline void RecordStream::write_packet(std::uint32_t place, Layout& layout,
                                       const nsrecords::PacketData& data) {
    const std::uint32_t name = layout.name;
    if (data.uid == nsrecords::following(last_uid_) && data.sequence == layout.sequence.next()) {
        writer_.word({nsrecords::next_packet, place, name});
    } else {
        writer_.word({nsrecords::packet, place, name});
        writer_.append(&data, sizeof data);
    }
    layout.sequence.take(data.sequence);
    last_uid_ = data.uid;
}

inline RecordStream::Layout* RecordStream::layout_of(Packet* p, const PacketColumns& columns) {
    Layout*& recent = recent_[hash_of(columns) % recent_.size()];
    if (recent != 0 && recent->columns == columns) return recent;
    Layout* layout = find_layout(p, columns);
    return layout == 0 ? 0 : recent = layout;
}

RecordStream::Layout* RecordStream::find_layout(Packet* p, const PacketColumns& columns) {
    auto found = layouts_.find(columns);
    return found != layouts_.end() ? &found->second : new_layout(p, columns);
}

RecordStream::Layout* RecordStream::new_layout(Packet* p, const PacketColumns& columns) {
    std::string text = layout_text(p);
    if (text.size() > nsrecords::most_name) return 0;
    if (layouts_.size() == most_layouts) {
        layouts_.clear();
        forget_packets();
    }
    const int name = layouts_.size();
    writer_.named(nsrecords::layout, name, text);
    const int offset = sequence_offset(hdr_cmn::access(p)->ptype());
    return &(layouts_[columns] = {columns, name, offset, {}});
}

bool RecordStream::add_value(const TracedVar* v, const VariableOwner& owner, char form,
                             double value) {
    const Variable* variable = recent_value_;
    if (v != recent_variable_) {
        auto found = variables_.find(v);
        variable = found == variables_.end() ? 0 : &found->second;
    }
    if (variable == 0 || variable->form != form || !(variable->owner == owner) ||
        variable->called != const_cast<TracedVar*>(v)->name())
        variable = define_variable(v, owner, form);
    recent_variable_ = v;
    recent_value_ = variable;
    if (variable == 0) return false;
    make_room();
    position_.forget_last();
    nsrecords::ValueData data = {Scheduler::instance().clock(), value};
    writer_.word({nsrecords::value, variable->name, 0});
    writer_.append(&data, sizeof data);
    return true;
}

const RecordStream::Variable* RecordStream::define_variable(const TracedVar* v,
                                                            const VariableOwner& owner, char form) {
    Variable variable = {0, form, owner, const_cast<TracedVar*>(v)->name()};
    char numbers[64];
    std::snprintf(numbers, sizeof numbers, "%c %-2d %-2d %-2d %-2d ", form, owner.source,
                  owner.source_port, owner.destination, owner.destination_port);
    std::string text = numbers + variable.called + ' ';
    if (text.size() > nsrecords::most_name || next_variable_ == 65536) return 0;
    make_room();
    variable.name = next_variable_++;
    writer_.named(nsrecords::variable, variable.name, text);
    return &(variables_[v] = variable);
}
