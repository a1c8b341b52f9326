// Records of ns as the text that ns would have written.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "record_format.hpp"

namespace nstrace {

// A record stream that can't be read; the message names the byte.
class RecordError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Converts a stream of records to text, piece by piece.
//
// Memory is bounded by the names that a stream can define, to some 30 MB. The text is bounded, too:
// to 64 MiB, and 256 times the bytes of the records.
class RecordReader {
  public:
    // Supply the next bytes of the stream.
    void feed(std::string_view bytes);
    // Write as much text to `out` as fits and is available, and return the number of bytes. After
    // 0, the next piece has to be fed. Throws RecordError.
    std::size_t read(std::span<char> out);
    // Finish the stream. Throws RecordError if it has no end record, or continues after it.
    void finish() const;

  private:
    struct Path {
        std::uint16_t before = 0;  // path that this one continues; 0 for none
        std::uint16_t points = 0;  // how many; 0 if the path is not defined
        std::string name;          // of a point
    };
    struct Layout {
        std::string text;  // empty if it is not defined
        nsrecords::Sequence sequence;
    };
    struct Place {
        std::int32_t layout = -1;
        std::string tail;  // what stands behind the layout
    };
    struct Variable {
        char form = 0;  // 0 if the variable is not defined
        std::string name;
    };

    bool read_header();
    bool read_record(std::string& out);
    void read_data(const nsrecords::Word& word, std::string_view data, std::string& out);
    void read_end(std::string_view data);
    void define_point(std::uint16_t name, std::string_view text);
    void define_path(std::uint16_t name, std::uint32_t pair);
    Layout& layout_named(std::uint32_t name);
    void define_next_packet(const nsrecords::Word& word);
    void set_packet(const nsrecords::Word& word, const nsrecords::PacketData& packet);
    void define_variable(std::uint16_t name, std::string_view text);
    void write_lines(const nsrecords::Word& word, std::string& out);
    void write_value(const nsrecords::Word& word, std::string_view data, std::string& out) const;
    void set_time(std::int64_t us);
    // The number of bytes after the record's word, without padding.
    std::size_t data_bytes(const nsrecords::Word& word) const;
    [[noreturn]] void fail(const std::string& what) const;

    std::string input_;
    std::size_t at_ = 0;        // how much of it was read
    std::uint64_t passed_ = 0;  // bytes of the stream before it
    std::string output_;
    std::size_t given_ = 0;   // how much of it was handed out
    std::uint64_t made_ = 0;  // bytes of text so far
    bool started_ = false;
    bool ended_ = false;

    // By name, up to the highest one: most streams use few of the 65,536 names.
    std::vector<Path> paths_;
    std::vector<Layout> layouts_;
    std::vector<Place> places_;
    std::vector<Variable> variables_;
    std::int64_t us_ = 0;
    std::string time_ = " 0 ";
    std::int32_t last_uid_ = -1;
    std::uint64_t packet_lines_ = 0;
    std::uint64_t text_bytes_ = 0;
};

}  // namespace nstrace
