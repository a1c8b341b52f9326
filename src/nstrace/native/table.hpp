// Tables in memory, column by column, as they are filled line by line.

#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "memory.hpp"
#include "schema.hpp"

namespace nstrace {

std::size_t width_of(Type type);

// The distinct texts of a dictionary column, in the order they were first met.
class Dictionary {
  public:
    std::int32_t index_of(std::string_view text);
    std::int32_t find(std::string_view text) const;  // -1: not found
    const std::vector<std::string>& values() const { return values_; }
    void shrink(std::size_t size);  // remove the last texts

  private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };
    std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> indices_;
    std::vector<std::string> values_;
};

class Column {
  public:
    explicit Column(Type type) : type_(type) {}

    Type type() const { return type_; }

    template <typename Value>
    void set(std::int64_t row, Value value) {
        values<Value>()[row] = value;
        mark(row, row + 1);
    }
    void set_text(std::int64_t row, std::string_view text);

    // For code that writes the values directly.
    template <typename Value>
    const Value* values() const {
        return reinterpret_cast<const Value*>(values_.data());
    }
    template <typename Value>
    Value* values() {
        if (!values_.data()) allocate();
        return reinterpret_cast<Value*>(values_.data());
    }
    Dictionary& dictionary() { return dictionary_; }
    // The memory of the values; null if it is not allocated.
    std::uint8_t* allocated() { return values_.data(); }
    // Append the text of a row after all that have one; the row has to be marked later.
    void append_text(std::int64_t row, std::string_view text) {
        auto* offsets = values<std::int32_t>();
        // offsets[row] is where row's text starts; rows without a text are empty.
        for (; offsets_set_ <= row; ++offsets_set_)
            offsets[offsets_set_] = static_cast<std::int32_t>(characters_.size());
        // Mostly the blank that ends a line.
        if (text.size() == 1)
            characters_.push_back(text.front());
        else
            characters_.append(text);
    }

    // Mark the rows from `first` to before `end` as having a value.
    void mark(std::int64_t first, std::int64_t end) {
        if (first == set_rows_ && present_.empty())
            set_rows_ = end;
        else
            mark_after_gap(first, end);
    }

    // Mark those of up to 64 rows from `first` on as having a value whose bit is set.
    void mark_where(std::int64_t first, std::uint64_t rows);

    void reserve(std::int64_t capacity, std::int64_t used);
    // Remove the value of `row`, the last one.
    void clear(std::int64_t row);
    bool has(std::int64_t row) const {
        return row < set_rows_ || (!present_.empty() && (present_[row / 64] >> row % 64 & 1));
    }
    // The text in `row`; for Text and Bytes, `row` must be the last one.
    std::string_view text(std::int64_t row) const;
    // Prepare the column for export.
    void finish(std::int64_t rows);

    // After finish():
    std::int64_t null_count() const { return null_count_; }
    const void* validity() const { return shown_validity_; }
    const void* data() const { return shown_values_; }  // of texts: the offsets
    const std::string& characters() const { return characters_; }
    const std::vector<std::string>& distinct() const { return dictionary_.values(); }

  private:
    void note_gaps();
    void set_bits(std::int64_t first, std::int64_t end);
    void hide(std::int64_t rows);  // clear the values of rows that have none
    void mark_after_gap(std::int64_t first, std::int64_t end);
    void allocate();
    std::size_t bytes_for(std::int64_t rows) const;

    Type type_;
    Memory values_;                   // nothing before the first value
    std::string characters_;          // Text and Bytes
    std::int64_t offsets_set_ = 0;    // Text and Bytes: offsets up to this row are known
    Dictionary dictionary_;           // Dictionary
    std::int64_t grown_by_row_ = -1;  // the last row that brought the dictionary something new,
    std::size_t grown_from_ = 0;      // and its size before
    std::int64_t capacity_ = 0;
    std::int64_t set_rows_ = 0;           // the first rows, without a gap, are set
    std::vector<std::uint64_t> present_;  // a bit for each row, once there was a gap
    const void* shown_values_ = nullptr;
    const void* shown_validity_ = nullptr;
    std::int64_t null_count_ = 0;
};

// A trace has rows in few of the many tables, so columns are created with the first row.
class Table {
  public:
    explicit Table(const TableSpec& spec) : spec_(&spec) {}

    const TableSpec& spec() const { return *spec_; }
    std::int64_t rows() const { return rows_; }
    // Columns exist once memory for a row has been reserved.
    Column& column(int index) { return columns_[index]; }
    const Column& column(int index) const { return columns_[index]; }

    // Reserve memory for a row and return its number; the row is added by end_row().
    std::int64_t begin_row() {
        if (rows_ == capacity_) grow(rows_ + 1);
        return rows_;
    }
    void end_row() { ++rows_; }
    void drop_row();  // remove the values of the row that was begun
    void end_rows(std::int64_t rows) { rows_ = rows; }
    void reserve(std::int64_t rows) {
        if (rows > capacity_) grow(rows);
    }
    std::int64_t capacity() const { return capacity_; }

    void finish();

  private:
    void grow(std::int64_t rows);

    const TableSpec* spec_;
    std::vector<Column> columns_;
    std::int64_t rows_ = 0;
    std::int64_t capacity_ = 0;
};

}  // namespace nstrace
