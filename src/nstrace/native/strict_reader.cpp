#include "strict_reader.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "column_specs.hpp"
#include "columns.hpp"
#include "many_bytes.hpp"
#include "middles.hpp"
#include "packet_forms.hpp"
#include "radio_forms.hpp"
#include "strict_parts.hpp"

namespace nstrace {
namespace {

using Line = StrictLine;

// The forms that are read here.
constexpr std::span<const Part> known_forms[] = {
    wired_tcp,
    radio::old_tcp,
    radio::old_cbr,
    radio::old_request,
    radio::old_reply,
    radio::old_dsr,
    radio::old_ip,
    radio::old_arp,
    radio::old_other,
    radio::new_tcp,
    radio::new_cbr,
    radio::new_request,
    radio::new_reply,
    radio::new_multipath_request,
    radio::new_multipath_reply,
    radio::new_dsr,
    radio::new_ip,
    radio::new_arp,
    radio::new_other,
    radio::energy_level,
};

consteval std::size_t place_of(std::span<const Part> parts) {
    return std::ranges::find(known_forms, parts.data(), [](auto known) { return known.data(); }) -
           std::begin(known_forms);
}

template <const auto& parts>
constexpr std::size_t place = place_of(parts);

constexpr std::uint64_t bit(int column) { return std::uint64_t{1} << column; }

constexpr std::uint64_t columns_of(const Part& part) {
    if (part.reads == Reads::Address) return bit(part.column) | bit(part.second);
    return part.column < 0 || part.reads == Reads::Same ? 0 : bit(part.column);
}

// The columns that a row of these parts has in any case.
constexpr std::uint64_t columns_of(std::span<const Part> parts) {
    std::uint64_t columns = bit(column::line) | bit(column::form);
    for (std::size_t at = 0; at < parts.size(); ++at) {
        if (parts[at].reads == Reads::Group)
            at += parts[at].width;
        else
            columns |= columns_of(parts[at]);
    }
    return columns;
}

template <const auto& parts>
constexpr std::uint64_t columns_of_form = columns_of(parts);

// So many bytes of a line are looked at, if it is no longer than its values can be; what is left of
// it in the end is not counted.
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
// The fuzzer appends as many bytes to the lines that it wants to be read here.
static_assert(margin <= 1500);

static_assert(std::size(columns::wireless_columns) <= StrictRows::most_columns);

// What a line was read as: a form, known by its place, and the columns that it gave values to.
struct Found {
    Fit fit = Fit::doubt;
    std::size_t form = 0;
    std::uint64_t columns = 0;
};

using OnAir = StrictParts<columns::wireless_columns>;

// The end of lines of `form`. Like all on the air, it is closed by whatever is left of the line,
// which is not read here: only once it is known that there are such rows.
template <const auto& end, const auto& form>
struct Ending {
    [[gnu::always_inline]] static Fit read(Line& line, StrictRows& rows) {
        static_assert(end.back().reads == Reads::Rest);
        return OnAir::some<end, 0>(line, rows, std::make_index_sequence<end.size() - 1>());
    }
    static constexpr auto place = nstrace::place<form>;
    static constexpr auto columns = columns_of_form<form>;
};

// The first that fits of what may come.
template <typename First, typename... Others>
[[gnu::always_inline]] inline Found first_of(Line& line, StrictRows& rows) {
    const char* start = line.at;
    auto fit = First::read(line, rows);
    if (fit == Fit::yes) return {Fit::yes, First::place, First::columns};
    if (fit == Fit::doubt) return {};
    line.at = start;
    if constexpr (sizeof...(Others) > 0)
        return first_of<Others...>(line, rows);
    else
        return {Fit::no};
}

// Addresses and what follows them, or what may come instead.
template <const auto& addresses, typename Behind, typename Instead>
[[gnu::always_inline]] inline Found read_body(Line& line, StrictRows& rows) {
    const char* start = line.at;
    auto fit = OnAir::all<addresses>(line, rows);
    if (fit == Fit::yes) return Behind::read(line, rows);
    if (fit == Fit::doubt) return {};
    line.at = start;
    return Instead::read(line, rows);
}

template <typename... Endings>
struct OneOfThese {
    [[gnu::always_inline]] static Found read(Line& line, StrictRows& rows) {
        return first_of<Endings...>(line, rows);
    }
};

// In the order in which LineReader tries them.
using OldBehind =
    OneOfThese<Ending<radio::tcp_tail, radio::old_tcp>, Ending<radio::cbr_tail, radio::old_cbr>,
               Ending<radio::request_tail, radio::old_request>,
               Ending<radio::reply_tail, radio::old_reply>, Ending<radio::dsr_tail, radio::old_dsr>,
               Ending<radio::other_body, radio::old_ip>>;
using OldInstead = OneOfThese<Ending<radio::arp_body, radio::old_arp>,
                              Ending<radio::other_body, radio::old_other>>;
using NewBehind = OneOfThese<
    Ending<radio::new_tcp_tail, radio::new_tcp>, Ending<radio::new_cbr_tail, radio::new_cbr>,
    Ending<radio::new_request_tail, radio::new_request>,
    Ending<radio::new_reply_tail, radio::new_reply>,
    Ending<radio::new_multipath_request_tail, radio::new_multipath_request>,
    Ending<radio::new_multipath_reply_tail, radio::new_multipath_reply>,
    Ending<radio::new_dsr_tail, radio::new_dsr>, Ending<radio::other_body, radio::new_ip>>;
using NewInstead = OneOfThese<Ending<radio::new_arp_body, radio::new_arp>,
                              Ending<radio::other_body, radio::new_other>>;

// What many lines have alike is looked up before it is read.
struct Links {
    Middles middles;
    Known<AirMiddle> on_air;
    std::int64_t blocks = 0;
};

Links& links() {
    static thread_local Links links;
    return links;
}

// Columns that stand side by side.
static_assert(radio::mac_type == radio::mac_duration + 3 &&
              radio::next_hop == radio::source_node + 5);

// What radio::old_link has behind radio::any_layer, and radio::old_address, if that was read
// before.
[[gnu::always_inline]] inline bool read_known_on_air(Line& line, StrictRows& rows) {
    auto closings = closings64(line.at);
    auto first = std::countr_zero(closings);
    auto length = static_cast<std::uint64_t>(std::countr_zero(closings & (closings - 1))) + 1;
    auto& known = links();
    // Behind the first bracket stand flags: not the energy, nor the end of a line without
    // addresses, whose text none would be like.
    if (known.on_air.is_empty() || !AirMiddle::may_have(length) || line.at[first + 2] == '[' ||
        line.at[first + 2] <= ' ')
        return false;
    const auto* middle = known.on_air.find(line.at, length);
    if (!middle || middle->block != known.blocks) return false;
    int mac = radio::mac_duration, address = radio::source_node;
    for (auto value : middle->mac) rows.set(mac++, static_cast<std::int64_t>(value));
    for (auto value : middle->addresses) rows.set(address++, value);
    rows.set(radio::flags, middle->flags);
    line.at += length;
    return true;
}

// Remember what was read from `start` to `end`.
[[gnu::noinline]] void remember_on_air(const char* start, const char* end, StrictRows& rows) {
    auto length = static_cast<std::uint64_t>(end - start);
    if (!AirMiddle::may_have(length)) return;
    auto& known = links();
    auto& middle = known.on_air.room_for(start, length);
    middle.block = known.blocks;
    int mac = radio::mac_duration, address = radio::source_node;
    for (auto& value : middle.mac)
        value = static_cast<std::uint32_t>(rows.get<std::int64_t>(mac++));
    for (auto& value : middle.addresses) value = rows.get<std::int32_t>(address++);
    middle.flags = rows.get<std::int32_t>(radio::flags);
}

// Without the energy's group, a line that has it is another form's.
[[gnu::always_inline]] inline Found read_old(Line& line, StrictRows& rows) {
    if (OnAir::all<radio::any_layer>(line, rows) != Fit::yes) return {};
    if (read_known_on_air(line, rows)) return OldBehind::read(line, rows);
    const char* start = line.at;
    constexpr auto common = radio::any_layer.size();
    constexpr auto mac = std::make_index_sequence<radio::old_link.size() - common>();
    if (OnAir::some<radio::old_link, common>(line, rows, mac) != Fit::yes) return {};
    std::uint64_t energy = 0;
    if (line.at[0] == ' ' && line.at[1] == '[' && line.at[2] == 'e') {
        constexpr auto& group = radio::old_energy;
        constexpr auto parts = std::make_index_sequence<group.size() - 1>();
        if (OnAir::some<group, 1>(line, rows, parts) != Fit::yes) return {};
        constexpr auto columns = columns_of(std::span<const Part>(group).subspan(1));
        energy = columns;
    }
    const char* behind_mac = line.at;
    auto fit = OnAir::all<radio::old_address>(line, rows);
    if (fit == Fit::doubt) return {};
    if (fit == Fit::yes && energy == 0) remember_on_air(start, line.at, rows);
    if (fit == Fit::no) line.at = behind_mac;
    auto found = fit == Fit::yes ? OldBehind::read(line, rows) : OldInstead::read(line, rows);
    found.columns |= energy;
    return found;
}

[[gnu::always_inline]] inline Found read_new(Line& line, StrictRows& rows) {
    if (OnAir::all<radio::new_mac>(line, rows) != Fit::yes) return {};
    return read_body<radio::new_address, NewBehind, NewInstead>(line, rows);
}

constexpr std::pair<int, std::int32_t Middle::*> link_values[] = {
    {packet::from_node, &Middle::from_node},
    {packet::to_node, &Middle::to_node},
    {packet::type, &Middle::type},
    {packet::size_bytes, &Middle::size_bytes},
    {packet::flags, &Middle::flags},
    {packet::flow, &Middle::flow},
    {packet::source_node, &Middle::source_node},
    {packet::source_port, &Middle::source_port},
    {packet::destination_node, &Middle::destination_node},
    {packet::destination_port, &Middle::destination_port},
};

using OnWire = StrictParts<columns::packet_columns>;

// Read the link at `line` and remember it.
[[gnu::noinline]] Fit read_new_link(Line& line, StrictRows& rows) {
    const char* start = line.at + 1;
    auto fit = OnWire::all<wired_link>(line, rows);
    auto length = static_cast<std::uint64_t>(line.at - start);
    if (fit != Fit::yes || !Middle::may_have(length)) return fit;
    auto& known = links();
    auto& middle = known.middles.room_for(start, length);
    middle.block = known.blocks;
    for (auto [column, value] : link_values) middle.*value = rows.get<std::int32_t>(column);
    return Fit::yes;
}

[[gnu::always_inline]] inline Fit read_link(Line& line, StrictRows& rows) {
    auto separators = separators64(line.at);
    for (int each = 0; each < 8; ++each) separators &= separators - 1;
    auto length = static_cast<std::uint64_t>(std::countr_zero(separators)) - 1;
    auto& known = links();
    if (known.middles.is_empty() || separators == 0 || !Middle::may_have(length)) [[unlikely]]
        return Fit::doubt;
    const auto* middle = known.middles.find(line.at + 1, length);
    if (!middle || middle->block != known.blocks || *line.at != ' ') [[unlikely]]
        return Fit::doubt;
    for (auto [column, value] : link_values) rows.set(column, middle->*value);
    line.at += 1 + length;
    return Fit::yes;
}

[[gnu::always_inline]] inline Found read_packet(Line& line, StrictRows& rows) {
    if (OnWire::all<wired_start>(line, rows) != Fit::yes) return {};
    if (read_link(line, rows) != Fit::yes) [[unlikely]] {
        Line own = line;
        if (read_new_link(own, rows) != Fit::yes) return {};
        line.at = own.at;
    }
    if (OnWire::all<wired_numbers>(line, rows) != Fit::yes ||
        OnWire::all<tcp_header>(line, rows) != Fit::yes)
        return {};
    return {Fit::yes, place<wired_tcp>, columns_of_form<wired_tcp>};
}

[[gnu::always_inline]] inline Found read_energy(Line& line, StrictRows& rows) {
    constexpr auto& form = radio::energy_level;
    if (StrictParts<columns::energy_columns>::all<form>(line, rows) != Fit::yes) return {};
    return {Fit::yes, place<form>, columns_of_form<form>};
}

// With a copy of the position, to which nothing else points: it can stay in a register.
template <Found (*read)(Line&, StrictRows&)>
[[gnu::noinline]] Found read_apart(Line& line, StrictRows& rows) {
    Line own = line;
    auto found = read(own, rows);
    line.at = own.at;
    return found;
}

}  // namespace

StrictReader::StrictReader(std::vector<Table>& tables)
    : packets_(tables[table::packets]),
      wireless_(tables[table::wireless]),
      energy_(tables[table::energy]) {
    codes_.fill(-1);
    // Indices into dictionaries hold for one block only.
    ++links().blocks;
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
    constexpr std::int64_t typical_line = 96;
    auto known =
        std::ranges::find(known_forms, form.parts.data(), [](auto parts) { return parts.data(); });
    if (known == std::end(known_forms)) return;
    auto place = static_cast<std::size_t>(known - std::begin(known_forms));
    auto first = codes_[place] < 0;
    codes_[place] = static_cast<std::int8_t>(rows->index_of(column::form, form.name));
    // Room for what is to come, if it is like this.
    if (first) rows->begin(left / typical_line);
    rows->find_values();
    knows_any_ = true;
}

// Whether the line could be read; then it is in its table.
bool StrictReader::read_line(StrictLine& line) {
    auto read = [&]<Found (*how)(Line&, StrictRows&)>(StrictRows& rows) {
        if (!rows.has_room()) {
            rows.flush();
            rows.begin(1);
        }
        auto found = read_apart<how>(line, rows);
        if (found.fit != Fit::yes || codes_[found.form] < 0 || !rows.has_values(found.columns))
            return false;
        if (&rows == &wireless_ && read_rest(line, rows, radio::rest) != Fit::yes) return false;
        auto ends =
            line.ending == 1 ? line.at[0] == '\n' : line.at[0] == '\r' && line.at[1] == '\n';
        if (!ends) return false;
        rows.set(column::form, codes_[found.form]);
        rows.end_row(line.number, found.columns);
        return true;
    };
    const char* start = line.at;
    if (*start == 'N') return energy_.is_known() && read.template operator()<read_energy>(energy_);
    if (start[2] == '-')
        return wireless_.is_known() && read.template operator()<read_new>(wireless_);
    if (wireless_.is_known() && read.template operator()<read_old>(wireless_)) return true;
    line.at = start;
    return packets_.is_known() && read.template operator()<read_packet>(packets_);
}

const char* StrictReader::read(const char* at, const char* end, std::int64_t& line, int ending) {
    if (!knows_any_ || ending == 0) return at;
    for (auto* rows : {&packets_, &wireless_, &energy_}) rows->go_on();
    while (end - at > margin) {
        Line next{at, end, line, ending};
        if (!read_line(next)) break;
        at = next.at + ending;
        ++line;
    }
    for (auto* rows : {&packets_, &wireless_, &energy_}) rows->flush();
    return at;
}

}  // namespace nstrace
