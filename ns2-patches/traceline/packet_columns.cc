#include "traceline/packet_columns.h"

#include <cstddef>

#include "address.h"
#include "rap/rap.h"
#include "rtp.h"
#include "tcp.h"
#include "tfrc.h"

static_assert(offsetof(hdr_cmn, ptype_) == 0 && offsetof(hdr_cmn, size_) == 4,
              "type and size are compared as one");
static_assert(sizeof(ns_addr_t) == 8, "an address is compared as one");
static_assert(offsetof(hdr_flags, cong_action_) < 8, "flags are compared as one");

// As in Trace::get_seqno.
int sequence_offset(packet_t type) {
    switch (type) {
        case PT_RTP:
        case PT_CBR:
        case PT_UDP:
        case PT_EXP:
        case PT_PARETO: return hdr_rtp::offset() + offsetof(hdr_rtp, seqno_);
        case PT_RAP_DATA:
        case PT_RAP_ACK: return hdr_rap::offset() + offsetof(hdr_rap, seqno_);
        case PT_TCP:
        case PT_ACK:
        case PT_HTTP:
        case PT_FTP:
        case PT_TELNET:
        case PT_XCP: return hdr_tcp::offset() + offsetof(hdr_tcp, seqno_);
        case PT_TFRC: return hdr_tfrc::offset() + offsetof(hdr_tfrc, seqno);
        case PT_TFRC_ACK: return hdr_tfrc_ack::offset() + offsetof(hdr_tfrc_ack, seqno);
        default: return -1;
    }
}

int KnownPacket::set(Packet* p, const PacketColumns& its_columns) {
    return set(p->bits(), its_columns, hdr_cmn::offset(),
               sequence_offset(hdr_cmn::access(p)->ptype()));
}

std::string node_text(int address) {
    char* text = Address::instance().print_nodeaddr(address);
    std::string node = text;
    delete[] text;
    return node;
}

// As in Trace::format.
std::string layout_text(Packet* p) {
    hdr_cmn* common = hdr_cmn::access(p);
    hdr_ip* ip = hdr_ip::access(p);
    const hdr_flags* set = hdr_flags::access(p);
    std::string flags = "-------";
    if (set->ecn_) flags[0] = 'C';
    if (set->pri_) flags[1] = 'P';
    if (set->cong_action_) flags[3] = 'A';
    if (set->ecn_to_echo_) flags[4] = 'E';
    if (set->fs_) flags[5] = 'F';
    if (set->ecn_capable_) flags[6] = 'N';
    return std::string(packet_info.name(common->ptype())) + ' ' + std::to_string(common->size()) +
           ' ' + flags + ' ' + std::to_string(ip->flowid()) + ' ' + node_text(ip->saddr()) + '.' +
           std::to_string(ip->sport()) + ' ' + node_text(ip->daddr()) + '.' +
           std::to_string(ip->dport());
}
