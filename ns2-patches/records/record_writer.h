// The buffer of a record stream, and what has been defined in it.

#ifndef added_record_writer_h
#define added_record_writer_h

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "records/output_file.h"
#include "records/record_format.hpp"

class RecordWriter {
public:
	explicit RecordWriter(OutputFile& file);

	// No room is left that would do for any record and the definitions before it: flush.
	bool full() const { return at_ > limit_; }
	void flush(bool exiting);

	char* word(std::uint16_t kind, std::uint16_t index, std::uint32_t number) {
		nsrecords::Word word = {kind, index, number};
		char* place = at_;
		append(&word, sizeof word);
		return place;
	}
	void append(const void* data, std::size_t bytes) {
		std::memcpy(at_, data, bytes);
		at_ += bytes;
	}
	// Take the last word, which is at `place`, back.
	void drop_word(char* place) { at_ = place; }

	void header();
	void text(const char* data, std::size_t bytes);
	void named(nsrecords::Kind kind, std::uint16_t name, const std::string& text);
	void end(bool exiting);

	std::uint64_t packet_lines = 0;

private:
	void pad(std::size_t bytes);

	static const std::size_t size_ = 32 << 10;
	OutputFile& file_;
	std::unique_ptr<char[]> buffer_;
	char* at_;
	char* limit_;	// beyond it there may be no room for a record
	std::uint64_t written_ = 0;
	std::uint64_t text_bytes_ = 0;
};

#endif
