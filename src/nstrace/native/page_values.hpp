// The values of a column as the body of a Parquet page, before it is compressed.
//
// Parquet's encodings leave some freedom, which is used for the sake of the compressor that comes
// afterwards: values begin where a byte begins, and all of a page are laid down alike, so that what
// repeats itself looks the same each time. That costs bytes that are zero, which compress to
// nothing, and halves what is left.

#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "memory.hpp"

namespace nstrace {

template <typename Value>
using Values = std::vector<Value, Reusing<Value>>;
using Page = Values<char>;

// Rows of a table by kind: those of the same kind are alike in some columns.
class RowKinds {
  public:
    explicit RowKinds(std::size_t rows) : kinds_(rows) { std::ranges::fill(kinds_, 0); }

    // Rows of a kind that differ in `key`, a number for each row, become different kinds.
    void split_by(std::span<const std::int32_t> key);

    // The rows, one kind after the other, each in the order in which they were. The columns by
    // which was split first count most, and small numbers come first.
    Values<std::uint32_t> rows() const;

  private:
    void number_those_with_rows();
    void split_by_sorting(std::span<const std::int32_t> key);

    Values<std::uint32_t> kinds_;
    std::uint32_t count_ = 1;  // all are below; some may have no rows
};

// The values of a column without gaps: Value is std::int32_t or std::int64_t.
template <typename Value>
class PageValues {
  public:
    // `levels` go in front of the values in every page.
    PageValues(Values<Value> values, std::string levels)
        : values_(std::move(values)), levels_(std::move(levels)) {}

    std::size_t size() const { return values_.size(); }
    // `rows` says which value comes first, which one second, and so on.
    void reorder(std::span<const std::uint32_t> rows);

    // PLAIN: one after the other.
    Page plain() const;
    // DELTA_BINARY_PACKED: how much each is above the one before it.
    Page differences() const
        requires std::same_as<Value, std::int64_t>;
    // BYTE_STREAM_SPLIT: all lowest bytes, all second bytes, and so on.
    Page bytes_apart() const;
    // The values are indices below `count`: as RLE_DICTIONARY.
    Page indices(std::size_t count) const;

    // Its distinct values as PLAIN and the values as indices of these, if the distinct ones are few
    // enough for a dictionary to be of use.
    struct Dictionary {
        Page indices;
        Page distinct;
        std::size_t count;
    };
    std::optional<Dictionary> dictionary() const;

    // The least and the greatest value, of one at least.
    std::pair<Value, Value> range() const;

  private:
    Values<Value> values_;
    std::string levels_;
};

// Texts one after the other, each after its length: PLAIN. `offsets` say where each text of
// `characters` begins, and the last one ends.
Page plain_texts(std::span<const std::int32_t> offsets, std::string_view characters);

}  // namespace nstrace
