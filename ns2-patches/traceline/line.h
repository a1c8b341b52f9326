// A line of a trace, written into a buffer of ns' without printf and without an allocation.
//
// Each value gets the very bytes that printf gives it in the C locale: an int those of "%d",
// a double those of "%.15g" (ns' TIME_FORMAT), a text those of "%s". The line ends with a
// null character when the object goes away.

#ifndef traceline_line_h
#define traceline_line_h

#include <cstdint>

class Line {
public:
	explicit Line(char *buffer) : at_(buffer) {}
	~Line() { *at_ = 0; }

	Line &operator<<(char character)
	{
		*at_++ = character;
		return *this;
	}
	Line &operator<<(const char *text)
	{
		while (*text)
			*at_++ = *text++;
		return *this;
	}
	Line &operator<<(int value)
	{
		uint32_t size = value;
		if (value < 0) {
			*at_++ = '-';
			size = -size;
		}
		return digits(size);
	}
	Line &operator<<(double value);

	/* As "%x". */
	Line &hex(unsigned value);

	/* The node's part of an address, levels separated by dots. */
	Line &node(int address);

private:
	Line &digits(uint32_t value);

	char *at_;
};

/* The decimal digits of a value below 10^count, with leading zeros; returns the end. */
char *put_digits(char *at, uint64_t value, int count);

/* How many decimal digits a value has. */
inline int count_digits(uint32_t value)
{
	static const uint32_t power[] = {0, 10, 100, 1000, 10000, 100000, 1000000, 10000000,
					 100000000, 1000000000};
	// 1233 / 4096 is a little more than log10(2): right, or one too few.
	int guess = (32 - __builtin_clz(value | 1)) * 1233 >> 12;
	return guess + (value >= power[guess]);
}

inline Line &Line::digits(uint32_t value)
{
	if (value < 10)
		*at_++ = '0' + value;
	else
		at_ = put_digits(at_, value, count_digits(value));
	return *this;
}

#endif
