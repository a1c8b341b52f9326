// Records: what ns writes instead of text when a script asks for it (`$ns trace-records FILE`).
//
// The simulator (ns2-patches/records, where this file is linked) writes them, nstrace reads them.
// The text trace follows from them byte for byte: what repeats in it is defined once, and a line
// is a word of four bytes, or part of one.

#pragma once

#include <cstddef>
#include <cstdint>

namespace nsrecords {

// The header: magic, byte order mark, version, its own length, and the description below,
// padded with line feeds. As with PNG, the magic's first byte is no text and its line end reveals
// transfers that convert line ends.
inline constexpr char magic[8] = {'\x8e', 'N', 'S', 'R', 'E', 'C', '\r', '\n'};
inline constexpr std::uint32_t byte_order = 0x01020304;
inline constexpr std::uint16_t version = 3;

struct Header {
    char magic[8];
    std::uint32_t byte_order;
    std::uint16_t version;
    std::uint16_t word_bytes;
    std::uint32_t header_bytes;  // with the description
    std::uint32_t reserved;
};
static_assert(sizeof(Header) == 24);

// Every record starts with a word. What follows, if anything, is padded to whole words.
struct Word {
    std::uint32_t kind;    // 16 bits
    std::uint32_t index;   // 16 bits
    std::uint32_t number;  // 20 bits
};
inline constexpr std::size_t word_bytes = 4;

// A word as it is stored has the lower bits of these, from the highest bit on: 12 of the kind, 10
// of the index, 10 of the number. If that is not all, a word of kind `wide` stands before it, with
// the other bits: 4 of the kind, 6 of the index, 10 of the number.
inline constexpr int kind_bits = 12, index_bits = 10, number_bits = 10;
inline constexpr int index_shift = number_bits, kind_shift = number_bits + index_bits;
inline constexpr std::uint32_t most_number = (1 << 20) - 1;

constexpr bool is_narrow(const Word& word) {
    return (word.kind >> kind_bits | word.index >> index_bits | word.number >> number_bits) == 0;
}
constexpr std::uint32_t lower_bits(const Word& word) {
    return word.kind << kind_shift | (word.index & 0x3ff) << index_shift | (word.number & 0x3ff);
}

enum Kind : std::uint16_t {
    end_of_stream = 1,
    text,
    point,
    path,
    layout,
    packet,
    time_us,
    variable,
    value,
    wide,
    next_packet,
    first_path = 16,  // this and all above: lines about a packet
};

// Limits that a reader may rely on.
inline constexpr std::size_t most_text = 32'760;              // bytes in a text record; whole words
inline constexpr std::size_t most_name = 255;                 // in a point, layout or variable
inline constexpr int most_points = 16;                        // in a path
inline constexpr std::int64_t most_us = 999'999'999'999'999;  // ns prints times with 15 digits

constexpr std::uint32_t upper_bits(const Word& word) {
    return wide << 20 | (word.kind >> 12) << 16 | (word.index >> 10) << 10 | word.number >> 10;
}
constexpr Word joined(std::uint32_t upper, std::uint32_t lower) {
    return {lower >> 20 | (upper >> 16 & 0xf) << 12,
            (lower >> 10 & 0x3ff) | (upper >> 10 & 0x3f) << 10,
            (lower & 0x3ff) | (upper & 0x3ff) << 10};
}

inline constexpr char integer_value = 'd';
inline constexpr char decimal_value = 'f';

struct PacketData {
    std::int32_t sequence;
    std::int32_t uid;
};

// The uid of a `next_packet` after one with this uid.
constexpr std::int32_t following(std::int32_t uid) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(uid) + 1);
}

// The sequence numbers of a layout's packets mostly grow by as much as they did before: from these,
// that of a `next_packet`.
class Sequence {
  public:
    void take(std::int32_t number) {
        step_ = static_cast<std::uint32_t>(number) - last_;
        last_ = static_cast<std::uint32_t>(number);
    }
    std::int32_t next() const { return static_cast<std::int32_t>(last_ + step_); }

  private:
    std::uint32_t last_ = 0;  // without a sign, as these wrap around
    std::uint32_t step_ = 0;
};

struct ValueData {
    double time_s;
    double value;
};

struct EndData {
    std::uint64_t bytes;         // before this record
    std::uint64_t packet_lines;  // in the records of kind 16 and above
    std::uint64_t text_bytes;    // in the records of kind 2
};

inline constexpr char description[] = R"(
ns-2 trace as records, version 3. `nstrace convert FILE -o FILE.tr` writes the text.
The numbers after the first 8 bytes are in the byte order of the mark 0x01020304:
mark u32, version u16, bytes in a word u16, bytes of this header u32, 0 u32.
Then records follow, each of whole words of 4 bytes. The first, from its highest bit on:
kind 12 bits, index 10, number 10. A word of kind 10 before it has further, higher bits of these:
kind 10: 12 bits, then of kind 4, index 6, number 10 bits. Behind the first word, the data:
kind 1: the end; number: 24; data: bytes before this record u64, lines u64 (kind 16 and above),
        bytes of text u64 (kind 2). A stream without it was cut.
kind 2: text that stands in the trace here; number: its bytes; data: the bytes, padded with 0
kind 3: point, index: its name as a path; number: bytes; data: what a line's first, third and
        fourth columns hold (event, from, to), as text
kind 4: path, index: its name; data: path it goes on from * 65536 + point that it adds, u32
kind 5: layout, index: its name; number: bytes; data: type, size, flags, flow, source and
        destination (columns 5 to 10), as text
kind 6: packet, index: its place; number: layout; data: sequence number i32, uid i32
kind 7: time; data: microseconds i64, from which the next line's are counted
kind 8: variable, index: its name; number: bytes; data: `d` (a value is printed as %d) or `f`
        (as %-6.3f), then what stands between time and value, as text
kind 9: value, index: variable; data: time in seconds f64, printed as %-8.5f, value f64
kind 11: packet, index: its place; number: layout. Its uid is by one higher than that of the packet
        defined before. Its sequence number is as far from that of this layout's last packet as
        that one was from the one before; before a layout's first packet, both were 0
kind 16 and above: the kind is a path, index: place of a packet; number: microseconds since the
        last line. One line for each point of the path: event, time, from, to, the packet's
        layout, sequence number, uid. Times are printed in seconds as %.15g.
)";

}  // namespace nsrecords
