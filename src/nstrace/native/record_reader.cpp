#include "record_reader.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace nstrace {
namespace {

using nsrecords::Word;

// The size of text that is buffered.
constexpr std::size_t at_once = 256 << 10;
constexpr std::size_t header_limit = 64 << 10;

// A word of four bytes can stand for sixteen lines of some sixty bytes, so a real trace is at most
// about 250 times as long as its records. Names can be as long as 255 bytes, so a malicious stream
// could expand to twenty times as much, which would exhaust disk space and time.
constexpr std::uint64_t most_growth = 256;
constexpr std::uint64_t growth_before = 64 << 20;  // text to which the limit does not apply

template <typename Value>
Value take(std::string_view bytes, std::size_t from = 0) {
    Value value;
    std::memcpy(&value, bytes.data() + from, sizeof value);
    return value;
}

constexpr std::size_t padded(std::size_t bytes) {
    return (bytes + nsrecords::word_bytes - 1) / nsrecords::word_bytes * nsrecords::word_bytes;
}

// The meaning of a name; an empty one, as for undefined names, beyond the highest defined one.
template <typename Meaning>
const Meaning& meaning(const std::vector<Meaning>& all, std::size_t name) {
    static const Meaning nothing;
    return name < all.size() ? all[name] : nothing;
}

template <typename Meaning>
Meaning& place_for(std::vector<Meaning>& all, std::size_t name) {
    if (name >= all.size()) all.resize(std::max(name + 1, 2 * all.size()));
    return all[name];
}

void append_integer(std::string& out, std::int64_t value) {
    std::array<char, 24> digits;
    out.append(digits.data(), std::to_chars(digits.begin(), digits.end(), value).ptr);
}

// As "%-8.5f" does with `width` 8 and `decimals` 5.
void append_fixed(std::string& out, double value, std::size_t width, int decimals) {
    std::array<char, 400> digits;
    auto end =
        std::to_chars(digits.begin(), digits.end(), value, std::chars_format::fixed, decimals).ptr;
    std::size_t length = end - digits.data();
    out.append(digits.data(), length);
    if (length < width) out.append(width - length, ' ');
}

// Microseconds as seconds, as "%.15g" does.
void append_seconds(std::string& out, std::int64_t us) {
    if (us > 0 && us < 100) {  // below 10^-4, as in 1.2e-05
        int exponent = us < 10 ? 6 : 5;
        out += static_cast<char>('0' + (us < 10 ? us : us / 10));
        if (us >= 10 && us % 10 != 0) {
            out += '.';
            out += static_cast<char>('0' + us % 10);
        }
        out += "e-0";
        out += static_cast<char>('0' + exponent);
        return;
    }
    append_integer(out, us / 1'000'000);
    auto fraction = us % 1'000'000;
    if (fraction == 0) return;
    std::array<char, 7> digits{'.'};
    for (int i = 6; i > 0; --i, fraction /= 10) digits[i] = static_cast<char>('0' + fraction % 10);
    int length = 7;
    while (digits[length - 1] == '0') --length;
    out.append(digits.data(), length);
}

}  // namespace

void RecordReader::fail(const std::string& what) const {
    throw RecordError("records, byte " + std::to_string(passed_ + at_) + ": " + what);
}

void RecordReader::feed(std::string_view bytes) {
    passed_ += at_;
    input_.erase(0, at_);
    at_ = 0;
    input_.append(bytes);
}

std::size_t RecordReader::read(std::span<char> out) {
    if (given_ == output_.size()) {
        output_.clear();
        given_ = 0;
        if (!started_ && !read_header()) return 0;
        while (output_.size() < at_once && read_record(output_)) continue;
        made_ += output_.size();
        if (made_ > growth_before + most_growth * (passed_ + at_))
            fail("up to here the records stand for " + std::to_string(made_) +
                 " bytes of text, more than ns writes with so few");
    }
    auto count = std::min(out.size(), output_.size() - given_);
    std::memcpy(out.data(), output_.data() + given_, count);
    given_ += count;
    return count;
}

void RecordReader::finish() const {
    if (!ended_)
        throw RecordError("records, byte " + std::to_string(passed_ + input_.size()) +
                          ": the stream stops here without its end record; it was cut, or the "
                          "simulation did not get to its end");
}

bool RecordReader::read_header() {
    using nsrecords::Header;
    if (input_.size() < sizeof(Header)) return false;
    auto header = take<Header>(input_);
    if (std::memcmp(header.magic, nsrecords::magic, sizeof header.magic) != 0)
        fail("this is no record stream");
    if (header.byte_order != nsrecords::byte_order)
        fail("written on a computer with another byte order");
    if (header.version != nsrecords::version)
        fail("version " + std::to_string(header.version) + " is not known, only " +
             std::to_string(nsrecords::version));
    if (header.word_bytes != nsrecords::word_bytes || header.header_bytes < sizeof(Header) ||
        header.header_bytes % nsrecords::word_bytes != 0 || header.header_bytes > header_limit)
        fail("the header is damaged");
    if (input_.size() < header.header_bytes) return false;
    at_ = header.header_bytes;
    started_ = true;
    return true;
}

// Reads one record if it is complete.
bool RecordReader::read_record(std::string& out) {
    std::string_view left = std::string_view(input_).substr(at_);
    if (ended_ && !left.empty()) fail("something follows the end record");
    if (left.size() < nsrecords::word_bytes) return false;
    auto first = take<std::uint32_t>(left);
    auto word = nsrecords::joined(0, first);
    std::size_t start = nsrecords::word_bytes;
    if (word.kind == nsrecords::wide) {
        start = 2 * nsrecords::word_bytes;
        if (left.size() < start) return false;
        word = nsrecords::joined(first, take<std::uint32_t>(left, nsrecords::word_bytes));
    }
    if (word.kind >= nsrecords::first_path) {
        write_lines(word, out);
        at_ += start;
        return true;
    }
    auto bytes = data_bytes(word);
    if (left.size() < start + padded(bytes)) return false;
    read_data(word, left.substr(start, bytes), out);
    at_ += start + padded(bytes);
    return true;
}

std::size_t RecordReader::data_bytes(const Word& word) const {
    switch (word.kind) {
        case nsrecords::end_of_stream: return sizeof(nsrecords::EndData);
        case nsrecords::text:
            if (word.number > nsrecords::most_text) fail("a text of impossible length");
            return word.number;
        case nsrecords::point:
        case nsrecords::layout:
        case nsrecords::variable:
            if (word.number > nsrecords::most_name) fail("a name of impossible length");
            return word.number;
        case nsrecords::path: return sizeof(std::uint32_t);
        case nsrecords::packet: return sizeof(nsrecords::PacketData);
        case nsrecords::next_packet: return 0;
        case nsrecords::time_us: return sizeof(std::int64_t);
        case nsrecords::value: return sizeof(nsrecords::ValueData);
        default: fail("a record of unknown kind " + std::to_string(word.kind));
    }
}

void RecordReader::read_data(const Word& word, std::string_view data, std::string& out) {
    switch (word.kind) {
        case nsrecords::end_of_stream: read_end(data); break;
        case nsrecords::text:
            out += data;
            text_bytes_ += data.size();
            break;
        case nsrecords::point: define_point(word.index, data); break;
        case nsrecords::path: define_path(word.index, take<std::uint32_t>(data)); break;
        case nsrecords::layout: place_for(layouts_, word.index) = {std::string(data), {}}; break;
        case nsrecords::packet: set_packet(word, take<nsrecords::PacketData>(data)); break;
        case nsrecords::next_packet: define_next_packet(word); break;
        case nsrecords::time_us: set_time(take<std::int64_t>(data)); break;
        case nsrecords::variable: define_variable(word.index, data); break;
        case nsrecords::value: write_value(word, data, out); break;
        default: break;
    }
}

void RecordReader::read_end(std::string_view data) {
    auto counted = take<nsrecords::EndData>(data);
    if (counted.bytes != passed_ + at_)
        fail("the end record counts " + std::to_string(counted.bytes) + " bytes before it");
    if (counted.packet_lines != packet_lines_ || counted.text_bytes != text_bytes_)
        fail("the end record counts " + std::to_string(counted.packet_lines) +
             " lines about packets and " + std::to_string(counted.text_bytes) +
             " bytes of text; there are " + std::to_string(packet_lines_) + " and " +
             std::to_string(text_bytes_));
    ended_ = true;
}

void RecordReader::define_point(std::uint16_t name, std::string_view text) {
    if (name < nsrecords::first_path || text.size() < 3 || text[1] != ' ')
        fail("a point that is none");
    place_for(paths_, name) = {0, 1, std::string(text)};
}

void RecordReader::define_path(std::uint16_t name, std::uint32_t pair) {
    std::uint16_t before = pair >> 16;
    std::uint16_t point = pair & 0xffff;
    if (name < nsrecords::first_path || before == name || point == name ||
        meaning(paths_, before).points == 0 || meaning(paths_, point).points != 1 ||
        meaning(paths_, before).points == nsrecords::most_points)
        fail("a path that leads nowhere");
    // Its name is that of its last point.
    auto text = paths_[point].name;
    auto points = static_cast<std::uint16_t>(paths_[before].points + 1);
    place_for(paths_, name) = {before, points, text};
}

RecordReader::Layout& RecordReader::layout_named(std::uint32_t name) {
    if (name >= layouts_.size() || layouts_[name].text.empty())
        fail("a packet of a layout that is not defined");
    return layouts_[name];
}

void RecordReader::define_next_packet(const Word& word) {
    const auto& sequence = layout_named(word.number).sequence;
    set_packet(word, {sequence.next(), nsrecords::following(last_uid_)});
}

void RecordReader::set_packet(const Word& word, const nsrecords::PacketData& packet) {
    layout_named(word.number).sequence.take(packet.sequence);
    last_uid_ = packet.uid;
    auto& place = place_for(places_, word.index);
    place.layout = static_cast<std::int32_t>(word.number);
    place.tail = ' ';
    append_integer(place.tail, packet.sequence);
    place.tail += ' ';
    append_integer(place.tail, packet.uid);
    place.tail += '\n';
}

void RecordReader::define_variable(std::uint16_t name, std::string_view text) {
    if (text.size() < 2 ||
        (text[0] != nsrecords::integer_value && text[0] != nsrecords::decimal_value))
        fail("a variable that is none");
    place_for(variables_, name) = {text[0], std::string(text.substr(1))};
}

void RecordReader::set_time(std::int64_t us) {
    if (us < us_ || us > nsrecords::most_us) fail("an impossible time");
    us_ = us;
    time_ = ' ';
    append_seconds(time_, us);
    time_ += ' ';
}

void RecordReader::write_lines(const Word& word, std::string& out) {
    const auto& place = meaning(places_, word.index);
    if (place.layout < 0) fail("a line about a packet that is not defined");
    if (meaning(paths_, word.kind).points == 0) fail("a line at a point that is not defined");
    if (word.number != 0) set_time(us_ + word.number);
    std::array<const std::string*, nsrecords::most_points> names;
    int count = 0;
    // A path may have been redefined since another one continued it, which could form a loop.
    for (auto path = word.kind; path != 0; path = paths_[path].before) {
        if (count == nsrecords::most_points) fail("a path without an end");
        names[count++] = &paths_[path].name;
    }
    packet_lines_ += count;
    const auto& layout = layouts_[place.layout].text;
    while (count-- > 0) {
        const auto& name = *names[count];
        out += name[0];
        out += time_;
        out.append(name, 2);
        out += ' ';
        out += layout;
        out += place.tail;
    }
}

void RecordReader::write_value(const Word& word, std::string_view data, std::string& out) const {
    const auto& variable = meaning(variables_, word.index);
    if (variable.form == 0) fail("a value of a variable that is not defined");
    auto given = take<nsrecords::ValueData>(data);
    append_fixed(out, given.time_s, 8, 5);
    out += variable.name;
    if (variable.form == nsrecords::decimal_value) {
        append_fixed(out, given.value, 6, 3);
    } else {
        if (!(given.value >= -0x1p31 && given.value < 0x1p31)) fail("a value that is no integer");
        append_integer(out, static_cast<std::int32_t>(given.value));
    }
    out += '\n';
}

}  // namespace nstrace
