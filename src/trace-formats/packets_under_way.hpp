// What must be remembered about packets between their lines in a trace.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace nsbins {

struct alignas(32) UnderWay {
    std::int64_t uid;
    std::int64_t seen_first_us;
    std::int32_t from;  // the link that its last line was about
    std::int32_t to;
    std::int32_t seen;  // when that was, as seen_at() tells
    char event;         // that line's; 0: this place is empty
};
static_assert(sizeof(UnderWay) == 32);

// A time in units of about a second.
inline std::int32_t seen_at(std::int64_t us) { return static_cast<std::int32_t>(us >> 20); }

// Packets by uid, scattered by a hash: a table with open addressing and linear probing.
class ScatteredPackets {
  public:
    UnderWay* find(std::int64_t uid) {
        if (uid > newest_) return nullptr;
        for (auto at = place(uid);; at = next(at)) {
            if (places_[at].event == 0) return nullptr;
            if (places_[at].uid == uid) return &places_[at];
        }
    }

    // One that is not there. Invalidates all pointers to entries.
    void add(const UnderWay& packet) {
        if (2 * (count_ + 1) > places_.size()) grow();
        put(packet);
        newest_ = std::max(newest_, packet.uid);
        ++count_;
    }

    void remove(UnderWay* packet) {
        // Entries behind it that collisions moved on are moved back into the gap.
        std::size_t gap = packet - places_.data();
        for (auto at = next(gap); places_[at].event != 0; at = next(at)) {
            if (((at - place(places_[at].uid)) & mask()) < ((at - gap) & mask())) continue;
            places_[gap] = places_[at];
            gap = at;
        }
        places_[gap].event = 0;
        --count_;
    }

    const std::vector<UnderWay>& places() const { return places_; }

  private:
    std::size_t mask() const { return places_.size() - 1; }
    std::size_t next(std::size_t place) const { return (place + 1) & mask(); }
    std::size_t place(std::int64_t uid) const {
        return static_cast<std::uint64_t>(uid) * 0x9e3779b97f4a7c15 >> shift_;
    }

    void put(const UnderWay& packet) {
        auto at = place(packet.uid);
        while (places_[at].event != 0) at = next(at);
        places_[at] = packet;
    }

    void grow() {
        std::vector<UnderWay> before(2 * places_.size());
        before.swap(places_);
        --shift_;
        for (const auto& packet : before)
            if (packet.event != 0) put(packet);
    }

    std::vector<UnderWay> places_ = std::vector<UnderWay>(16);
    int shift_ = 64 - 4;  // keeps as many bits as an index has
    std::size_t count_ = 0;
    std::int64_t newest_ = std::numeric_limits<std::int64_t>::min();  // uid of any so far
};

// Packets by uid, whose last bits are a packet's place. Packets under way have neighbouring
// numbers, mostly, and so lie side by side, in little of the processor's caches. One whose place a
// newer one needs moves to a second table.
//
// A packet that gets lost where nothing is traced would stay for ever. Before the tables grow,
// packets without a line for about 100 s are removed.
class PacketsUnderWay {
  public:
    static constexpr std::int32_t forgotten = 96;  // of seen_at()

    UnderWay* find(std::int64_t uid) {
        auto* found = find_at_home(uid);
        return found ? found : older_.find(uid);
    }

    // The same if it is where its number points; null if it is elsewhere or not there.
    UnderWay* find_at_home(std::int64_t uid) {
        auto& found = home(uid);
        return found.uid == uid && found.event != 0 ? &found : nullptr;
    }

    // For a packet that is not there. Invalidates all pointers to entries.
    UnderWay* add(std::int64_t uid, std::int64_t now_us) {
        if (2 * (count_ + 1) > places_.size()) make_room(now_us);
        ++count_;
        return put({uid, now_us, 0, 0, seen_at(now_us), '+'});
    }

    void remove(UnderWay* packet) {
        if (packet == &home(packet->uid))
            packet->event = 0;
        else
            older_.remove(packet);
        --count_;
    }

    std::size_t count() const { return count_; }

  private:
    UnderWay& home(std::int64_t uid) {
        return places_[static_cast<std::uint64_t>(uid) & (places_.size() - 1)];
    }

    UnderWay* put(const UnderWay& packet) {
        auto& place = home(packet.uid);
        if (place.event != 0) older_.add(place);
        place = packet;
        return &place;
    }

    void make_room(std::int64_t now_us) {
        std::vector<UnderWay> kept;
        for (const auto* table : {&older_.places(), &std::as_const(places_)})
            for (const auto& packet : *table)
                if (packet.event != 0 && packet.seen >= seen_at(now_us) - forgotten)
                    kept.push_back(packet);
        auto size = places_.size();
        while (4 * kept.size() > size) size *= 2;
        places_.assign(size, UnderWay{});
        older_ = ScatteredPackets();
        count_ = kept.size();
        for (const auto& packet : kept) put(packet);
    }

    std::vector<UnderWay> places_ = std::vector<UnderWay>(256);
    ScatteredPackets older_;
    std::size_t count_ = 0;
};

}  // namespace nsbins
