// What must be remembered about packets between their lines in a trace.

#pragma once

#include <cstddef>
#include <cstdint>
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

// Packets by uid: a hash table with open addressing and linear probing.
//
// A packet that gets lost where nothing is traced would stay for ever. Before the table grows,
// packets without a line for about 100 s are removed.
class PacketsUnderWay {
  public:
    static constexpr std::int32_t forgotten = 96;  // of seen_at()

    UnderWay* find(std::int64_t uid) {
        for (auto at = place(uid);; at = (at + 1) & mask_) {
            if (places_[at].event == 0) return nullptr;
            if (places_[at].uid == uid) return &places_[at];
        }
    }

    // The same if it is where its hash points; null if it is elsewhere or not there.
    UnderWay* find_at_home(std::int64_t uid) {
        auto& found = places_[place(uid)];
        return found.uid == uid && found.event != 0 ? &found : nullptr;
    }

    // For a packet that is not there. Invalidates all pointers to entries.
    UnderWay* add(std::int64_t uid, std::int64_t now_us) {
        if (2 * (count_ + 1) > places_.size()) make_room(now_us);
        auto* packet = open_place(uid);
        *packet = {uid, now_us, 0, 0, seen_at(now_us), '+'};
        ++count_;
        return packet;
    }

    void remove(UnderWay* packet) {
        // Entries behind it that collisions moved on are moved back into the gap.
        std::size_t gap = packet - places_.data();
        for (auto at = (gap + 1) & mask_; places_[at].event != 0; at = (at + 1) & mask_) {
            if (((at - place(places_[at].uid)) & mask_) < ((at - gap) & mask_)) continue;
            places_[gap] = places_[at];
            gap = at;
        }
        places_[gap].event = 0;
        --count_;
    }

    std::size_t count() const { return count_; }

  private:
    // Packets under way have neighbouring numbers; hashing spreads them, since long runs of taken
    // places are slow to search.
    std::size_t place(std::int64_t uid) const {
        return static_cast<std::uint64_t>(uid) * 0x9e3779b97f4a7c15 >> shift_;
    }

    UnderWay* open_place(std::int64_t uid) {
        auto at = place(uid);
        while (places_[at].event != 0) at = (at + 1) & mask_;
        return &places_[at];
    }

    void make_room(std::int64_t now_us) {
        std::vector<UnderWay> kept;
        for (const auto& packet : places_)
            if (packet.event != 0 && packet.seen >= seen_at(now_us) - forgotten)
                kept.push_back(packet);
        auto size = places_.size();
        for (; 4 * kept.size() > size; size *= 2) --shift_;
        places_.assign(size, UnderWay{});
        mask_ = size - 1;
        count_ = kept.size();
        for (const auto& packet : kept) *open_place(packet.uid) = packet;
    }

    std::vector<UnderWay> places_ = std::vector<UnderWay>(256);
    int shift_ = 64 - 8;  // keeps as many bits as an index has
    std::size_t mask_ = places_.size() - 1;
    std::size_t count_ = 0;
};

}  // namespace nsbins
