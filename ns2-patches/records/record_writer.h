// The buffer of a record stream, and what has been defined in it.

#ifndef added_record_writer_h
#define added_record_writer_h

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "records/output_file.h"
#include "records/record_tap.h"

class RecordWriter {
  public:
    // Writes where `position` is.
    RecordWriter(OutputFile& file, RecordPosition& position);

    // No room is left that would do for any record and the definitions before it: flush.
    bool full() const { return position_.at > position_.limit; }
    void flush(bool exiting);

    void word(const nsrecords::Word& word) {
        if (!is_narrow(word)) {
            const std::uint32_t upper = upper_bits(word);
            append(&upper, sizeof upper);
        }
        const std::uint32_t lower = lower_bits(word);
        append(&lower, sizeof lower);
    }
    void append(const void* data, std::size_t bytes) {
        std::memcpy(position_.at, data, bytes);
        position_.at += bytes;
    }

    void header();
    void text(const char* data, std::size_t bytes);
    void named(nsrecords::Kind kind, std::uint16_t name, const std::string& text);
    void end(bool exiting);

  private:
    void pad(std::size_t bytes);

    static const std::size_t size_ = 32 << 10;
    OutputFile& file_;
    RecordPosition& position_;
    std::unique_ptr<char[]> buffer_;
    std::uint64_t written_ = 0;
    std::uint64_t text_bytes_ = 0;
};

#endif
