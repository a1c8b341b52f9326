// The rows that StrictReader reads: values go straight to their columns, and which columns have one
// is told to the table for many rows at once.

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

// A table of the strict reader's, and where its values go.
class StrictRows {
  public:
    static constexpr std::size_t most_columns = 64;  // as many as a word has bits

    explicit StrictRows(Table& table);

    std::int64_t row() const { return row_; }
    template <typename Value>
    [[gnu::always_inline]] void set(int column, Value value) {
        reinterpret_cast<Value*>(values_[column])[row_] = value;
    }
    // The row gets the value that row `from` has.
    template <typename Value>
    [[gnu::always_inline]] void copy(int column, std::int64_t from) {
        auto* values = reinterpret_cast<Value*>(values_[column]);
        values[row_] = values[from];
    }
    // What the row has, if there is room for values of the column: see has_values().
    template <typename Value>
    Value get(int column) const {
        return reinterpret_cast<const Value*>(values_[column])[row_];
    }
    // Whether there is room for values of these columns. What is set in others is lost, so that a
    // row that has some of them does not count, nor may be remembered.
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

    // The row is of `line`, and has values in `columns`.
    void end_row(std::int64_t line, std::uint64_t columns) {
        set(column::line, line);
        present_[static_cast<std::size_t>(row_ - first_)] = columns;
        ++row_;
    }
    // Room for a row; whether there is any.
    bool has_room() const { return row_ < capacity_; }
    // Whether begin() has been called, without which no row can be read.
    bool is_known() const { return capacity_ > 0; }
    // Start behind the rows that the table has, with room for one more, and for `rows` in all.
    void begin(std::int64_t rows);
    // Start behind the rows that the table has by now.
    void go_on() {
        if (is_known() && (table_->rows() != row_ || table_->capacity() != capacity_)) begin(1);
    }
    // See which columns have values.
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
    std::uint64_t usable_ = 0;  // a bit for each column with room for values
    std::int64_t first_ = 0;    // the first row that the table does not have yet
    std::int64_t row_ = 0;
    std::int64_t capacity_ = 0;
    std::vector<std::uint64_t, Reusing<std::uint64_t>> present_;  // by row from the first: columns
    std::vector<Word> words_;
    std::array<std::int8_t, 256> codes_;
    Memory elsewhere_;
};

}  // namespace nstrace
