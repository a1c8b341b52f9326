#include "strict_rows.hpp"

#include <algorithm>
#include <bit>
#include <span>

namespace nstrace {
namespace {

// Transpose a 64x64 matrix of bits: swap quarters of `width`, then recursively quarters of those.
template <std::size_t width = 32>
void transpose(std::array<std::uint64_t, 64>& words) {
    constexpr auto right = ~std::uint64_t{0} / ((std::uint64_t{1} << width) + 1);
    for (std::size_t from = 0; from < words.size(); from += 2 * width)
        for (auto row = from; row < from + width; ++row) {
            auto differs = (words[row] >> width ^ words[row + width]) & right;
            words[row] ^= differs << width;
            words[row + width] ^= differs;
        }
    if constexpr (width > 1) transpose<width / 2>(words);
}

}  // namespace

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
    // `rows` is an estimate, to which existing rows need not be added: slightly more than a power
    // of two would double the memory.
    table_->reserve(std::max(first + 1, rows));
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
    for (auto columns = all; columns != 0; columns &= columns - 1)
        table_->column(std::countr_zero(columns)).mark(first_, row_);
    if (auto some = any & ~all; some != 0) mark_some(rows, some);
    table_->end_rows(row_);
    first_ = row_;
}

// Mark the `columns` that some of the `rows` have.
void StrictRows::mark_some(std::span<const std::uint64_t> rows, std::uint64_t columns) {
    std::array<std::uint64_t, 64> words;
    for (std::size_t from = 0; from < rows.size(); from += words.size()) {
        auto few = rows.subspan(from, std::min(words.size(), rows.size() - from));
        std::fill(std::ranges::copy(few, words.begin()).out, words.end(), 0);
        transpose(words);
        for (auto left = columns; left != 0; left &= left - 1) {
            auto column = std::countr_zero(left);
            table_->column(column).mark_where(first_ + static_cast<std::int64_t>(from),
                                              words[static_cast<std::size_t>(column)]);
        }
    }
}

}  // namespace nstrace
