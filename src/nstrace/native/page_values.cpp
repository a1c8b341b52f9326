#include "page_values.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace nstrace {
namespace {

static_assert(std::endian::native == std::endian::little, "Parquet's values are little-endian");

// DELTA_BINARY_PACKED: values of a block, and of the smaller blocks in it that have a width each.
constexpr std::size_t block_values = 1024;
constexpr std::size_t small_block_values = 32;
constexpr std::size_t small_blocks = block_values / small_block_values;

// No dictionary is tried for values that span more than this.
constexpr std::uint64_t widest_range = 1 << 16;

// Numbering more kinds than this by a table takes longer than sorting them.
constexpr std::uint64_t most_kinds_tried = 1 << 20;

template <typename Out>
void append_varint(Out& out, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
    out.push_back(static_cast<char>(value));
}

template <typename Out>
void append_zigzag(Out& out, std::int64_t value) {
    append_varint(
        out, (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
}

// The difference between two numbers, as an unsigned one.
template <typename Value>
std::uint64_t span_of(Value least, Value value) {
    return static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(least);
}

// The least and the greatest of some numbers, in a loop without branches.
template <typename Value>
std::pair<Value, Value> bounds(std::span<const Value> values) {
    auto least = values[0], greatest = values[0];
    for (auto value : values) {
        least = std::min(least, value);
        greatest = std::max(greatest, value);
    }
    return {least, greatest};
}

std::size_t bytes_of(std::uint64_t value) {
    return (static_cast<std::size_t>(std::bit_width(value)) + 7) / 8;
}

template <typename Container>
void append_all(Page& out, const Container& values) {
    const auto* first = reinterpret_cast<const char*>(values.data());
    out.insert(out.end(), first, first + values.size() * sizeof(*values.data()));
}

// The lowest `Width` bytes of each number.
template <std::size_t Width, typename Number>
char* put_low_bytes(std::span<const Number> numbers, char* out) {
    for (auto number : numbers) {
        std::memcpy(out, &number, Width);
        out += Width;
    }
    return out;
}

// The same for a width known only at run time, at most that of a number. Returns the end.
template <typename Number>
char* by_width(std::size_t width, std::span<const Number> numbers, char* out) {
    constexpr auto most = sizeof(Number);
    return [&]<std::size_t... Widths>(std::index_sequence<Widths...>) {
        using Put = char* (*)(std::span<const Number>, char*);
        constexpr Put puts[] = {put_low_bytes<Widths, Number>...};
        return puts[width](numbers, out);
    }(std::make_index_sequence<most + 1>());
}

}  // namespace

void RowKinds::split_by(std::span<const std::int32_t> key) {
    if (key.size() != kinds_.size()) throw std::invalid_argument("a key has not as many rows");
    if (key.empty()) return;
    const auto [least, greatest] = bounds(key);
    const auto numbers = span_of(least, greatest) + 1;
    if (numbers == 1) return;
    if (numbers * count_ > most_kinds_tried) number_those_with_rows();
    if (numbers * count_ > most_kinds_tried) return split_by_sorting(key);
    for (std::size_t row = 0; row < key.size(); ++row)
        kinds_[row] = static_cast<std::uint32_t>(kinds_[row] * numbers + span_of(least, key[row]));
    count_ = static_cast<std::uint32_t>(count_ * numbers);
}

void RowKinds::number_those_with_rows() {
    std::vector<std::uint32_t> number_of(count_);
    for (auto kind : kinds_) number_of[kind] = 1;
    std::exclusive_scan(number_of.begin(), number_of.end(), number_of.begin(), 0u);
    for (auto& kind : kinds_) kind = number_of[kind];
    count_ = 1 + std::ranges::max(kinds_);
}

void RowKinds::split_by_sorting(std::span<const std::int32_t> key) {
    using Kind = std::pair<std::uint32_t, std::int32_t>;
    std::vector<Kind> found;
    for (std::size_t row = 0; row < key.size(); ++row) found.emplace_back(kinds_[row], key[row]);
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (std::size_t row = 0; row < key.size(); ++row) {
        const auto place = std::ranges::lower_bound(found, Kind(kinds_[row], key[row]));
        kinds_[row] = static_cast<std::uint32_t>(place - found.begin());
    }
    count_ = static_cast<std::uint32_t>(found.size());
}

Values<std::uint32_t> RowKinds::rows() const {
    // How many rows are of each kind, then where they begin.
    std::vector<std::uint32_t> places(count_);
    for (auto kind : kinds_) ++places[kind];
    std::exclusive_scan(places.begin(), places.end(), places.begin(), 0u);
    Values<std::uint32_t> rows(kinds_.size());
    for (std::size_t row = 0; row < kinds_.size(); ++row)
        rows[places[kinds_[row]]++] = static_cast<std::uint32_t>(row);
    return rows;
}

template <typename Value>
void PageValues<Value>::reorder(std::span<const std::uint32_t> rows) {
    if (rows.size() != values_.size()) throw std::invalid_argument("an order has not as many rows");
    Values<Value> moved(values_.size());
    for (std::size_t i = 0; i < rows.size(); ++i) moved[i] = values_[rows[i]];
    values_ = std::move(moved);
}

template <typename Value>
Page PageValues<Value>::plain() const {
    Page out(levels_.begin(), levels_.end());
    append_all(out, values_);
    return out;
}

template <typename Value>
Page PageValues<Value>::differences() const
    requires std::same_as<Value, std::int64_t>
{
    Page out(levels_.begin(), levels_.end());
    append_varint(out, block_values);
    append_varint(out, small_blocks);
    append_varint(out, values_.size());
    append_zigzag(out, values_.empty() ? 0 : values_[0]);
    if (values_.size() < 2) return out;

    // Differences wrap around, as the format requires.
    Values<std::uint64_t> above(values_.size() - 1);
    for (std::size_t i = 0; i < above.size(); ++i) above[i] = span_of(values_[i], values_[i + 1]);
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (auto difference : above) least = std::min(least, static_cast<std::int64_t>(difference));
    std::uint64_t greatest = 0;
    for (auto& difference : above) {
        difference -= static_cast<std::uint64_t>(least);
        greatest = std::max(greatest, difference);
    }

    const auto width = bytes_of(greatest);
    std::string head;
    append_zigzag(head, least);
    head.append(small_blocks, static_cast<char>(width * 8));
    // Pad the last small block.
    const auto whole = (above.size() + small_block_values - 1) / small_block_values;
    above.resize(whole * small_block_values, 0);
    const auto blocks = (above.size() + block_values - 1) / block_values;
    auto at = out.size();
    out.resize(at + blocks * head.size() + above.size() * width);
    auto* to = out.data() + at;
    for (std::size_t first = 0; first < above.size(); first += block_values) {
        to = std::copy(head.begin(), head.end(), to);
        const auto count = std::min(block_values, above.size() - first);
        to = by_width<std::uint64_t>(width, {above.data() + first, count}, to);
    }
    return out;
}

template <typename Value>
Page PageValues<Value>::bytes_apart() const {
    Page out(levels_.begin(), levels_.end());
    out.resize(levels_.size() + values_.size() * sizeof(Value));
    auto* to = out.data() + levels_.size();
    for (std::size_t byte = 0; byte < sizeof(Value); ++byte)
        for (auto value : values_) *to++ = static_cast<char>(value >> (8 * byte));
    return out;
}

template <typename Value>
Page PageValues<Value>::indices(std::size_t count) const {
    const auto width = std::max<std::size_t>(1, bytes_of(count > 0 ? count - 1 : 0));
    // One run of groups of eight values; the last group is padded.
    const auto groups = (values_.size() + 7) / 8;
    Page out(levels_.begin(), levels_.end());
    out.push_back(static_cast<char>(width * 8));
    append_varint(out, groups << 1 | 1);
    const auto at = out.size();
    out.resize(at + groups * 8 * width);
    auto* end = by_width<Value>(width, values_, out.data() + at);
    std::fill(end, out.data() + out.size(), '\0');
    return out;
}

template <typename Value>
std::optional<typename PageValues<Value>::Dictionary> PageValues<Value>::dictionary() const {
    if (values_.empty()) return std::nullopt;
    const auto [least, greatest] = range();
    const auto span = span_of(least, greatest);
    if (span >= widest_range) return std::nullopt;
    std::vector<std::int32_t> index_of(span + 1, -1);
    for (auto value : values_) index_of[span_of(least, value)] = 0;
    std::vector<Value> distinct;
    for (std::size_t above = 0; above < index_of.size(); ++above)
        if (index_of[above] == 0) {
            index_of[above] = static_cast<std::int32_t>(distinct.size());
            distinct.push_back(static_cast<Value>(least + static_cast<Value>(above)));
        }
    Values<std::int32_t> indices(values_.size());
    std::ranges::transform(values_, indices.begin(), [&, least = least](auto value) {
        return index_of[span_of(least, value)];
    });
    const PageValues<std::int32_t> places(std::move(indices), levels_);
    Dictionary found{places.indices(distinct.size()), {}, distinct.size()};
    append_all(found.distinct, distinct);
    return found;
}

template <typename Value>
std::pair<Value, Value> PageValues<Value>::range() const {
    return bounds<Value>(values_);
}

template class PageValues<std::int32_t>;
template class PageValues<std::int64_t>;

Page plain_texts(std::span<const std::int32_t> offsets, std::string_view characters) {
    Page out;
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
        const auto length = static_cast<std::uint32_t>(offsets[i + 1] - offsets[i]);
        const auto text = characters.substr(offsets[i], length);
        const auto* bytes = reinterpret_cast<const char*>(&length);
        out.insert(out.end(), bytes, bytes + sizeof length);
        out.insert(out.end(), text.begin(), text.end());
    }
    return out;
}

}  // namespace nstrace
