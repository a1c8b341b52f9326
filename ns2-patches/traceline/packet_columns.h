// What a plain trace line says about a packet, as far as the packet decides it.

#ifndef traceline_packet_columns_h
#define traceline_packet_columns_h

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "flags.h"
#include "ip.h"
#include "packet.h"

// Type, size, flags, flow and addresses, in a form that is quick to compare.
struct PacketColumns {
    std::uint64_t type_and_size;
    std::uint64_t source;
    std::uint64_t destination;
    std::uint64_t flags;
    std::int64_t flow;

    bool operator==(const PacketColumns& other) const {
        return ((type_and_size ^ other.type_and_size) | (source ^ other.source) |
                (destination ^ other.destination) | (flags ^ other.flags) |
                std::uint64_t(flow ^ other.flow)) == 0;
    }
};

inline std::uint64_t hash_of(const PacketColumns& columns) {
    std::uint64_t mixed = columns.type_and_size ^ columns.source << 23 ^ columns.source >> 41 ^
                          columns.destination << 11 ^ columns.destination >> 53 ^
                          columns.flags * 3 ^ std::uint64_t(columns.flow) << 40;
    mixed *= 0x9e3779b97f4a7c15;
    return mixed ^ mixed >> 32;
}

// The flags that a line shows. Their bytes, up to the last of these, lie together.
inline std::uint64_t shown_flags() {
    hdr_flags shown;
    std::memset(&shown, 0, sizeof shown);
    shown.ecn_ = shown.pri_ = shown.cong_action_ = shown.ecn_to_echo_ = 0xff;
    shown.fs_ = shown.ecn_capable_ = 0xff;
    std::uint64_t mask;
    std::memcpy(&mask, &shown, sizeof mask);
    return mask;
}

// Where the headers lie in a packet.
struct HeaderPlaces {
    std::ptrdiff_t common, ip, flags;
    static HeaderPlaces now() { return {hdr_cmn::offset(), hdr_ip::offset(), hdr_flags::offset()}; }
};

inline std::uint64_t word_at(const void* place) {
    std::uint64_t word;
    std::memcpy(&word, place, sizeof word);
    return word;
}

inline PacketColumns columns_of(unsigned char* headers, const HeaderPlaces& at,
                                std::uint64_t flag_mask) {
    const hdr_ip* ip = reinterpret_cast<hdr_ip*>(headers + at.ip);
    PacketColumns columns;
    columns.type_and_size = word_at(headers + at.common);
    columns.source = word_at(&ip->src_);
    columns.destination = word_at(&ip->dst_);
    columns.flags = word_at(headers + at.flags) & flag_mask;
    columns.flow = ip->fid_;
    return columns;
}

// Where in a packet of this type its sequence number lies; -1 if it has none.
int sequence_offset(packet_t type);

const std::uint64_t no_type = ~std::uint64_t(0);

// What was last written about a packet, so that it is not formatted again while it is unchanged.
struct KnownPacket {
    PacketColumns columns;  // of type no_type if nothing was
    int uid;
    int sequence_at;  // where the number lies; of packets without one, the uid
    int sequence;     // what lies there

    KnownPacket() : uid(0), sequence_at(0), sequence(0) { forget(); }
    bool is(unsigned char* headers, const HeaderPlaces& at, std::uint64_t flag_mask) const {
        const hdr_cmn* common = reinterpret_cast<hdr_cmn*>(headers + at.common);
        const hdr_ip* ip = reinterpret_cast<hdr_ip*>(headers + at.ip);
        return common->uid_ == uid && word_at(common) == columns.type_and_size &&
               word_at(&ip->src_) == columns.source && word_at(&ip->dst_) == columns.destination &&
               ip->fid_ == columns.flow &&
               (word_at(headers + at.flags) & flag_mask) == columns.flags &&
               *reinterpret_cast<int*>(headers + sequence_at) == sequence;
    }
    // The sequence number that is to be shown.
    int set(Packet* p, const PacketColumns& its_columns);
    // The same, where its offset is known; -1 if there is none.
    int set(unsigned char* headers, const PacketColumns& its_columns, int common, int offset) {
        columns = its_columns;
        sequence_at = offset >= 0 ? offset : common + int(offsetof(hdr_cmn, uid_));
        uid = reinterpret_cast<hdr_cmn*>(headers + common)->uid_;
        sequence = *reinterpret_cast<int*>(headers + sequence_at);
        return offset >= 0 ? sequence : -1;
    }
    void forget() { columns.type_and_size = no_type; }
};

// The node part of an address, as trace lines show it.
std::string node_text(int address);

// Columns 5 to 10 of the line.
std::string layout_text(Packet* p);

#endif
