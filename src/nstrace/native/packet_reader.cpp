#include "packet_reader.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "digits.hpp"
#include "many_bytes.hpp"
#include "numbers.hpp"

// Compiles the loop over lines a second time, for processors with AVX2; the dynamic linker selects
// one when the library is loaded.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define NSTRACE_VARIANTS [[gnu::target_clones("default", "arch=x86-64-v3")]]
#else
#define NSTRACE_VARIANTS
#endif

namespace nstrace {

// Collects, without branches, bits that are set if a line is not plain; tested once, at the end.
struct PacketReader::Doubt {
    std::uint64_t bits = 0;
};

namespace {

using Doubt = PacketReader::Doubt;

// The number of bytes after a line's start that must be readable.
constexpr std::ptrdiff_t margin = 192;
constexpr std::ptrdiff_t typical_line = 48;

// digits() as a number.
std::uint64_t number(std::uint64_t values, Doubt& doubt) {
    doubt.bits |= above_nine(values);
    return eight_digits(values);
}

// 1 to 16 digits as a number.
std::uint64_t long_number(const char* at, std::uint64_t length, Doubt& doubt) {
    if (length <= 8) return number(digits(at, length), doubt);
    doubt.bits |= length > 16;
    return number(digits(at, length - 8), doubt) * 100'000'000 +
           number(load(at + length - 8) ^ all_zeros, doubt);
}

struct Three {
    std::uint64_t first, second, third;
};

// Three times digits() as numbers.
#if defined(__SSE2__)
inline Three three_numbers(std::uint64_t first, std::uint64_t second, std::uint64_t third,
                           Doubt& doubt) {
    auto word = [](std::uint64_t value) {
        return _mm_cvtsi64_si128(static_cast<long long>(value));
    };
    auto one = _mm_unpacklo_epi64(word(first), word(second));
    auto other = word(third);
    auto nine = _mm_set1_epi8(9);
    auto above = _mm_or_si128(_mm_subs_epu8(one, nine), _mm_subs_epu8(other, nine));
    doubt.bits |= _mm_movemask_epi8(_mm_cmpeq_epi8(above, _mm_setzero_si128())) ^ 0xffff;
    // Pairs of digits, then fours, then all.
    auto fours = [](__m128i values) {
        auto front =
            _mm_mullo_epi16(_mm_and_si128(values, _mm_set1_epi16(0xff)), _mm_set1_epi16(10));
        auto pairs = _mm_add_epi16(front, _mm_srli_epi16(values, 8));
        return _mm_madd_epi16(pairs, _mm_set1_epi32(1 << 16 | 100));
    };
    auto all =
        _mm_madd_epi16(_mm_packs_epi32(fours(one), fours(other)), _mm_set1_epi32(1 << 16 | 10000));
    auto both = static_cast<std::uint64_t>(_mm_cvtsi128_si64(all));
    auto last = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(all, all)));
    return {both & 0xffffffff, both >> 32, last & 0xffffffff};
}
#else
inline Three three_numbers(std::uint64_t first, std::uint64_t second, std::uint64_t third,
                           Doubt& doubt) {
    doubt.bits |= above_nine(first) | above_nine(second) | above_nine(third);
    return {eight_digits(first), eight_digits(second), eight_digits(third)};
}
#endif

// The factors that convert a number of decimals to nanoseconds.
constexpr std::int64_t ns_of_decimals[16] = {0,      100'000'000, 10'000'000, 1'000'000, 100'000,
                                             10'000, 1'000,       100,        10};

}  // namespace

struct PacketReader::Columns {
    std::int64_t *line, *time_ns, *sequence, *uid;
    std::int8_t *form, *event;
    std::int32_t *from_node, *to_node, *type, *size_bytes, *flags, *flow;
    std::int32_t *source_node, *source_port, *destination_node, *destination_port;
};

struct PacketReader::Memory {
    Middles middles;
    std::int64_t blocks = 0;
};

PacketReader::Memory& PacketReader::memory() {
    static thread_local Memory memory;
    return memory;
}

PacketReader::PacketReader(Table& packets)
    : packets_(packets), memory_(memory()), block_(++memory_.blocks) {
    events_.fill(-1);
}

PacketReader::Columns PacketReader::columns() {
    auto code = [this](int index) { return packets_.column(index).values<std::int8_t>(); };
    auto narrow = [this](int index) { return packets_.column(index).values<std::int32_t>(); };
    auto wide = [this](int index) { return packets_.column(index).values<std::int64_t>(); };
    using namespace column;
    return {wide(column::line),
            wide(time_ns),
            wide(sequence),
            wide(uid),
            code(form),
            code(event),
            narrow(from_node),
            narrow(to_node),
            narrow(type),
            narrow(size_bytes),
            narrow(flags),
            narrow(flow),
            narrow(source_node),
            narrow(source_port),
            narrow(destination_node),
            narrow(destination_port)};
}

// Read the line at `at` into `row`. Returns the start of the next line, or null if the line is not
// plain; the row's values are then undefined.
[[gnu::always_inline]] inline const char* PacketReader::read_line(const char* at,
                                                                  const Columns& columns,
                                                                  std::int64_t row,
                                                                  Seconds& seconds, int ending) {
    Doubt doubt;
    auto separators = separators64(at);
    auto skip = [&separators](int count) {
        for (int each = 0; each < count; ++each) separators &= separators - 1;
        return static_cast<std::uint64_t>(std::countr_zero(separators));
    };
    doubt.bits |= (skip(0) ^ 1) | (at[1] ^ ' ');
    auto time_end = skip(1);
    auto middle_end = skip(8);
    auto length = middle_end - time_end - 1;
    if (separators == 0 || !Middle::may_have(length)) [[unlikely]]
        return nullptr;

    // Equal texts have the same blanks and number of fields.
    auto* middle = memory_.middles.find(at + time_end + 1, length);
    if (!middle) [[unlikely]]
        return nullptr;
    doubt.bits |= at[time_end] ^ ' ';

    const char* tail = at + middle_end + 1;
    auto ends = separators16(tail) | separators16(tail + 16) << 16 | std::uint64_t{3} << 32;
    std::uint64_t sequence_end = std::countr_zero(ends);
    std::uint64_t uid_end = std::countr_zero(ends & (ends - 1));
    auto event = events_[static_cast<unsigned char>(at[0])];
    doubt.bits |=
        (event < 0) | (uid_end >= 32) | (at[middle_end] ^ ' ') | (tail[sequence_end] ^ ' ');

    // Packets without sequence numbers, such as those of routing, have -1.
    const std::uint64_t minus = tail[0] == '-';
    const char* sequence_at = tail + minus;
    const auto sequence_length = sequence_end - minus;
    const char* uid_at = tail + sequence_end + 1;
    auto uid_length = uid_end - sequence_end - 1;
    auto decimals = read_seconds(at + 2, time_end - 2, seconds, doubt);
    Three numbers;
    if (((sequence_length - 1) | (uid_length - 1)) > 7) [[unlikely]]
        numbers = {number(decimals.values, doubt), long_number(sequence_at, sequence_length, doubt),
                   long_number(uid_at, uid_length, doubt)};
    else
        numbers = three_numbers(decimals.values, digits(sequence_at, sequence_length),
                                digits(uid_at, uid_length), doubt);
    auto time_ns =
        seconds.ns + static_cast<std::int64_t>(numbers.first) * ns_of_decimals[decimals.count & 15];
    // Numbers have no leading zeros, and smaller times have an exponent.
    doubt.bits |= ((*sequence_at == '0') & ((sequence_length != 1) | minus)) |
                  ((*uid_at == '0') & (uid_length != 1)) | (sequence_length - 1 > 15) |
                  (uid_length - 1 > 15) | (time_ns < ns_per_s / 10'000);
    const char* stop = tail + uid_end;
    doubt.bits |= (stop[0] ^ (ending == 1 ? '\n' : '\r')) | (stop[ending - 1] ^ '\n');
    if (doubt.bits != 0) [[unlikely]]
        return nullptr;
    if (middle->block != block_) [[unlikely]]
        look_up(*middle);
    columns.time_ns[row] = time_ns;
    columns.sequence[row] = static_cast<std::int64_t>((numbers.second ^ -minus) + minus);
    columns.uid[row] = static_cast<std::int64_t>(numbers.third);
    columns.event[row] = event;
    columns.from_node[row] = middle->from_node;
    columns.to_node[row] = middle->to_node;
    columns.type[row] = middle->type;
    columns.size_bytes[row] = middle->size_bytes;
    columns.flags[row] = middle->flags;
    columns.flow[row] = middle->flow;
    columns.source_node[row] = middle->source_node;
    columns.source_port[row] = middle->source_port;
    columns.destination_node[row] = middle->destination_node;
    columns.destination_port[row] = middle->destination_port;
    return stop + ending;
}

// Read the line at `at` if it equals the one at `previous`, that of the row before, except for the
// event, as for a packet that leaves a queue at once. Returns null for another line.
[[gnu::always_inline]] inline const char* PacketReader::repeat_line(const char* previous,
                                                                    const char* at,
                                                                    const Columns& columns,
                                                                    std::int64_t row) const {
    auto length = static_cast<std::uint64_t>(at - previous);
    auto event = events_[static_cast<unsigned char>(at[0])];
    auto wanted = (~std::uint64_t{0} >> ((64 - length) & 63)) & ~std::uint64_t{1};
    auto same = equal48(at, previous) | static_cast<std::uint64_t>(equal16(at + 48, previous + 48))
                                            << 48;
    if (length > 64 || event < 0 || (wanted & ~same) != 0) return nullptr;
    columns.time_ns[row] = columns.time_ns[row - 1];
    columns.sequence[row] = columns.sequence[row - 1];
    columns.uid[row] = columns.uid[row - 1];
    columns.event[row] = event;
    columns.from_node[row] = columns.from_node[row - 1];
    columns.to_node[row] = columns.to_node[row - 1];
    columns.type[row] = columns.type[row - 1];
    columns.size_bytes[row] = columns.size_bytes[row - 1];
    columns.flags[row] = columns.flags[row - 1];
    columns.flow[row] = columns.flow[row - 1];
    columns.source_node[row] = columns.source_node[row - 1];
    columns.source_port[row] = columns.source_port[row - 1];
    columns.destination_node[row] = columns.destination_node[row - 1];
    columns.destination_port[row] = columns.destination_port[row - 1];
    return at + length;
}

// Read a time: its whole seconds into `seconds`; its decimals are returned.
inline PacketReader::Decimals PacketReader::read_seconds(const char* at, std::uint64_t length,
                                                         Seconds& seconds, Doubt& doubt) {
    std::uint64_t whole_length = std::countr_zero(places16<'.'>(at) | 1U << 16);
    // At least one digit, and at most seven, so that they fit in eight bytes with the point.
    doubt.bits |= whole_length - 1 > 6;
    auto text = load(at) & ~(~std::uint64_t{0} << (8 * whole_length & 63));
    if (text != seconds.text || whole_length != seconds.length) [[unlikely]] {
        doubt.bits |= (*at == '0') & (whole_length != 1);
        auto value = number(digits(at, whole_length), doubt);
        seconds.ns = static_cast<std::int64_t>(value) * ns_per_s;
        seconds.text = text;
        // The next line must not reuse doubtful seconds.
        seconds.length = doubt.bits == 0 ? whole_length : 0;
    }
    const char* decimals = at + whole_length + 1;
    // Without a point, the count underflows. ns writes no trailing zero.
    auto count = length - whole_length - 1;
    doubt.bits |= (count - 1 > 7) | (at[static_cast<std::ptrdiff_t>(length) - 1] == '0');
    return {digits(decimals, count), count};
}

NSTRACE_VARIANTS const char* PacketReader::read(const char* at, const char* end, std::int64_t& line,
                                                int ending) {
    // The first plain packet has to be read by LineReader.
    if (form_ < 0 || end - at <= margin) return at;
    auto first = packets_.rows();
    auto row = first;
    const char* last = end - margin;
    Seconds seconds;
    if (at < last) packets_.reserve(first + (last - at) / typical_line);
    while (at < last) {
        packets_.reserve(row + 1);
        auto columns = this->columns();
        auto capacity = packets_.capacity();
        const char* previous = nullptr;
        bool plain = true;
        while (at < last && row < capacity) {
            const char* next = nullptr;
            if (*at == '-' && previous) next = repeat_line(previous, at, columns, row);
            if (!next) next = read_line(at, columns, row, seconds, ending);
            plain = next != nullptr;
            if (!plain) break;
            ++row;
            previous = at;
            at = next;
        }
        // Line numbers and form follow from the range of rows.
        std::iota(columns.line + first, columns.line + row, line);
        std::fill(columns.form + first, columns.form + row, form_);
        line += row - first;
        mark(first, row);
        packets_.end_rows(row);
        first = row;
        if (!plain) break;
    }
    return at;
}

void PacketReader::mark(std::int64_t first, std::int64_t end) {
    if (first == end) return;
    for (int index = column::line; index <= column::uid; ++index)
        packets_.column(index).mark(first, end);
}

void PacketReader::learn(const char* at, const char* end, std::int64_t row) {
    // No further line is read here so near to the end.
    if (end - at <= margin) return;
    // Find the middle again; the caller has made sure that the line is plain.
    const char* start = at;
    for (int blanks = 0; blanks < 2; ++start) blanks += *start == ' ';
    const char* stop = start;
    for (int blanks = 0; blanks < 8; ++stop) blanks += *stop == ' ';
    --stop;
    using namespace column;
    events_[static_cast<unsigned char>(*at)] = packets_.column(event).values<std::int8_t>()[row];
    form_ = packets_.column(form).values<std::int8_t>()[row];
    // From now on lines are read here, even if this one's middle is too long or short to remember.
    memory_.middles.prepare();
    std::uint64_t length = stop - start;
    if (!Middle::may_have(length)) return;
    auto& middle = memory_.middles.room_for(start, length);
    middle.block = block_;
    auto field = [&middle](int blanks) {
        std::uint8_t place = 0;
        while (blanks > 0) blanks -= middle.text[place++] == ' ';
        return place;
    };
    middle.type_start = field(2);
    middle.type_end = field(3) - 1;
    middle.flags_start = field(4);
    middle.flags_end = field(5) - 1;
    auto value = [this, row](int index) {
        return packets_.column(index).values<std::int32_t>()[row];
    };
    middle.from_node = value(from_node);
    middle.to_node = value(to_node);
    middle.type = value(type);
    middle.size_bytes = value(size_bytes);
    middle.flags = value(flags);
    middle.flow = value(flow);
    middle.source_node = value(source_node);
    middle.source_port = value(source_port);
    middle.destination_node = value(destination_node);
    middle.destination_port = value(destination_port);
}

// Look up the texts of a middle from another block in this block's dictionaries.
void PacketReader::look_up(Middle& middle) {
    auto index = [&](int column, std::uint8_t start, std::uint8_t end) {
        std::string_view text(middle.text.data() + start, end - start);
        return packets_.column(column).dictionary().index_of(text);
    };
    middle.type = index(column::type, middle.type_start, middle.type_end);
    middle.flags = index(column::flags, middle.flags_start, middle.flags_end);
    middle.block = block_;
}

}  // namespace nstrace
