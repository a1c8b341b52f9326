#include "traceline/line.h"

#include <cmath>
#include <cstdio>
#include <cstring>

#include "address.h"

namespace {

const int significant = 15; // of "%.15g"
const uint64_t limit = 1000000000000000; // 10^15
const int longest = 24; // "-1.23456789012345e-308" and its end

const uint64_t power[] = {1ull, 10ull, 100ull, 1000ull, 10000ull, 100000ull, 1000000ull,
			  10000000ull, 100000000ull, 1000000000ull, 10000000000ull,
			  100000000000ull, 1000000000000ull, 10000000000000ull,
			  100000000000000ull, 1000000000000000ull, 10000000000000000ull,
			  100000000000000000ull, 1000000000000000000ull};

/* Exponent of the leading digit of a value from 0.0001 to 10^9; may be one off below 1. */
int leading_digit(double value)
{
	if (value < 1)
		return value >= 0.1 ? -1 : value >= 0.01 ? -2 : value >= 0.001 ? -3 : -4;
	return count_digits(static_cast<uint32_t>(value)) - 1;
}

/* value * 10^places to the nearest integer, exactly; ties go to the even one, as in printf. */
uint64_t scaled(double value, int places)
{
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
char *put_decimal(char *at, uint64_t digits, int places)
{
	while (places > 0 && digits % 10 == 0) {
		digits /= 10;
		places--;
	}
	const uint64_t whole = digits / power[places];
	at = put_digits(at, whole, count_digits(static_cast<uint32_t>(whole)));
	if (places == 0)
		return at;
	*at++ = '.';
	return put_digits(at, digits % power[places], places);
}

/* Writes a double as "%.15g" does; returns the end. */
char *put_double(char *at, double value)
{
	if (value >= 0.0001 && value < 1e9) {
		int places = significant - 1 - leading_digit(value);
		uint64_t digits = scaled(value, places);
		if (digits >= limit && places > 0) { // rounded up to a further digit
			places--;
			digits = scaled(value, places);
		}
		if (digits >= limit / 10 && digits < limit)
			return put_decimal(at, digits, places);
	}
	if (value == 0 && !std::signbit(value)) {
		*at++ = '0';
		return at;
	}
	return at + sprintf(at, "%.15g", value);
}

} // namespace

char *put_digits(char *at, uint64_t value, int count)
{
	char *const end = at + count;
	for (char *place = end; place > at; value /= 10)
		*--place = '0' + value % 10;
	return end;
}

Line &Line::operator<<(double value)
{
	// Several lines in a row mostly have the same time.
	static uint64_t last = 0;
	static char text[longest] = "0";
	static size_t length = 1;
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	if (bits != last) {
		length = put_double(text, value) - text;
		last = bits;
	}
	memcpy(at_, text, longest);
	at_ += length;
	return *this;
}

Line &Line::hex(unsigned value)
{
	int shift = 28;
	while (shift > 0 && value >> shift == 0)
		shift -= 4;
	for (; shift >= 0; shift -= 4)
		*at_++ = "0123456789abcdef"[value >> shift & 15];
	return *this;
}

Line &Line::node(int address)
{
	const Address &space = Address::instance();
	for (int level = 1; level <= space.levels_; level++) {
		int part = address >> space.NodeShift_[level];
		if (space.levels_ > 1)
			part &= space.NodeMask_[level];
		if (level > 1)
			*at_++ = '.';
		*this << part;
	}
	return *this;
}
