// Records: what ns writes instead of text when a script asks for it (`$ns trace-records FILE`).
//
// The simulator (ns2-patches/records, where this file is linked) writes them, nstrace reads them.
// The text trace follows from them byte for byte: what repeats in it is defined once, and a line
// is a word of eight bytes, or part of one.

#pragma once

#include <cstddef>
#include <cstdint>

namespace nsrecords {

// The header: magic, byte order mark, version, its own length, and the description below,
// padded with line feeds. As with PNG, the magic's first byte is no text and its line end tells
// transfers that meddle with line ends.
inline constexpr char magic[8] = {'\x8e', 'N', 'S', 'R', 'E', 'C', '\r', '\n'};
inline constexpr std::uint32_t byte_order = 0x01020304;
inline constexpr std::uint16_t version = 1;

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
    std::uint16_t kind;
    std::uint16_t index;
    std::uint32_t number;
};
static_assert(sizeof(Word) == 8);

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
    first_path = 16,  // this and all above: lines about a packet
};

// Limits that a reader may rely on.
inline constexpr std::size_t most_text = 32'760;              // bytes in one text record
inline constexpr std::size_t most_name = 255;                 // in a point, layout or variable
inline constexpr int most_points = 16;                        // in a path
inline constexpr std::int64_t most_us = 999'999'999'999'999;  // ns prints times with 15 digits

inline constexpr char integer_value = 'd';
inline constexpr char decimal_value = 'f';

struct PacketData {
    std::int32_t sequence;
    std::int32_t uid;
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
ns-2 trace as records, version 1. `nstrace convert FILE -o FILE.tr` writes the text.
The numbers after the first 8 bytes are in the byte order of the mark 0x01020304:
mark u32, version u16, bytes in a word u16, bytes of this header u32, 0 u32.
Then records follow, each of whole words of 8 bytes: kind u16, index u16, number u32, data.
kind 1: the end; number: 24; data: bytes before this record u64, lines u64 (kind 16 and above),
        bytes of text u64 (kind 2). A stream without it was cut.
kind 2: text that stands in the trace here; number: its bytes; data: the bytes, padded with 0
kind 3: point, index: its name as a path; number: bytes; data: what a line's first, third and
        fourth columns hold (event, from, to), as text
kind 4: path, index: its name; number: path it goes on from * 65536 + point that it adds
kind 5: layout, index: its name; number: bytes; data: type, size, flags, flow, source and
        destination (columns 5 to 10), as text
kind 6: packet, index: its place; number: layout; data: sequence number i32, uid i32
kind 7: time; data: microseconds i64, from which the next line's are counted
kind 8: variable, index: its name; number: bytes; data: `d` (a value is printed as %d) or `f`
        (as %-6.3f), then what stands between time and value, as text
kind 9: value, index: variable; data: time in seconds f64, printed as %-8.5f, value f64
kind 16 and above: the kind is a path, index: place of a packet; number: microseconds since the
        last line. One line for each point of the path: event, time, from, to, the packet's
        layout, sequence number, uid. Times are printed in seconds as %.15g.
)";

}  // namespace nsrecords
