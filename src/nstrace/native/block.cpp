#include "block.hpp"

#include <cstring>
#include <string>

#include "line_reader.hpp"
#include "packet_reader.hpp"
#include "rejection.hpp"
#include "strict_reader.hpp"

namespace nstrace {
namespace {

// Valid UTF-8 is returned unchanged; in other text, all that is not plain text is replaced.
std::string readable(std::string_view text) {
    std::string shown(text);
    if (!valid_utf8(text))
        for (auto& c : shown)
            if (static_cast<signed char>(c) <= 0) c = '?';
    return shown;
}

class BlockReader {
  public:
    BlockReader(std::string_view text, std::int64_t first_byte, std::int64_t most)
        : start_(text.data()),
          end_(text.data() + text.size()),
          first_byte_(first_byte),
          most_(most) {
        for (const auto& spec : tables()) block_.tables.emplace_back(spec);
    }

    Block read() {
        Readers readers{LineReader(block_.tables), PacketReader(table(table::packets)),
                        StrictReader(block_.tables)};
        const char* at = start_;
        if (at < end_) note_ending(at);
        while (at < end_ && line_ < most_) {
            // Lines that are read fast are long: they are few enough in any text of some megabytes.
            const char* start = at;
            at = readers.packets.read(at, end_, line_, ending_);
            at = readers.strict.read(at, end_, line_, ending_);
            if (at == start) at = read_slowly(at, readers);
        }
        block_.lines = line_;
        block_.bytes = at - start_;
        for (auto& each : block_.tables) each.finish();
        return std::move(block_);
    }

  private:
    static constexpr const char* cut =
        "the last line is cut, or may be: it has no line end, and can go on where it stops";

    struct Readers {
        LineReader lines;
        PacketReader packets;
        StrictReader strict;
    };

    Table& table(int index) { return block_.tables[index]; }

    const char* read_slowly(const char* at, Readers& readers) {
        const char* feed = note_ending(at);
        const char* next = feed ? feed + 1 : end_;
        std::string_view text(at, next - at - ending_);
        if (text.empty()) {
            reject(text, at, "empty line");
        } else if (!valid_utf8(text)) {
            reject(text, at, feed ? "holds bytes that are not text" : cut);
        } else {
            auto reading = readers.lines.read(text);
            if (!reading.form)
                reject(text, at, feed ? reading.reason : cut);
            else if (feed || readers.lines.is_whole(reading))
                keep_row(reading, text, at, next, readers);
            else
                reject_row(reading, text, at);
        }
        ++line_;
        return next;
    }

    // Reject a line that was read, but may be truncated.
    void reject_row(const Reading& reading, std::string_view text, const char* at) {
        table(reading.form->table).drop_row();
        reject(text, at, cut);
    }

    // Find the end of the line at `at`; record where its kind differs from that of the line before.
    const char* note_ending(const char* at) {
        const auto* feed = static_cast<const char*>(std::memchr(at, '\n', end_ - at));
        int length = !feed ? 0 : feed > at && feed[-1] == '\r' ? 2 : 1;
        if (length == ending_) return feed;
        ending_ = length;
        auto& ends = table(table::line_ends);
        auto row = ends.begin_row();
        ends.column(column::line).set(row, line_);
        ends.column(column::ending).set_text(row, length == 0 ? "" : length == 1 ? "\n" : "\r\n");
        ends.end_row();
        return feed;
    }

    void keep_row(const Reading& reading, std::string_view text, const char* at, const char* next,
                  Readers& readers) {
        auto& rows = table(reading.form->table);
        auto row = rows.rows();
        rows.column(column::line).set(row, line_);
        if (auto end_byte = rows.spec().end_byte; end_byte >= 0)
            rows.column(end_byte).set(row, first_byte_ + (next - start_));
        switch (reading.lost) {
            case Lost::nothing:
                if (plain(*reading.form, rows)) readers.packets.learn(at, end_, row);
                break;
            case Lost::time: keep(kept_time, reading.time); break;
            case Lost::line: keep(kept_line, text); break;
        }
        rows.end_row();
        readers.strict.learn(*reading.form, end_ - next);
    }

    // Whether the newest of `rows` is of the form that PacketReader knows.
    static bool plain(const FormSpec& form, const Table& rows) {
        return &form == forms().data() && rows.column(column::source_node).has(rows.rows()) &&
               rows.column(column::destination_node).has(rows.rows());
    }

    void keep(std::string_view part, std::string_view text) {
        auto& rows = table(table::kept);
        auto row = rows.begin_row();
        rows.column(column::line).set(row, line_);
        rows.column(column::kept_part).set_text(row, part);
        rows.column(column::kept_text).set_text(row, text);
        rows.end_row();
    }

    void reject(std::string_view text, const char* at, std::string_view reason) {
        auto& rows = table(table::rejects);
        auto row = rows.begin_row();
        auto shown = readable(text);
        rows.column(column::line).set(row, line_);
        rows.column(column::reject_byte).set(row, first_byte_ + (at - start_));
        rows.column(column::reject_reason).set_text(row, reason);
        rows.column(column::reject_text).set_text(row, shown);
        rows.end_row();
        if (shown != text) keep(kept_line, text);
    }

    const char* start_;
    const char* end_;
    std::int64_t first_byte_;
    std::int64_t most_;
    std::int64_t line_ = 0;
    int ending_ = -1;
    Block block_;
};

}  // namespace

Block read_block(std::string_view text, std::int64_t first_byte, std::int64_t most) {
    return BlockReader(text, first_byte, most).read();
}

}  // namespace nstrace
