// The values of a column as the body of a Parquet page, before it is compressed.
//
// Parquet's encodings leave some freedom, which is used for the benefit of the compressor: values
// start at byte boundaries, and all of a page have the same width, so that repetitions have the
// same bytes. The additional zero bytes compress to nothing, and the compressed size is halved.

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

// Rows of a table by kind: rows of the same kind have equal values in some columns.
class RowKinds {
  public:
    explicit RowKinds(std::size_t rows) : kinds_(rows) { std::ranges::fill(kinds_, 0); }

    // Split kinds by `key`, a number for each row.
    void split_by(std::span<const std::int32_t> key);

    // The row numbers, one kind after the other, in their original order within a kind. Kinds are
    // sorted in ascending order by their keys, the first key first.
    Values<std::uint32_t> rows() const;

  private:
    void number_those_with_rows();
    void split_by_sorting(std::span<const std::int32_t> key);

    Values<std::uint32_t> kinds_;
    std::uint32_t count_ = 1;  // kinds are below this; some may have no rows
};

// The values of a column without nulls: Value is std::int32_t or std::int64_t.
template <typename Value>
class PageValues {
  public:
    // `levels` precede the values in every page.
    PageValues(Values<Value> values, std::string levels)
        : values_(std::move(values)), levels_(std::move(levels)) {}

    std::size_t size() const { return values_.size(); }
    // Reorder the values: `rows` has the present positions in the new order.
    void reorder(std::span<const std::uint32_t> rows);

    // PLAIN: one after the other.
    Page plain() const;
    // DELTA_BINARY_PACKED: the differences between consecutive values.
    Page differences() const
        requires std::same_as<Value, std::int64_t>;
    // BYTE_STREAM_SPLIT: all lowest bytes, all second bytes, and so on.
    Page bytes_apart() const;
    // The values are indices below `count`: as RLE_DICTIONARY.
    Page indices(std::size_t count) const;

    // The distinct values as PLAIN and the values as indices of these, if there are few enough
    // distinct ones for a dictionary.
    struct Dictionary {
        Page indices;
        Page distinct;
        std::size_t count;
    };
    std::optional<Dictionary> dictionary() const;

    // The least and the greatest value; there must be at least one.
    std::pair<Value, Value> range() const;

  private:
    Values<Value> values_;
    std::string levels_;
};

// Texts one after the other, each after its length: PLAIN. `offsets` say where each text of
// `characters` begins, and the last one ends.
Page plain_texts(std::span<const std::int32_t> offsets, std::string_view characters);

}  // namespace nstrace
