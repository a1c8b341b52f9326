// What each packet remembers of its way, to tell loops.

#ifndef added_ceas_header_h
#define added_ceas_header_h

#include <cstdint>

#include "config.h"
#include "packet.h"

struct hdr_ceas {
	// Addresses below this can be told.
	static constexpr int most_nodes = 256;

	int hops;	// links that it was put on
	std::uint64_t left[most_nodes / 64];	// by address: nodes that it has left

	bool has_left(int node) const { return left[node / 64] >> node % 64 & 1; }
	void leaves(int node) { left[node / 64] |= std::uint64_t(1) << node % 64; }

	static int offset_;	// negative if packets don't have this header
	static hdr_ceas* access(const Packet* p) { return (hdr_ceas*) p->access(offset_); }
};

#endif
