// The rows that StrictReader reads: values are written directly to their columns, and the table is
// updated with the columns that have values for many rows at once.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "memory.hpp"
#include "schema.hpp"
#include "table.hpp"

namespace nstrace {

// A table of the strict reader, with the memory of its columns.
class StrictRows {
  public:
    static constexpr std::size_t most_columns = 64;  // as many as a word has bits

    explicit StrictRows(Table& table);

    std::int64_t row() const { return row_; }
    template <typename Value>
    [[gnu::always_inline]] void set(int column, Value value) {
        reinterpret_cast<Value*>(values_[column])[row_] = value;
    }
    // Copy the value of row `from` to the current row.
    template <typename Value>
    [[gnu::always_inline]] void copy(int column, std::int64_t from) {
        auto* values = reinterpret_cast<Value*>(values_[column]);
        values[row_] = values[from];
    }
    // The current row's value, if the column has memory: see has_values().
    template <typename Value>
    Value get(int column) const {
        return reinterpret_cast<const Value*>(values_[column])[row_];
    }
    // Whether these columns have memory. Values of other columns are lost, so a row with such
    // values must be neither accepted nor remembered.
    bool has_values(std::uint64_t columns) const { return (columns & ~usable_) == 0; }
    Table& table() { return *table_; }

    // The index of a word of up to seven characters, as the bytes of `key`; -1 if the column has no
    // such word yet.
    [[gnu::always_inline]] std::int32_t index_of(int column, std::uint64_t key) {
        auto& word = words_[static_cast<std::size_t>(column) * words_each +
                            (key * 0x9e3779b97f4a7c15 >> (64 - word_bits))];
        return word.key == key ? word.index : look_up(column, key, word);
    }
    // The index of a longer word.
    std::int32_t index_of(int column, std::string_view text);
    // The index of the value `letter` of a column of codes.
    [[gnu::always_inline]] std::int8_t code_of(int column, char letter) {
        auto code = codes_[static_cast<unsigned char>(letter)];
        return code >= 0 ? code : look_up_code(column, letter);
    }

    // End the row of `line`, which has values in `columns`.
    void end_row(std::int64_t line, std::uint64_t columns) {
        set(column::line, line);
        present_[static_cast<std::size_t>(row_ - first_)] = columns;
        ++row_;
    }
    // Whether there is memory for another row.
    bool has_room() const { return row_ < capacity_; }
    // Whether begin() has been called, without which no row can be read.
    bool is_known() const { return capacity_ > 0; }
    // Start after the table's rows, with memory for one more, and for at least `rows` in all.
    void begin(std::int64_t rows);
    // Continue after the rows that other readers may have added.
    void go_on() {
        if (is_known() && (table_->rows() != row_ || table_->capacity() != capacity_)) begin(1);
    }
    // Find the memory of the columns.
    void find_values();
    // Give the rows to the table.
    void flush();

  private:
    static constexpr int word_bits = 6;
    static constexpr std::size_t words_each = 1 << word_bits;
    struct Word {
        std::uint64_t key = 0;
        std::int32_t index = -1;
    };

    std::int32_t look_up(int column, std::uint64_t key, Word& word);
    std::int8_t look_up_code(int column, char letter);
    void mark_some(std::span<const std::uint64_t> rows, std::uint64_t columns);

    Table* table_;
    std::array<std::uint8_t*, most_columns> values_{};
    std::uint64_t usable_ = 0;  // a bit for each column with memory
    std::int64_t first_ = 0;    // the first row that the table does not have yet
    std::int64_t row_ = 0;
    std::int64_t capacity_ = 0;
    std::vector<std::uint64_t, Reusing<std::uint64_t>> present_;  // by row from the first: columns
    std::vector<Word> words_;
    std::array<std::int8_t, 256> codes_;
    Memory elsewhere_;
};

}  // namespace nstrace
