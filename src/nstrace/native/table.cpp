#include "table.hpp"

#include <algorithm>
#include <numeric>

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
// Eight bytes, each 0 or 1, as the bits of one, the first as the lowest.
std::uint8_t bits_of(const std::uint8_t* bytes) {
    std::uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    return static_cast<std::uint8_t>(word * 0x0102040810204080 >> 56);
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
    present_.assign(capacity_, 0);
    std::fill_n(present_.begin(), set_rows_, 1);
}

void Column::mark_where(std::int64_t first, std::span<const std::uint64_t> words, int place) {
    note_gaps();
    auto* present = present_.data() + first;
    for (auto word : words) *present++ = static_cast<std::uint8_t>(word >> place & 1);
}

void Column::mark_after_gap(std::int64_t first, std::int64_t end) {
    note_gaps();
    std::fill(present_.begin() + first, present_.begin() + end, 1);
}

std::size_t Column::bytes_for(std::int64_t rows) const {
    // Offsets are one more than there are rows.
    return (rows + (has_offsets(type_) ? 1 : 0)) * width_of(type_);
}

void Column::allocate() { values_ = Memory(bytes_for(capacity_)); }

void Column::reserve(std::int64_t capacity, std::int64_t used) {
    if (values_.data()) values_.grow(bytes_for(capacity), bytes_for(used));
    capacity_ = capacity;
    if (!present_.empty()) present_.resize(capacity, 0);
}

void Column::clear(std::int64_t row) {
    set_rows_ = std::min(set_rows_, row);
    if (!present_.empty()) present_[row] = 0;
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
        for (std::int64_t row = 0; row < rows; ++row)
            value[row] &= static_cast<Value>(-static_cast<Value>(present_[row]));
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
    auto validity_bytes = (rows + 7) / 8;
    if (!values_.data() && zeros(bytes_for(rows))) {
        null_count_ = rows;
        shown_values_ = shown_validity_ = zeros(bytes_for(rows));
        return;
    }
    shown_values_ = values<std::uint8_t>();
    note_gaps();
    present_.resize(rows);
    present_.resize(validity_bytes * 8, 0);
    validity_.resize(validity_bytes);
    for (std::int64_t byte = 0; byte < validity_bytes; ++byte)
        validity_[byte] = bits_of(present_.data() + byte * 8);
    null_count_ =
        rows - std::accumulate(present_.begin(), present_.begin() + rows, std::int64_t{0});
    // Memory is used again: nothing of an earlier trace may show.
    if (!has_offsets(type_)) hide(rows);
    shown_validity_ = validity_.data();
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
