#include "traceline/line.h"

#include <cmath>
#include <cstdio>
#include <string>

#include "address.h"
#include "basetrace.h"

namespace {

const int significant = 15;               // of "%.15g"
const uint64_t limit = 1000000000000000;  // 10^15

const uint64_t power[] = {1ull,
                          10ull,
                          100ull,
                          1000ull,
                          10000ull,
                          100000ull,
                          1000000ull,
                          10000000ull,
                          100000000ull,
                          1000000000ull,
                          10000000000ull,
                          100000000000ull,
                          1000000000000ull,
                          10000000000000ull,
                          100000000000000ull,
                          1000000000000000ull,
                          10000000000000000ull,
                          100000000000000000ull,
                          1000000000000000000ull};

const char pairs[] =
    "00010203040506070809"
    "10111213141516171819"
    "20212223242526272829"
    "30313233343536373839"
    "40414243444546474849"
    "50515253545556575859"
    "60616263646566676869"
    "70717273747576777879"
    "80818283848586878889"
    "90919293949596979899";

/* Exponent of the leading digit of a value from 0.0001 to 10^9; may be one off below 1. */
int leading_digit(double value) {
    if (value < 1) return value >= 0.1 ? -1 : value >= 0.01 ? -2 : value >= 0.001 ? -3 : -4;
    return count_digits(static_cast<uint32_t>(value)) - 1;
}

/* value * 10^places to the nearest integer, exactly; ties go to the even one, as in printf. */
uint64_t scaled(double value, int places) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int shift = 1075 - static_cast<int>(bits >> 52);
    const uint64_t mantissa = (bits & 0xfffffffffffff) | 0x10000000000000;
    const unsigned __int128 product = static_cast<unsigned __int128>(mantissa) * power[places];
    const uint64_t whole = static_cast<uint64_t>(product >> shift);
    const unsigned __int128 rest = product - (static_cast<unsigned __int128>(whole) << shift);
    const unsigned __int128 half = static_cast<unsigned __int128>(1) << (shift - 1);
    return whole + (rest > half || (rest == half && (whole & 1)));
}

/* The digits with a point before the last `places`, without zeros at the end. */
char* put_decimal(char* at, uint64_t digits, int places) {
    while (places > 0 && digits % 10 == 0) {
        digits /= 10;
        places--;
    }
    const uint64_t whole = digits / power[places];
    at = put_digits(at, whole, count_digits(static_cast<uint32_t>(whole)));
    if (places == 0) return at;
    *at++ = '.';
    return put_digits(at, digits % power[places], places);
}

/* Two digits of a number below 100. */
char* put_pair(char* at, uint32_t value) {
    memcpy(at, pairs + 2 * value, 2);
    return at + 2;
}

/* A number of microseconds as seconds. */
char* put_micros(char* at, uint64_t micros) {
    const uint32_t whole = micros / 1000000;
    uint32_t rest = micros % 1000000;
    at = put_digits(at, whole, count_digits(whole));
    if (rest == 0) return at;
    *at = '.';
    put_pair(put_pair(put_pair(at + 1, rest / 10000), rest / 100 % 100), rest % 100);
    char* end = at + 7;
    for (; rest % 10 == 0; rest /= 10) end--;
    return end;
}

/* Columns 5 to 10, which many packets share. */
struct Layout {
    PacketColumns columns;
    std::string text;
};

const int layouts = 256;
Layout known_layouts[layouts];

const Layout& layout_of(Packet* p, const PacketColumns& columns) {
    Layout& known = known_layouts[hash_of(columns) % layouts];
    if (known.text.empty() || !(known.columns == columns)) {
        known.columns = columns;
        known.text = layout_text(p);
    }
    return known;
}

/* Writes a double as "%.15g" does; returns the end. */
char* put_double(char* at, double value) {
    if (value >= 0.0001 && value < 1e9) {
        // The double next to a decimal of up to 15 digits is written as that decimal.
        const uint64_t micros = value * 1e6 + 0.5;
        if (micros / 1e6 == value) return put_micros(at, micros);
        int places = significant - 1 - leading_digit(value);
        uint64_t digits = scaled(value, places);
        if (digits >= limit && places > 0) {  // rounded up to a further digit
            places--;
            digits = scaled(value, places);
        }
        if (digits >= limit / 10 && digits < limit) return put_decimal(at, digits, places);
    }
    if (value == 0 && !std::signbit(value)) {
        *at++ = '0';
        return at;
    }
    return at + sprintf(at, "%.15g", value);
}

}  // namespace

char* put_digits(char* at, uint64_t value, int count) {
    char* const end = at + count;
    char* place = end;
    for (; place - at >= 2; value /= 100) {
        place -= 2;
        memcpy(place, pairs + 2 * (value % 100), 2);
    }
    if (place > at) *at = '0' + value;
    return end;
}

Line::Number Line::last_number = {0, 1, "0"};
Line::Number Line::last_time = {0, 1, "0"};
Line::PacketText Line::packets[places];
HeaderPlaces Line::headers;
uint64_t Line::flag_mask = shown_flags();

void Line::Number::set(double value, uint64_t its_bits) {
    length = put_double(text, value) - text;
    bits = its_bits;
}

void Line::Number::set_micros(double value, uint64_t its_bits) {
    const double micros = value * 1e6 + 0.5;
    // Seconds of up to 15 digits; "%g" turns to exponents below 0.0001.
    if (micros >= 100 && micros < 1e15)
        length = put_micros(text, static_cast<uint64_t>(micros)) - text;
    else
        length = put_double(text, BaseTrace::round(value)) - text;
    bits = its_bits;
}

Line& Line::hex(unsigned value) {
    int shift = 28;
    while (shift > 0 && value >> shift == 0) shift -= 4;
    for (; shift >= 0; shift -= 4) *at_++ = "0123456789abcdef"[value >> shift & 15];
    return *this;
}

Line& Line::node(int address) {
    const Address& space = Address::instance();
    for (int level = 1; level <= space.levels_; level++) {
        int part = address >> space.NodeShift_[level];
        if (space.levels_ > 1) part &= space.NodeMask_[level];
        if (level > 1) *at_++ = '.';
        *this << part;
    }
    return *this;
}

void Line::forget_packets() {
    for (int i = 0; i < places; i++) packets[i].packet.forget();
    for (int i = 0; i < layouts; i++) known_layouts[i].text.clear();
}

/* A packet that is not the one that its place was last used for. */
Line& Line::new_packet(Packet* p) {
    headers = HeaderPlaces::now();
    const PacketColumns columns = columns_of(p->bits(), headers, flag_mask);
    PacketText& known = packets[static_cast<unsigned>(hdr_cmn::access(p)->uid()) % places];
    char* const start = at_;
    const Layout& layout = layout_of(p, columns);
    memcpy(at_, layout.text.data(), layout.text.size());
    at_ += layout.text.size();
    *this << ' ' << known.packet.set(p, columns) << ' ' << known.packet.uid;
    known.length = at_ - start;
    if (known.length <= static_cast<int>(sizeof known.text))
        memcpy(known.text, start, sizeof known.text);
    else
        known.packet.forget();
    return *this;
}
