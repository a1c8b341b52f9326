// A line of a trace, written into a buffer of ns' without printf and without an allocation.
//
// Each value gets the very bytes that printf gives it in the C locale: an int those of "%d",
// a double those of "%.15g" (ns' TIME_FORMAT), a text those of "%s". The line ends with a
// null character when the object goes away.

#ifndef traceline_line_h
#define traceline_line_h

#include <cstdint>
#include <cstring>

#include "traceline/packet_columns.h"

class Line {
  public:
    explicit Line(char* buffer) : at_(buffer) {}
    ~Line() { *at_ = 0; }

    Line& operator<<(char character) {
        *at_++ = character;
        return *this;
    }
    Line& operator<<(const char* text) {
        while (*text) *at_++ = *text++;
        return *this;
    }
    Line& operator<<(int value) {
        uint32_t size = value;
        if (value < 0) {
            *at_++ = '-';
            size = -size;
        }
        return digits(size);
    }
    Line& operator<<(double value) {
        // Several lines in a row mostly have the same time.
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        if (bits != last_number.bits) last_number.set(value, bits);
        memcpy(at_, last_number.text, sizeof last_number.text);
        at_ += last_number.length;
        return *this;
    }

    /* A time rounded to microseconds, as BaseTrace::round() does. */
    Line& micros(double time) {
        uint64_t bits;
        memcpy(&bits, &time, sizeof bits);
        if (bits != last_time.bits) last_time.set_micros(time, bits);
        memcpy(at_, last_time.text, sizeof last_time.text);
        at_ += last_time.length;
        return *this;
    }

    /* As "%x". */
    Line& hex(unsigned value);

    /* The node's part of an address, levels separated by dots. */
    Line& node(int address);

    /* Type, size, flags, flow, addresses, sequence number and uid. */
    Line& packet(Packet* p) {
        // It passes some ten Trace objects, and looks the same at each.
        const int uid = hdr_cmn::access(p)->uid_;
        const PacketText& known = packets[static_cast<unsigned>(uid) % places];
        if (!known.packet.is(p->bits(), headers, flag_mask)) return new_packet(p);
        memcpy(at_, known.text, sizeof known.text);
        at_ += known.length;
        return *this;
    }

    /* To be called when addresses are to be written in another way. */
    static void forget_packets();

    /* Where the next character goes. */
    char* end() const { return at_; }

  private:
    struct Number {
        uint64_t bits;
        int length;
        char text[24];  // "-1.23456789012345e-308" and its end

        void set(double value, uint64_t its_bits);
        void set_micros(double value, uint64_t its_bits);
    };
    struct alignas(64) PacketText {
        KnownPacket packet;
        int length;
        char text[68];  // the entry fills two cache lines
    };
    enum { places = 256 };
    static Number last_number;
    static Number last_time;
    static PacketText packets[places];  // by uid
    static HeaderPlaces headers;
    static uint64_t flag_mask;

    Line& new_packet(Packet* p);
    Line& digits(uint32_t value);

    char* at_;
};

/* The decimal digits of a value below 10^count, with leading zeros; returns the end. */
char* put_digits(char* at, uint64_t value, int count);

/* How many decimal digits a value has. */
inline int count_digits(uint32_t value) {
    static const uint32_t power[] = {0,      10,      100,      1000,      10000,
                                     100000, 1000000, 10000000, 100000000, 1000000000};
    // 1233 / 4096 is a little more than log10(2): right, or one too few.
    int guess = (32 - __builtin_clz(value | 1)) * 1233 >> 12;
    return guess + (value >= power[guess]);
}

inline Line& Line::digits(uint32_t value) {
    if (value < 10)
        *at_++ = '0' + value;
    else
        at_ = put_digits(at_, value, count_digits(value));
    return *this;
}

#endif
