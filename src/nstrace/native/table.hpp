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
    std::int32_t find(std::string_view text) const;  // -1: it is not here
    const std::vector<std::string>& values() const { return values_; }
    void shrink(std::size_t size);  // forget what came last

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
    // Where values go, if there is room for some already.
    std::uint8_t* allocated() { return values_.data(); }
    // A text of the row behind those that have one, which is to be marked later.
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

    // Rows from `first` to before `end` have got a value.
    void mark(std::int64_t first, std::int64_t end) {
        if (first == set_rows_ && present_.empty())
            set_rows_ = end;
        else
            mark_after_gap(first, end);
    }

    // Of the rows from `first` on, up to 64, those have got a value that have a bit.
    void mark_where(std::int64_t first, std::uint64_t rows);

    void reserve(std::int64_t capacity, std::int64_t used);
    // Undo what `row`, the last, got.
    void clear(std::int64_t row);
    bool has(std::int64_t row) const {
        return row < set_rows_ || (!present_.empty() && (present_[row / 64] >> row % 64 & 1));
    }
    // The text in `row`; of Text and Bytes only the last can be asked for.
    std::string_view text(std::int64_t row) const;
    // Bring the column into the form in which it can be read by others.
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
    void hide(std::int64_t rows);  // the values of rows that have none
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

// A trace has rows in few of the many tables: the others cost nothing, not even their columns.
class Table {
  public:
    explicit Table(const TableSpec& spec) : spec_(&spec) {}

    const TableSpec& spec() const { return *spec_; }
    std::int64_t rows() const { return rows_; }
    // There are columns once there was room for a row.
    Column& column(int index) { return columns_[index]; }
    const Column& column(int index) const { return columns_[index]; }

    // Make room for a row and give its number; nothing counts before end_row().
    std::int64_t begin_row() {
        if (rows_ == capacity_) grow(rows_ + 1);
        return rows_;
    }
    void end_row() { ++rows_; }
    void drop_row();  // forget what the row that was begun got
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
