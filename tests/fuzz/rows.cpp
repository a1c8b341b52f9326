#include "rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

#include "block.hpp"
#include "form_columns.hpp"

namespace fuzz {
namespace {

using nstrace::Type;
namespace table = nstrace::table;
namespace column = nstrace::column;

template <typename Value>
const Value* buffer(const ArrowArray& array, int index) {
    return static_cast<const Value*>(array.buffers[index]);
}

std::string_view text_at(const ArrowArray& array, std::int64_t row) {
    const auto* offsets = buffer<std::int32_t>(array, 1) + row;
    return {buffer<char>(array, 2) + offsets[0], static_cast<std::size_t>(offsets[1] - offsets[0])};
}

// By decoding; nothing here is the core's own.
bool is_utf8(std::string_view text) {
    constexpr std::uint32_t smallest[] = {0, 0x80, 0x800, 0x10000};
    for (std::size_t at = 0; at < text.size();) {
        auto byte = static_cast<unsigned char>(text[at++]);
        int more = byte < 0x80       ? 0
                   : byte >> 5 == 6  ? 1
                   : byte >> 4 == 14 ? 2
                   : byte >> 3 == 30 ? 3
                                     : -1;
        if (more < 0 || text.size() - at < static_cast<std::size_t>(more)) return false;
        std::uint32_t code = more == 0 ? byte : byte & (0x3f >> more);
        for (int each = 0; each < more; ++each) {
            auto next = static_cast<unsigned char>(text[at++]);
            if (next >> 6 != 2) return false;
            code = code << 6 | (next & 0x3f);
        }
        if (code < smallest[more] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
            return false;
    }
    return true;
}

int value_bytes(Type type) {
    switch (type) {
        case Type::Int8:
        case Type::Code: return 1;
        case Type::Int32:
        case Type::Dictionary: return 4;
        case Type::Int64:
        case Type::Double: return 8;
        default: return 0;
    }
}

// Offsets rise from 0; what lies between them is UTF-8 where it is said to be text.
void check_texts(const ArrowArray& array, std::int64_t rows, bool utf8) {
    const auto* offsets = buffer<std::int32_t>(array, 1);
    expect(array.n_buffers == 3 && offsets[0] == 0, "texts start at offset 0");
    for (std::int64_t row = 0; row < rows; ++row) {
        expect(offsets[row] <= offsets[row + 1], "offsets rise");
        expect(!utf8 || is_utf8(text_at(array, row)), "a text column holds UTF-8");
    }
}

// Whether a text without a line end can't go on with more digits of its last number.
bool may_be_whole(std::string_view text) {
    auto word = text.substr(text.find_last_of(" \t") + 1);
    return word.find_first_not_of("-0123456789") != word.npos ||
           word.find_first_not_of('0') == word.npos;
}

}  // namespace

void expect(bool holds, const char* invariant, std::int64_t line) {
    if (holds) return;
    std::fprintf(stderr, "broken invariant: %s (line %lld, counted from 0)\n", invariant,
                 static_cast<long long>(line));
    std::abort();
}

bool ColumnView::has(std::int64_t row) const {
    const auto* validity = buffer<std::uint8_t>(*array_, 0);
    return !validity || (validity[row / 8] >> row % 8 & 1);
}

std::int64_t ColumnView::integer(std::int64_t row) const {
    switch (value_bytes(type_)) {
        case 1: return buffer<std::int8_t>(*array_, 1)[row];
        case 4: return buffer<std::int32_t>(*array_, 1)[row];
        default: return buffer<std::int64_t>(*array_, 1)[row];
    }
}

std::string_view ColumnView::text(std::int64_t row) const {
    return is_dictionary() ? text_at(*array_->dictionary, integer(row)) : text_at(*array_, row);
}

bool ColumnView::is_text() const {
    return is_dictionary() || type_ == Type::Text || type_ == Type::Bytes;
}

void ColumnView::check(std::int64_t rows, bool nullable) const {
    expect(array_->length == rows && array_->offset == 0, "columns have as many rows as the table");
    if (!is_dictionary() && is_text()) check_texts(*array_, rows, type_ == Type::Text);
    if (is_dictionary()) check_dictionary(rows);
    check_nulls(rows, nullable);
}

void ColumnView::check_nulls(std::int64_t rows, bool nullable) const {
    std::int64_t nulls = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        if (has(row)) continue;
        ++nulls;
        bool zero = value_bytes(type_) == 0 ? text(row).empty() : integer(row) == 0;
        expect(zero, "rows without a value are zero");
    }
    expect(nulls == array_->null_count, "nulls are counted");
    expect(nulls == 0 || nullable, "a column that is always set has no nulls");
}

void ColumnView::check_dictionary(std::int64_t rows) const {
    const auto& values = *array_->dictionary;
    check_texts(values, values.length, true);
    std::vector<bool> used(values.length);
    for (std::int64_t row = 0; row < rows; ++row) {
        if (!has(row)) continue;
        auto index = integer(row);
        expect(index >= 0 && index < values.length, "indices lie in the dictionary");
        used[index] = true;
    }
    std::set<std::string_view> distinct;
    for (std::int64_t index = 0; index < values.length; ++index) {
        expect(used[index], "a dictionary holds nothing but what rows have");
        expect(distinct.insert(text_at(values, index)).second, "a dictionary's texts are distinct");
    }
}

Lines::Lines(std::string_view text, std::int64_t first_byte) : first_byte_(first_byte) {
    // A copy of its own on the heap, so that looking beyond its ends shows.
    std::unique_ptr<char[]> copy(new char[text.size()]);
    std::memcpy(copy.get(), text.data(), text.size());
    auto block = nstrace::read_block({copy.get(), text.size()}, first_byte);
    copy.reset();
    places_.resize(block.lines);
    for (int index = 0; index < table::count; ++index) {
        auto& rows = block.tables[index];
        if (rows.rows() == 0) continue;
        arrays_[index] =
            nstrace::export_rows(std::make_shared<const nstrace::Table>(std::move(rows)));
        check_table(index);
    }
    find_places();
    find_endings();
    check_text(text);
}

Lines::~Lines() {
    for (auto& array : arrays_)
        if (array.release) array.release(&array);
}

ColumnView Lines::column(int table, int index) const {
    return {nstrace::tables()[table].columns[index].type, *arrays_[table].children[index]};
}

std::int64_t Lines::line_in(int table, std::int64_t row) const {
    return column(table, column::line).integer(row);
}

std::vector<nstrace::GivenTable> Lines::given() const {
    std::vector<nstrace::GivenTable> tables;
    for (int index = 0; index < table::count; ++index)
        if (arrays_[index].length > 0)
            tables.emplace_back(&nstrace::tables()[index], &arrays_[index]);
    return tables;
}

void Lines::check_table(int table) const {
    const auto& spec = nstrace::tables()[table];
    auto rows = arrays_[table].length;
    expect(arrays_[table].n_children == static_cast<std::int64_t>(spec.columns.size()),
           "tables have their columns");
    for (int index = 0; index < arrays_[table].n_children; ++index)
        column(table, index).check(rows, !nstrace::always_set(spec, index));
    std::int64_t last = -1;
    auto lines = column(table, column::line);
    for (std::int64_t row = 0; row < rows; ++row) {
        auto line = lines.integer(row);
        expect(line > last && line < size(), "lines rise and are among those that were read", line);
        last = line;
    }
}

void Lines::find_places() {
    for (int index = 0; index < table::kept; ++index) {
        for (std::int64_t row = 0; row < arrays_[index].length; ++row) {
            auto& place = places_[line_in(index, row)];
            expect(place.table < 0, "a line is in one table only", line_in(index, row));
            place.table = index;
            place.row = row;
        }
    }
    for (std::int64_t row = 0; row < arrays_[table::kept].length; ++row)
        places_[line_in(table::kept, row)].kept = row;
}

void Lines::find_endings() {
    std::int64_t row = 0;
    std::string_view ending;
    for (std::int64_t line = 0; line < size(); ++line) {
        if (row < arrays_[table::line_ends].length && line_in(table::line_ends, row) == line) {
            auto changed = column(table::line_ends, column::ending).text(row++);
            expect(line == 0 || changed != ending, "line ends are noted where they change", line);
            ending = changed;
        } else {
            expect(line > 0, "the first line's end is noted", line);
        }
        places_[line].ending = ending;
    }
}

// Each line of the text against the row that it has become.
void Lines::check_text(std::string_view text) const {
    std::int64_t line = 0;
    for (std::size_t at = 0; at < text.size(); ++line) {
        expect(line < size(), "every line is counted", line);
        auto feed = text.find('\n', at);
        auto next = feed == text.npos ? text.size() : feed + 1;
        std::string_view ending = "";
        if (feed != text.npos) ending = feed > at && text[feed - 1] == '\r' ? "\r\n" : "\n";
        expect(places_[line].ending == ending, "a line's end is what it was", line);
        check_line(line, text.substr(at, next - at - ending.size()), at, next);
        at = next;
    }
    expect(line == size(), "only lines are counted", line);
}

void Lines::check_line(std::int64_t line, std::string_view text, std::int64_t at,
                       std::int64_t next) const {
    const auto& place = places_[line];
    expect(place.table >= 0, "every line is in a table", line);
    expect(next > at, "lines have bytes", line);
    if (place.ending.empty() && place.table != table::rejects)
        expect(may_be_whole(text), "a line that may be cut is rejected", line);
    if (place.table == table::rejects) {
        auto byte = column(table::rejects, column::reject_byte).integer(place.row);
        expect(byte == first_byte_ + at, "a reject tells where it is", line);
        auto shown = column(table::rejects, column::reject_text).text(place.row);
        expect(place.kept >= 0 || shown == text, "a reject holds its text", line);
    } else if (auto end = nstrace::tables()[place.table].end_byte; end >= 0) {
        auto byte = column(place.table, end).integer(place.row);
        expect(byte == first_byte_ + next, "a line tells where it ends", line);
    }
    if (place.table < table::typed) check_columns(line);
    if (place.kept < 0) return;
    auto part = column(table::kept, column::kept_part).text(place.kept);
    auto kept = column(table::kept, column::kept_text).text(place.kept);
    if (part == nstrace::kept_line) {
        expect(kept == text, "a line that is kept is the line", line);
    } else {
        expect(part == nstrace::kept_time && place.table < table::typed, "a part is known", line);
        expect(text.find(kept) != text.npos, "a time that is kept is the line's", line);
        expect(is_time(kept, place), "a time that is kept has the value of its column", line);
    }
}

// A row has what its form gives it, and nothing of a form that was tried before.
void Lines::check_columns(std::int64_t line) const {
    const auto& place = places_[line];
    const auto& spec = nstrace::tables()[place.table];
    const auto& [given, groups] =
        columns_of(place.table, column(place.table, column::form).text(place.row));
    for (int index = column::form + 1; index < static_cast<int>(spec.columns.size()); ++index) {
        bool has = column(place.table, index).has(place.row);
        expect(has || given[index] != Given::always, "a row has the values of its form", line);
        expect(!has || given[index] != Given::never, "a row has no other form's values", line);
    }
    for (const auto& group : groups)
        for (auto index : group) {
            bool same = column(place.table, index).has(place.row) ==
                        column(place.table, group.front()).has(place.row);
            expect(same, "a group is there as a whole", line);
        }
}

// C reads the text of a time as the value in the time's column.
bool Lines::is_time(std::string_view text, const Place& place) const {
    const auto& columns = nstrace::tables()[place.table].columns;
    auto found = std::find_if(columns.begin(), columns.end(),
                              [](const auto& each) { return each.name == "time_ns"; });
    auto ns = column(place.table, static_cast<int>(found - columns.begin())).integer(place.row);
    auto exact = std::strtold(std::string(text).c_str(), nullptr) * 1e9L;
    return std::abs(exact - ns) <= 0.5L + std::abs(exact) * 0x1p-52L;
}

void expect_same(const Lines& one, std::int64_t a, const Lines& other, std::int64_t b,
                 std::int64_t shift) {
    const auto& left = one.place(a);
    const auto& right = other.place(b);
    expect(left.table == right.table, "a line is always in the same table", a);
    expect(left.ending == right.ending, "a line always ends the same way", a);
    expect((left.kept < 0) == (right.kept < 0), "of a line, always the same is kept", a);
    auto compare = [&](int table, std::int64_t left_row, std::int64_t right_row) {
        const auto& spec = nstrace::tables()[table];
        for (int index = column::line + 1; index < static_cast<int>(spec.columns.size()); ++index) {
            auto mine = one.column(table, index);
            auto its = other.column(table, index);
            bool has = mine.has(left_row);
            expect(has == its.has(right_row), "a line always has the same values", a);
            if (!has) continue;
            bool place =
                index == spec.end_byte || (table == table::rejects && index == column::reject_byte);
            bool same = mine.is_text() ? mine.text(left_row) == its.text(right_row)
                        : place        ? mine.integer(left_row) + shift == its.integer(right_row)
                                       : mine.integer(left_row) == its.integer(right_row);
            if (!same) std::fprintf(stderr, "column %s\n", spec.columns[index].name.data());
            expect(same, "a line always has the same values", a);
        }
    };
    compare(left.table, left.row, right.row);
    if (left.kept >= 0) compare(table::kept, left.kept, right.kept);
}

}  // namespace fuzz
