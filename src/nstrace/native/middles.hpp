// Texts that recur in many lines, with the values that were read from them the first time.

#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "many_bytes.hpp"

namespace nstrace {

#if !defined(NSTRACE_SLOTS)
#define NSTRACE_SLOTS 8192  // fuzzing uses fewer, so that texts contend for them
#endif

// The text of a packet's line between its time and its sequence number, from the link to the
// destination.
struct alignas(128) Middle {
    static constexpr std::uint64_t shortest = 16;
    static constexpr std::uint64_t longest = 48;
    static constexpr std::size_t slots = NSTRACE_SLOTS;
    static constexpr std::size_t ways = 4;

    std::array<char, longest> text{};
    std::uint64_t length = 0;  // 0: nothing here
    std::int32_t from_node, to_node, size_bytes, flow;
    std::int32_t source_node, source_port, destination_node, destination_port;
    // Indices into dictionaries, which are valid for one block only.
    std::int32_t type, flags;
    std::int64_t block = 0;
    std::uint8_t type_start, type_end, flags_start, flags_end;

    static bool may_have(std::uint64_t length) { return length - shortest <= longest - shortest; }

    static std::uint64_t hash(const char* text, std::uint64_t length) {
        return load(text) * 0x9e3779b97f4a7c15 + load(text + 8) * 0xc2b2ae3d27d4eb4f +
               load(text + length - 8) * 0x165667b19e3779f9 + length;
    }

    // Whether its text is the one at `at`; `longest` bytes after `at` must be readable.
    [[gnu::always_inline]] bool is(const char* at, std::uint64_t size) const {
        auto wanted = (std::uint64_t{1} << size) - 1;
        return ((length ^ size) | (wanted & ~equal48(at, text.data()))) == 0;
    }
};

// Up to 63 characters of a wireless line. Indices into dictionaries are valid for one block only.
template <std::uint64_t least>
struct AirText {
    static constexpr std::uint64_t shortest = least;
    static constexpr std::uint64_t longest = 63;
    // Many texts occur only a few times, so a failed search must be fast. More slots than fit into
    // a processor's cache would be no faster than parsing the line.
    static constexpr std::size_t slots = NSTRACE_SLOTS / 4;
    static constexpr std::size_t ways = 2;

    std::array<char, 64> text{};
    std::uint8_t length = 0;  // 0: nothing here
    std::uint32_t block = 0;

    static bool may_have(std::uint64_t length) { return length - shortest <= longest - shortest; }

    static std::uint64_t hash(const char* text, std::uint64_t length) {
        static_assert(shortest >= 16);
        return load(text) * 0x9e3779b97f4a7c15 + load(text + length - 16) * 0xc2b2ae3d27d4eb4f +
               load(text + length - 8) * 0x165667b19e3779f9 + load(text + 8) + length;
    }

    // Whether its text is the one at `at`; 64 bytes after `at` must be readable.
    [[gnu::always_inline]] bool is(const char* at, std::uint64_t size) const {
        auto wanted = (std::uint64_t{1} << size) - 1;
        auto same = equal48(at, text.data()) |
                    static_cast<std::uint64_t>(equal16(at + 48, text.data() + 48)) << 48;
        return ((length ^ size) | (wanted & ~same)) == 0;
    }
};

// The text between a packet's number and the fields of its protocol: type, size, the MAC layer's
// fields and, except for frames of that layer, flags and addresses. Most lines share it with
// others.
struct alignas(128) AirMiddle : AirText<16> {
    std::int32_t type, size_bytes, flags;
    std::array<std::uint32_t, 4> mac;
    std::array<std::int32_t, 6> addresses;
    bool is_frame;
};

// The fields of an AODV route request, to the end of the line. Many nodes receive each request.
struct alignas(128) RouteRequest : AirText<24> {
    std::int32_t message;
    std::array<std::int32_t, 7> numbers;
};
static_assert(sizeof(AirMiddle) == 128 && sizeof(RouteRequest) == 128);

// The middles that a thread has read: a hash table with few slots for each text. If they are
// taken, one entry is evicted.
template <typename Middle>
class Known {
  public:
    // Whether the table is not allocated yet.
    bool is_empty() const { return slots_.empty(); }
    // Allocate the table, if that was not done before.
    void prepare() {
        if (slots_.empty()) slots_.resize(slots);
    }

    // The middle with this text; null if it is not known. The table must be allocated.
    [[gnu::always_inline]] Middle* find(const char* text, std::uint64_t length) {
        auto first = slot_of(text, length);
        if (auto& middle = slots_[first]; middle.is(text, length)) [[likely]]
            return &middle;
        return find_beside(first, text, length);
    }

    // A middle with this text, whose other values the caller has to set. It may be an existing one,
    // which is then overwritten.
    Middle& room_for(const char* text, std::uint64_t length) {
        prepare();
        auto first = slot_of(text, length);
        if (slots_[first].is(text, length)) return slots_[first];
        auto* room = &slots_[first];
        for (std::size_t way = 1; way < ways && room->length != 0; ++way)
            room = &slots_[first ^ way];
        if (room->length != 0) room = &slots_[first];
        std::memcpy(room->text.data(), text, room->text.size());
        room->length = static_cast<decltype(room->length)>(length);
        return *room;
    }

  private:
    static constexpr auto slots = Middle::slots;
    static constexpr auto ways = Middle::ways;
    static_assert(slots % ways == 0);

    [[gnu::always_inline]] static std::size_t slot_of(const char* text, std::uint64_t length) {
        return (Middle::hash(text, length) >> 40) % slots;
    }

    [[gnu::noinline]] Middle* find_beside(std::size_t first, const char* text,
                                          std::uint64_t length) {
        for (std::size_t way = 1; way < ways; ++way)
            if (auto& middle = slots_[first ^ way]; middle.is(text, length)) return &middle;
        return nullptr;
    }

    std::vector<Middle> slots_;
};

using Middles = Known<Middle>;

}  // namespace nstrace
