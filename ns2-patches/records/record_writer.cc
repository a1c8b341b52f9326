#include "records/record_writer.h"

using namespace nsrecords;

namespace {

const std::size_t room = most_text + 4096;

std::size_t padding(std::size_t bytes) { return -bytes % word_bytes; }

}  // namespace

RecordWriter::RecordWriter(OutputFile& file, RecordPosition& position)
    : file_(file), position_(position), buffer_(new char[size_ + room]) {
    position.at = buffer_.get();
    position.limit = buffer_.get() + size_;
}

void RecordWriter::flush(bool exiting) {
    std::size_t bytes = position_.at - buffer_.get();
    position_.at = buffer_.get();
    position_.forget_last();
    written_ += bytes;
    file_.write(buffer_.get(), bytes, exiting);
}

void RecordWriter::pad(std::size_t bytes) {
    const char zeros[word_bytes] = {};
    append(zeros, padding(bytes));
}

void RecordWriter::header() {
    std::string explained = description;
    explained.append(padding(explained.size()), '\n');
    Header header = {
        {}, byte_order, version, word_bytes, std::uint32_t(sizeof(Header) + explained.size()), 0};
    std::memcpy(header.magic, magic, sizeof magic);
    append(&header, sizeof header);
    append(explained.data(), explained.size());
}

void RecordWriter::text(const char* data, std::size_t bytes) {
    text_bytes_ += bytes;
    position_.forget_last();
    while (bytes > 0) {
        std::size_t piece = bytes < most_text ? bytes : most_text;
        if (full()) flush(false);
        word({nsrecords::text, 0, std::uint32_t(piece)});
        append(data, piece);
        pad(piece);
        data += piece;
        bytes -= piece;
    }
}

void RecordWriter::named(Kind kind, std::uint16_t name, const std::string& text) {
    position_.forget_last();
    word({kind, name, std::uint32_t(text.size())});
    append(text.data(), text.size());
    pad(text.size());
}

void RecordWriter::end(bool exiting) {
    if (full()) flush(exiting);
    EndData data = {written_ + (position_.at - buffer_.get()), position_.packet_lines, text_bytes_};
    word({end_of_stream, 0, sizeof data});
    append(&data, sizeof data);
}
