// Reading the lines of wireless traces.

#pragma once

#include <bit>
#include <cstdint>
#include <iterator>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "known_texts.hpp"
#include "many_bytes.hpp"
#include "strict_forms.hpp"

namespace nstrace::strict {

// A sequence number in a bracket, which starts the tails of TCP and of CBR lines.
inline constexpr std::size_t numbered = 3;
static_assert(radio::tcp_tail[numbered - 1].column == radio::sequence &&
              radio::cbr_tail[numbered - 1].column == radio::sequence);

// The text after it, up to seven characters and the line end, as the bytes of a word; 0 if it is
// longer.
[[gnu::always_inline]] inline std::uint64_t short_end(const char* at) {
    auto text = load(at);
    auto feeds = zero_bytes(text ^ every_byte('\n'));
    return feeds == 0 ? 0 : text & (feeds ^ (feeds - 1));
}

template <const auto& tail, const auto& form>
[[gnu::always_inline]] inline Found read_numbered(Line& line, StrictRows& rows) {
    constexpr auto parts = std::make_index_sequence<tail.size() - 1 - numbered>();
    return {OnAir::some<tail, numbered>(line, rows, parts), place<form>, columns_of_form<form>};
}

// Read what follows the sequence number.
[[gnu::always_inline]] inline Found read_behind_number(Line& line, StrictRows& rows) {
    auto text = short_end(line.at);
    auto& known = line.known.numbered_end_of(text);
    const bool tcp = *line.at == ' ';
    if (text != 0 && known.text == text) [[likely]] {
        if (tcp) rows.set(radio::ack, std::int64_t{known.ack});
        rows.set(radio::forwards, known.forwards);
        rows.set(radio::optimal_forwards, known.optimal_forwards);
        line.at += known.length;
        if (tcp) return {Fit::yes, place<radio::old_tcp>, columns_of_form<radio::old_tcp>};
        return {Fit::yes, place<radio::old_cbr>, columns_of_form<radio::old_cbr>};
    }
    const char* start = line.at;
    // TCP has a blank where CBR has a bracket.
    auto found = *line.at == ']' ? read_numbered<radio::cbr_tail, radio::old_cbr>(line, rows)
                                 : read_numbered<radio::tcp_tail, radio::old_tcp>(line, rows);
    if (found.fit == Fit::no && tcp) return {};
    if (found.fit == Fit::yes && text != 0 && *line.at == '\n' && rows.has_values(found.columns))
        known = {text, line.at - start,
                 tcp ? static_cast<std::int32_t>(rows.get<std::int64_t>(radio::ack)) : 0,
                 rows.get<std::int32_t>(radio::forwards),
                 rows.get<std::int32_t>(radio::optimal_forwards)};
    return found;
}

// Read what follows the addresses, except AODV messages, in the order of LineReader.
[[gnu::always_inline]] inline Found read_data(Line& line, StrictRows& rows) {
    const char* start = line.at;
    auto fit = OnAir::some<radio::tcp_tail, 0>(line, rows, std::make_index_sequence<numbered>());
    if (fit == Fit::yes) {
        auto found = read_behind_number(line, rows);
        if (found.fit != Fit::no) return found;
    } else if (fit == Fit::doubt) {
        return {};
    }
    line.at = start;
    return first_of<Ending<radio::dsr_tail, radio::old_dsr>,
                    Ending<radio::other_body, radio::old_ip>>(line, rows);
}

inline constexpr int request_columns[] = {radio::routing_code,
                                          radio::routing_hops,
                                          radio::routing_request,
                                          radio::routing_destination,
                                          radio::routing_destination_sequence,
                                          radio::routing_source,
                                          radio::routing_source_sequence};
static_assert(std::size(request_columns) == std::tuple_size_v<decltype(RouteRequest::numbers)>);

// Read what follows the addresses if it starts with a hexadecimal number.
[[gnu::noinline]] inline Found read_new_routing(Line& line, StrictRows& rows) {
    const char* start = line.at;
    using Request = Ending<radio::request_tail, radio::old_request>;
    auto found = first_of<Request, Ending<radio::reply_tail, radio::old_reply>,
                          Ending<radio::other_body, radio::old_ip>>(line, rows);
    auto length = static_cast<std::uint64_t>(line.at - start);
    if (found.fit != Fit::yes || found.form != Request::place || *line.at != '\n' ||
        !RouteRequest::may_have(length) || !rows.has_values(found.columns))
        return found;
    auto& request = line.known.requests.room_for(start, length);
    request.block = line.known.blocks;
    request.message = rows.get<std::int32_t>(radio::message);
    for (std::size_t each = 0; each < request.numbers.size(); ++each)
        request.numbers[each] = rows.get<std::int32_t>(request_columns[each]);
    return found;
}

[[gnu::always_inline]] inline Found read_routing(Line& line, StrictRows& rows) {
    auto length = static_cast<std::uint64_t>(std::countr_zero(places64<'\n'>(line.at)));
    auto& known = line.known;
    if (!known.requests.is_empty() && RouteRequest::may_have(length)) {
        const auto* request = known.requests.find(line.at, length);
        if (request && request->block == known.blocks) {
            for (std::size_t each = 0; each < request->numbers.size(); ++each)
                rows.set(request_columns[each], request->numbers[each]);
            rows.set(radio::message, request->message);
            line.at += length;
            return {Fit::yes, place<radio::old_request>, columns_of_form<radio::old_request>};
        }
    }
    Line own = line;
    auto found = read_new_routing(own, rows);
    line.at = own.at;
    return found;
}

// Read what follows the addresses. An AODV message starts with " [0x".
[[gnu::always_inline]] inline Found read_old_behind(Line& line, StrictRows& rows) {
    return line.at[3] == 'x' ? read_routing(line, rows) : read_data(line, rows);
}

// In the order in which LineReader tries them.
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

// Adjacent columns.
static_assert(radio::mac_type == radio::mac_duration + 3 &&
              radio::next_hop == radio::source_node + 5);

// Positions of parts in radio::old_link.
inline constexpr auto reason_from = radio::old_start.size();  // the layer, a blank, the reason
inline constexpr auto number_from = reason_from + 3;  // a blank, the packet's number, a blank
inline constexpr auto middle_from = number_from + 3;
static_assert(radio::old_link[number_from - 1].column == radio::reason);
static_assert(radio::old_link[middle_from].column == radio::type);

template <std::size_t from, std::size_t to>
[[gnu::always_inline]] inline bool read_old_parts(Line& line, StrictRows& rows) {
    return OnAir::some<radio::old_link, from>(line, rows, std::make_index_sequence<to - from>()) ==
           Fit::yes;
}

// Layer and reason, which mostly take eight characters: "MAC  ---".
[[gnu::always_inline]] inline bool read_layer(Line& line, StrictRows& rows) {
    auto text = load(line.at);
    auto& known = line.known.layer_of(text);
    if (known.text == text && known.block == line.known.blocks && line.at[8] == ' ') [[likely]] {
        rows.set(radio::layer, known.layer);
        rows.set(radio::reason, known.reason);
        line.at += 8;
        return true;
    }
    const char* start = line.at;
    if (!read_old_parts<reason_from, number_from>(line, rows)) return false;
    if (line.at - start == 8)
        known = {text, line.known.blocks, rows.get<std::int32_t>(radio::layer),
                 rows.get<std::int32_t>(radio::reason)};
    return true;
}

// The columns of a form with values after layer and reason, without the rest of the line.
template <const auto& form>
inline constexpr auto tail_columns =
    columns_of_form<form> & ~bit(column::line) & ~bit(column::form) & ~bit(radio::rest) &
    ~columns_of(std::span(radio::old_link).first(number_from));

// The values of a row of this form from the packet's number on.
template <const auto& form, std::size_t... column>
[[gnu::always_inline]] inline void copy_tail(StrictRows& rows, std::int64_t from,
                                             std::index_sequence<column...>) {
    auto copy = [&]<std::size_t each>() __attribute__((always_inline)) {
        constexpr auto type = columns::wireless_columns[each].type;
        constexpr bool wide = type == Type::Int64 || type == Type::Double;
        static_assert(wide || type == Type::Int32 || type == Type::Dictionary ||
                      (tail_columns<form> & bit(each)) == 0);
        using Value = std::conditional_t<wide, std::int64_t, std::int32_t>;
        if constexpr ((tail_columns<form> & bit(each)) != 0) rows.copy<Value>(each, from);
    };
    (copy.template operator()<column>(), ...);
}

template <const auto&... forms>
[[gnu::always_inline]] inline Found repeat_as_one_of(const AirTail& tail, StrictRows& rows) {
    constexpr auto all = std::make_index_sequence<std::size(columns::wireless_columns)>();
    Found found;
    auto repeat = [&]<const auto & form>() __attribute__((always_inline)) {
        if (tail.form != place<form>) return false;
        copy_tail<form>(rows, tail.row, all);
        found = {Fit::yes, place<form>, columns_of_form<form>};
        return true;
    };
    static_cast<void>((repeat.template operator()<forms>() || ...));
    return found;
}

// Read what follows layer and reason, if a recent line has the same text.
[[gnu::always_inline]] inline Found read_repeated(Line& line, StrictRows& rows) {
    const auto* tail = line.known.tails.find(line.at, line.known.blocks);
    if (!tail) return {};
    line.at += tail->parts_length;
    return repeat_as_one_of<radio::old_cbr, radio::old_tcp, radio::old_request, radio::old_other,
                            radio::old_reply, radio::old_dsr, radio::old_ip, radio::old_arp>(*tail,
                                                                                             rows);
}

// The part of a wireless line that was read by looking up its text.
enum class Before { nothing, frame, addresses };

// A frame of the MAC layer, which ends after its bracket.
[[gnu::always_inline]] inline bool is_frame(const char* behind_mac) {
    return behind_mac[0] == ' ' && behind_mac[1] == '\n';
}

// Read what follows the packet's number, to the end of the addresses or of a frame's bracket.
[[gnu::always_inline]] inline Before read_known_on_air(Line& line, StrictRows& rows) {
    auto closings = places64<']'>(line.at);
    auto first = static_cast<std::uint64_t>(std::countr_zero(closings)) + 1;
    const bool frame = is_frame(line.at + first);
    auto length =
        frame ? first : static_cast<std::uint64_t>(std::countr_zero(closings & (closings - 1))) + 1;
    auto& known = line.known;
    // The bracket is followed by flags, not by the energy or a packet without addresses.
    if (known.on_air.is_empty() || !AirMiddle::may_have(length) ||
        (!frame && (line.at[first + 1] == '[' || line.at[first + 1] <= ' ')))
        return Before::nothing;
    const auto* middle = known.on_air.find(line.at, length);
    // A type may contain a bracket, too: then a text of another kind may have ended there.
    if (!middle || middle->block != known.blocks || middle->is_frame != frame)
        return Before::nothing;
    int mac = radio::mac_duration, address = radio::source_node;
    rows.set(radio::type, middle->type);
    rows.set(radio::size_bytes, middle->size_bytes);
    for (auto value : middle->mac) rows.set(mac++, static_cast<std::int64_t>(value));
    line.at += length;
    if (frame) return Before::frame;
    for (auto value : middle->addresses) rows.set(address++, value);
    rows.set(radio::flags, middle->flags);
    return Before::addresses;
}

// Remember what was read from `start` to `end`.
[[gnu::noinline]] inline void remember_on_air(const char* start, const char* end, KnownTexts& known,
                                              StrictRows& rows, bool frame) {
    constexpr auto of_frame = columns_of_form<radio::old_other>;
    constexpr auto with_addresses = of_frame | columns_of_form<radio::old_address>;
    auto length = static_cast<std::uint64_t>(end - start);
    if (!AirMiddle::may_have(length) || !rows.has_values(frame ? of_frame : with_addresses)) return;
    auto& middle = known.on_air.room_for(start, length);
    middle.block = known.blocks;
    middle.is_frame = frame;
    int mac = radio::mac_duration, address = radio::source_node;
    middle.type = rows.get<std::int32_t>(radio::type);
    middle.size_bytes = rows.get<std::int32_t>(radio::size_bytes);
    middle.flags = rows.get<std::int32_t>(radio::flags);
    for (auto& value : middle.mac)
        value = static_cast<std::uint32_t>(rows.get<std::int64_t>(mac++));
    for (auto& value : middle.addresses) value = rows.get<std::int32_t>(address++);
}

// Read a line of the old format. The energy's group must be read, too: without it, the line would
// seem to be of another form.
[[gnu::always_inline]] inline Found read_old(Line& line, StrictRows& rows) {
    if (!read_old_parts<0, reason_from>(line, rows) || !read_layer(line, rows)) return {};
    if (auto repeated = read_repeated(line, rows); repeated.fit == Fit::yes) return repeated;
    if (!read_old_parts<number_from, middle_from>(line, rows)) return {};
    const char* start = line.at;
    auto before = read_known_on_air(line, rows);
    if (before == Before::addresses) return read_old_behind(line, rows);
    if (before == Before::frame)
        return first_of<Ending<radio::other_body, radio::old_other>>(line, rows);
    if (!read_old_parts<middle_from, radio::old_link.size()>(line, rows)) return {};
    std::uint64_t energy = 0;
    if (line.at[0] == ' ' && line.at[1] == '[' && line.at[2] == 'e') {
        constexpr auto& group = radio::old_energy;
        constexpr auto parts = std::make_index_sequence<group.size() - 1>();
        if (OnAir::some<group, 1>(line, rows, parts) != Fit::yes) return {};
        constexpr auto columns = columns_of(std::span<const Part>(group).subspan(1));
        energy = columns;
        line.known.tails.pass_over();
    }
    const char* behind_mac = line.at;
    auto fit = OnAir::all<radio::old_address>(line, rows);
    if (fit == Fit::doubt) return {};
    if (fit == Fit::no) line.at = behind_mac;
    if (energy == 0 && (fit == Fit::yes || is_frame(line.at)))
        remember_on_air(start, line.at, line.known, rows, fit == Fit::no);
    auto found = fit == Fit::yes ? read_old_behind(line, rows) : OldInstead::read(line, rows);
    found.columns |= energy;
    return found;
}

[[gnu::always_inline]] inline Found read_new(Line& line, StrictRows& rows) {
    if (OnAir::all<radio::new_mac>(line, rows) != Fit::yes) return {};
    return read_body<radio::new_address, NewBehind, NewInstead>(line, rows);
}

[[gnu::always_inline]] inline Found read_energy(Line& line, StrictRows& rows) {
    constexpr auto& form = radio::energy_level;
    if (StrictParts<columns::energy_columns>::all<form>(line, rows) != Fit::yes) return {};
    return {Fit::yes, place<form>, columns_of_form<form>};
}

}  // namespace nstrace::strict
