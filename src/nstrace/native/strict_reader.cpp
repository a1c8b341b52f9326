#include "strict_reader.hpp"

#include <algorithm>
#include <vector>

#include "known_texts.hpp"
#include "strict_forms.hpp"
#include "strict_packets.hpp"
#include "strict_wireless.hpp"

namespace nstrace {
namespace {

using strict::Found;
using strict::known_forms;

// The largest number of bytes of a line that are read, given the lengths that its values can have,
// without the rest of the line.
constexpr std::ptrdiff_t longest(std::span<const Part> parts) {
    constexpr std::ptrdiff_t value = 20;
    std::ptrdiff_t bytes = 2 * value;
    for (const auto& part : parts)
        bytes += part.reads == Reads::Literal ? static_cast<std::ptrdiff_t>(part.text.size())
                 : part.reads == Reads::Blank ? 1
                                              : value;
    return bytes;
}

constexpr std::ptrdiff_t margin = [] {
    std::ptrdiff_t bytes = 0;
    for (auto form : known_forms) bytes = std::max(bytes, longest(form));
    return bytes;
}();
// The fuzzer appends this many bytes to lines that are to be read here.
static_assert(margin <= 1500);
static_assert(longest(std::span(radio::old_link).first(strict::number_from)) + AirTail::longest <=
              margin);

// Reads with a local copy of the position, which can stay in a register.
template <Found (*read)(StrictLine&, StrictRows&)>
[[gnu::noinline]] Found read_apart(StrictLine& line, StrictRows& rows) {
    StrictLine own = line;
    auto found = read(own, rows);
    line.at = own.at;
    return found;
}

// Remember the tail of a wireless line that was read completely.
[[gnu::always_inline]] inline void remember_tail(const StrictLine& line, const Found& found,
                                                 const char* parts_end, std::int64_t row) {
    auto& tails = line.known.tails;
    const char* start = tails.start();
    if (!start) return;
    tails.remember({start, line.at + line.ending - start, parts_end - start, line.known.blocks,
                    static_cast<std::uint32_t>(found.form), row});
}

}  // namespace

StrictReader::StrictReader(std::vector<Table>& tables)
    : known_(known_texts()),
      packets_(tables[table::packets]),
      wireless_(tables[table::wireless]),
      energy_(tables[table::energy]) {
    codes_.fill(-1);
    ++known_.blocks;
}

StrictRows* StrictReader::rows_of(const FormSpec& form) {
    switch (form.table) {
        case table::packets: return &packets_;
        case table::wireless: return &wireless_;
        case table::energy: return &energy_;
        default: return nullptr;
    }
}

void StrictReader::learn(const FormSpec& form, std::int64_t left) {
    auto* rows = rows_of(form);
    if (!rows) return;
    constexpr std::int64_t typical_line = 64;
    auto known =
        std::ranges::find(known_forms, form.parts.data(), [](auto parts) { return parts.data(); });
    if (known == std::end(known_forms)) return;
    auto place = static_cast<std::size_t>(known - std::begin(known_forms));
    auto first = codes_[place] < 0;
    codes_[place] = static_cast<std::int8_t>(rows->index_of(column::form, form.name));
    // Reserve memory for the remaining text, assuming similar lines.
    if (first) rows->begin(left / typical_line);
    rows->find_values();
    knows_any_ = true;
}

// Read a line into its table; return whether that was possible.
bool StrictReader::read_line(StrictLine& line) {
    auto read = [&]<Found (*how)(StrictLine&, StrictRows&)>(StrictRows& rows) {
        if (!rows.has_room()) {
            rows.flush();
            rows.begin(1);
        }
        auto found = read_apart<how>(line, rows);
        if (found.fit != Fit::yes || codes_[found.form] < 0 || !rows.has_values(found.columns))
            return false;
        const char* parts_end = line.at;
        if (&rows == &wireless_ && read_rest(line, rows, radio::rest) != Fit::yes) return false;
        auto ends =
            line.ending == 1 ? line.at[0] == '\n' : line.at[0] == '\r' && line.at[1] == '\n';
        if (!ends) return false;
        rows.set(column::form, codes_[found.form]);
        if constexpr (how == strict::read_old) remember_tail(line, found, parts_end, rows.row());
        rows.end_row(line.number, found.columns);
        return true;
    };
    const char* start = line.at;
    if (*start == 'N')
        return energy_.is_known() && read.template operator()<strict::read_energy>(energy_);
    if (start[2] == '-')
        return wireless_.is_known() && read.template operator()<strict::read_new>(wireless_);
    if (wireless_.is_known() && read.template operator()<strict::read_old>(wireless_)) return true;
    line.at = start;
    return packets_.is_known() && read.template operator()<strict::read_packet>(packets_);
}

const char* StrictReader::read(const char* at, const char* end, std::int64_t& line, int ending) {
    if (!knows_any_ || ending == 0) return at;
    for (auto* rows : {&packets_, &wireless_, &energy_}) rows->go_on();
    while (end - at > margin) {
        StrictLine next{at, end, line, ending, known_};
        if (!read_line(next)) break;
        at = next.at + ending;
        ++line;
    }
    for (auto* rows : {&packets_, &wireless_, &energy_}) rows->flush();
    return at;
}

}  // namespace nstrace
