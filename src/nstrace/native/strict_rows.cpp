#include "strict_rows.hpp"

#include <bit>
#include <span>

namespace nstrace {

StrictRows::StrictRows(Table& table) : table_(&table) { codes_.fill(-1); }

std::int32_t StrictRows::index_of(int column, std::string_view text) {
    return table_->column(column).dictionary().find(text);
}

std::int32_t StrictRows::look_up(int column, std::uint64_t key, Word& word) {
    std::string_view text(reinterpret_cast<const char*>(&key), 8 - std::countl_zero(key) / 8);
    auto index = index_of(column, text);
    if (index >= 0) word = {key, index};
    return index;
}

std::int8_t StrictRows::look_up_code(int column, char letter) {
    auto index = static_cast<std::int8_t>(index_of(column, {&letter, 1}));
    return codes_[static_cast<unsigned char>(letter)] = index;
}

void StrictRows::begin(std::int64_t rows) {
    auto first = table_->rows();
    if (words_.empty()) words_.resize(table_->spec().columns.size() * words_each);
    table_->reserve(first + rows);
    first_ = row_ = first;
    capacity_ = table_->capacity();
    present_.resize(static_cast<std::size_t>(capacity_ - first));
    find_values();
}

// Values of columns that have no memory yet are written to a buffer that is never read.
void StrictRows::find_values() {
    if (elsewhere_.bytes() < static_cast<std::size_t>(capacity_) * sizeof(std::int64_t))
        elsewhere_ = Memory(static_cast<std::size_t>(capacity_) * sizeof(std::int64_t));
    usable_ = 0;
    for (int index = 0; index < static_cast<int>(table_->spec().columns.size()); ++index) {
        auto* values = table_->column(index).allocated();
        values_[index] = values ? values : elsewhere_.data();
        if (values) usable_ |= std::uint64_t{1} << index;
    }
}

void StrictRows::flush() {
    std::span<const std::uint64_t> rows(present_.data(), static_cast<std::size_t>(row_ - first_));
    if (rows.empty()) return;
    std::uint64_t all = ~std::uint64_t{0}, any = 0;
    for (auto columns : rows) {
        all &= columns;
        any |= columns;
    }
    for (; any != 0; any &= any - 1) {
        auto index = std::countr_zero(any);
        if (all >> index & 1)
            table_->column(index).mark(first_, row_);
        else
            table_->column(index).mark_where(first_, rows, index);
    }
    table_->end_rows(row_);
    first_ = row_;
}

}  // namespace nstrace
