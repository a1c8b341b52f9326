#include "table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

namespace nstrace {

std::size_t width_of(Type type) {
    switch (type) {
        case Type::Int8:
        case Type::Code: return 1;
        case Type::Int32:
        case Type::Dictionary:
        case Type::Text:
        case Type::Bytes: return 4;
        case Type::Int64:
        case Type::Double: return 8;
    }
    return 0;
}

namespace {
// Words with a bit for each row. In Arrow, the first row has the lowest bit of the first byte.
constexpr std::int64_t word_bits = 64;
static_assert(std::endian::native == std::endian::little);

std::size_t words_for(std::int64_t rows) {
    return static_cast<std::size_t>((rows + word_bits - 1) / word_bits);
}

// By four bits: masks with all bits of a value set or clear.
template <typename Value>
constexpr auto masks = [] {
    std::array<std::array<Value, 4>, 16> masks{};
    for (unsigned bits = 0; bits < masks.size(); ++bits)
        for (unsigned each = 0; each < 4; ++each)
            if ((bits >> each & 1) != 0) masks[bits][each] = static_cast<Value>(~Value{0});
    return masks;
}();

// Clear those of 64 values whose bit in `present` is 0, four at a time, as words.
template <typename Value>
void keep_present_of_64(Value* values, std::uint64_t present) {
    using Word = std::conditional_t<sizeof(Value) == 1, std::uint32_t, std::uint64_t>;
    std::array<Word, 4 * sizeof(Value) / sizeof(Word)> four, mask;
    for (std::size_t from = 0; from < 64; from += 4) {
        std::memcpy(four.data(), values + from, sizeof four);
        std::memcpy(mask.data(), masks<Value>[present >> from & 15].data(), sizeof mask);
        for (std::size_t each = 0; each < four.size(); ++each) four[each] &= mask[each];
        std::memcpy(values + from, four.data(), sizeof four);
    }
}

// Clear those of up to 64 values whose bit in `present` is 0.
template <typename Value>
void keep_present(Value* values, std::int64_t count, std::uint64_t present) {
    auto absent = ~present & (~std::uint64_t{0} >> (word_bits - count));
    if (absent == 0) return;
    if (present == 0)
        std::fill_n(values, count, Value{0});
    else if (count == word_bits)
        keep_present_of_64(values, present);
    else
        for (; absent != 0; absent &= absent - 1) values[std::countr_zero(absent)] = 0;
}

bool has_offsets(Type type) { return type == Type::Text || type == Type::Bytes; }
}  // namespace

std::int32_t Dictionary::index_of(std::string_view text) {
    if (auto found = indices_.find(text); found != indices_.end()) return found->second;
    auto index = static_cast<std::int32_t>(values_.size());
    values_.emplace_back(text);
    indices_.emplace(values_.back(), index);
    return index;
}

std::int32_t Dictionary::find(std::string_view text) const {
    auto found = indices_.find(text);
    return found == indices_.end() ? -1 : found->second;
}

void Dictionary::shrink(std::size_t size) {
    for (; values_.size() > size; values_.pop_back()) indices_.erase(values_.back());
}

void Column::set_text(std::int64_t row, std::string_view text) {
    if (type_ == Type::Dictionary || type_ == Type::Code) {
        auto size = dictionary_.values().size();
        auto index = dictionary_.index_of(text);
        if (dictionary_.values().size() > size && grown_by_row_ != row) {
            grown_by_row_ = row;
            grown_from_ = size;
        }
        if (type_ == Type::Code)
            set(row, static_cast<std::int8_t>(index));
        else
            set(row, index);
        return;
    }
    append_text(row, text);
    mark(row, row + 1);
}

void Column::note_gaps() {
    if (!present_.empty()) return;
    present_.assign(words_for(capacity_), 0);
    set_bits(0, set_rows_);
}

void Column::set_bits(std::int64_t first, std::int64_t end) {
    constexpr auto all = ~std::uint64_t{0};
    for (; first < end; first += word_bits - first % word_bits) {
        auto bits = all << first % word_bits;
        if (auto left = end - first + first % word_bits; left < word_bits) bits &= ~(all << left);
        present_[first / word_bits] |= bits;
    }
}

void Column::mark_where(std::int64_t first, std::uint64_t rows) {
    note_gaps();
    auto* word = present_.data() + first / word_bits;
    auto before = first % word_bits;
    *word |= rows << before;
    // The next word may not exist if none of its rows is marked.
    if (auto left = before == 0 ? 0 : rows >> (word_bits - before); left != 0) word[1] |= left;
}

void Column::mark_after_gap(std::int64_t first, std::int64_t end) {
    note_gaps();
    set_bits(first, end);
}

std::size_t Column::bytes_for(std::int64_t rows) const {
    // There is one offset more than rows.
    return (rows + (has_offsets(type_) ? 1 : 0)) * width_of(type_);
}

void Column::allocate() { values_ = Memory(bytes_for(capacity_)); }

void Column::reserve(std::int64_t capacity, std::int64_t used) {
    if (values_.data()) values_.grow(bytes_for(capacity), bytes_for(used));
    capacity_ = capacity;
    if (!present_.empty()) present_.resize(words_for(capacity), 0);
}

void Column::clear(std::int64_t row) {
    set_rows_ = std::min(set_rows_, row);
    if (!present_.empty()) present_[row / word_bits] &= ~(std::uint64_t{1} << row % word_bits);
    if (grown_by_row_ == row) {
        dictionary_.shrink(grown_from_);
        grown_by_row_ = -1;
    }
    if (has_offsets(type_) && offsets_set_ > row) {
        characters_.resize(values<std::int32_t>()[row]);
        offsets_set_ = row;
    }
}

std::string_view Column::text(std::int64_t row) const {
    if (type_ == Type::Code) return dictionary_.values()[values<std::int8_t>()[row]];
    if (type_ == Type::Dictionary) return dictionary_.values()[values<std::int32_t>()[row]];
    return std::string_view(characters_).substr(values<std::int32_t>()[row]);
}

void Column::hide(std::int64_t rows) {
    auto hide_as = [this, rows]<typename Value>(Value* value) {
        for (std::int64_t first = 0; first < rows; first += word_bits)
            keep_present(value + first, std::min(rows - first, word_bits),
                         present_[first / word_bits]);
    };
    switch (width_of(type_)) {
        case 1: return hide_as(values<std::uint8_t>());
        case 4: return hide_as(values<std::uint32_t>());
        default: return hide_as(values<std::uint64_t>());
    }
}

void Column::finish(std::int64_t rows) {
    if (has_offsets(type_)) {
        auto* offsets = values<std::int32_t>();
        for (; offsets_set_ <= rows; ++offsets_set_)
            offsets[offsets_set_] = static_cast<std::int32_t>(characters_.size());
    }
    shown_values_ = values_.data();
    if (present_.empty() && set_rows_ == rows && values_.data()) return;
    if (!values_.data() && zeros(bytes_for(rows))) {
        null_count_ = rows;
        shown_values_ = shown_validity_ = zeros(bytes_for(rows));
        return;
    }
    shown_values_ = values<std::uint8_t>();
    note_gaps();
    present_.resize(words_for(rows));
    null_count_ = rows;
    for (auto word : present_) null_count_ -= std::popcount(word);
    // Memory is reused: clear values of earlier traces.
    if (!has_offsets(type_)) hide(rows);
    shown_validity_ = present_.data();
}

void Table::drop_row() {
    for (auto& column : columns_) column.clear(rows_);
}

void Table::grow(std::int64_t rows) {
    if (columns_.empty()) {
        columns_.reserve(spec_->columns.size());
        for (const auto& column : spec_->columns) columns_.emplace_back(column.type);
    }
    auto capacity = std::max<std::int64_t>({rows, capacity_ * 2, 64});
    for (auto& column : columns_) column.reserve(capacity, std::min(rows_, capacity_));
    capacity_ = capacity;
}

void Table::finish() {
    for (auto& column : columns_) column.finish(rows_);
}

}  // namespace nstrace
