// What each packet records of its path, to detect loops.

#ifndef added_ceas_header_h
#define added_ceas_header_h

#include <cstdint>

#include "config.h"
#include "packet.h"

struct hdr_ceas {
    // Only addresses below this are recorded.
    static constexpr int most_nodes = 256;

    static constexpr int remembered = 32;

    int hops;                                  // links that it was put on
    std::uint64_t left[most_nodes / 64];       // by address: nodes that it has left
    std::uint64_t sent_back[most_nodes / 64];  // by address: nodes that sent it back
    std::uint8_t last_left[remembered];        // the last of them: that of hop h at h % remembered

    bool has_left(int node) const { return left[node / 64] >> node % 64 & 1; }

    // Links since it last left a node; `remembered` if that is longer ago than it remembers.
    int loop_at(int node) const {
        int links = 1;
        while (links < remembered && links < hops && last_left[(hops - links) % remembered] != node)
            ++links;
        return links;
    }

    // A node sends it back to where it came from; whether it did so before.
    bool goes_back(int node) {
        bool again = sent_back[node / 64] >> node % 64 & 1;
        sent_back[node / 64] |= std::uint64_t(1) << node % 64;
        return again;
    }

    void leaves(int node) {
        left[node / 64] |= std::uint64_t(1) << node % 64;
        last_left[hops++ % remembered] = node;
    }

    static int offset_;  // negative if packets don't have this header
    static hdr_ceas* access(const Packet* p) { return (hdr_ceas*)p->access(offset_); }
};

#endif
