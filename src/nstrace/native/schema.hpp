// The tables of a trace, and the written forms of its lines.
//
// A form is a list of parts. The same list drives reading (text to columns) and writing
// (columns to text), so that a line can be reproduced. If the form has the width to which ns pads
// a column and the number of decimals that it prints, the text of a typical line follows from its
// values alone.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace nstrace {

enum class Type : std::uint8_t {
    Int8,
    Int32,
    Int64,
    Double,
    Code,        // text with at most 127 distinct values, known beforehand
    Dictionary,  // text with few distinct values
    Text,        // valid UTF-8
    Bytes,
};

struct ColumnSpec {
    std::string_view name;
    Type type;
};

// A table's first column is `line`. Tables of typed lines have `form` as their second.
struct TableSpec {
    std::string_view name;
    std::span<const ColumnSpec> columns;
    int end_byte = -1;  // the column that says where the line ends in the file
};

enum class Reads : std::uint8_t {
    Blank,      // one blank when written, any run of them when read
    Literal,    // fixed text
    OneOf,      // a single character out of `text`; the column has the one at its place in `values`
    Time,       // seconds; nanoseconds in the column
    MaybeTime,  // the same, or an asterisk for none
    FixedTime,  // seconds with exactly `decimals` decimals
    Integer,
    Hexadecimal,
    Number,    // a double; `second` says how it was written: its decimals, or -N for %.Ng
    Fixed,     // a double that is written with `decimals` decimals
    Word,      // characters up to a blank or one of `text`
    Name,      // the same, starting with a letter or an underscore
    Keyword,   // `text`
    Capitals,  // a word in capital letters, which are small ones in the column
    Same,      // the value that the column already has
    Address,   // NODE.PORT, with `second` for the port and `third` for a node of several levels
    Rest,      // the rest of the line, up to `text` if that is given
    Prose,     // the same, starting with a letter
    Numbers,   // the same, nothing but numbers and blanks
    Group,     // the next `width` parts, or none of them
};

// How many decimals a time is written with, if not as %.15g or %.17g does.
inline constexpr int general = -1;
inline constexpr int precise = -2;

// How a number was written, if not with decimals: as short as possible.
inline constexpr std::int8_t shortest = -1;

struct Part {
    Reads reads;
    int column = -1;
    std::string_view text = {};
    int width = 0;  // padded to this many characters; on the right if negative
    int decimals = general;
    int second = -1;
    int third = -1;
    std::string_view values = {};
};

struct FormSpec {
    std::string_view name;
    int table;
    std::string_view first;  // what such a line can start with
    std::span<const Part> parts;
    bool variant = false;  // reads what the form before reads, and writes it in another way
};

inline constexpr std::size_t most_parts = 160;

namespace table {
enum : int {
    packets,
    variables,
    labels,
    links,
    annotations,
    wireless,
    movements,
    energy,
    queues,
    queue_variables,
    flows,
    tcp_events,
    tcp_states,
    ldp,
    nam,
    logs,
    series,
    typed,  // the number of tables above, which hold typed lines
    rejects = typed,
    kept,
    line_ends,
    count,
};
}  // namespace table

std::span<const TableSpec> tables();
std::span<const FormSpec> forms();

// Whether every row of the table has a value in this column.
bool always_set(const TableSpec& spec, int column);

namespace column {
inline constexpr int line = 0;
inline constexpr int form = 1;
// packets
enum : int {
    event = 2,
    time_ns,
    from_node,
    to_node,
    type,
    size_bytes,
    flags,
    flow,
    source_node,
    source_port,
    destination_node,
    destination_port,
    sequence,
    uid,
};
// rejects: line, byte, reason, text
inline constexpr int reject_byte = 1;
inline constexpr int reject_reason = 2;
inline constexpr int reject_text = 3;
// kept: line, part, text
inline constexpr int kept_part = 1;
inline constexpr int kept_text = 2;
// line_ends: line, ending
inline constexpr int ending = 1;
// nam: derived from the attributes
inline constexpr int nam_attributes = 4;
inline constexpr int nam_from_node = 5;
inline constexpr int nam_to_node = 6;
inline constexpr int nam_state = 7;
}  // namespace column

// The part of a line that `kept` stores if its columns can't reproduce the text.
inline constexpr std::string_view kept_line = "line";
inline constexpr std::string_view kept_time = "time";

}  // namespace nstrace
