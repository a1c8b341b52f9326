// Any rows that Arrow holds for valid, written as lines: what `nstrace export` hands to the core of
// an Arrow, Parquet or DuckDB file, once checked_rows.py has passed it. README.md says what must
// hold.

#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "arrow_c.hpp"
#include "block.hpp"
#include "renderer.hpp"
#include "rows.hpp"

namespace fuzz {
namespace {

using nstrace::Type;

// The input, taken from its front; zeros when it is used up.
class Given {
  public:
    explicit Given(std::string_view bytes) : left_(bytes) {}

    std::uint8_t byte() { return number<std::uint8_t>(); }
    std::size_t below(std::size_t count) { return byte() % count; }

    template <typename Value>
    Value number() {
        Value value{};
        auto length = std::min(sizeof value, left_.size());
        std::memcpy(&value, left_.data(), length);
        left_.remove_prefix(length);
        return value;
    }

    std::int64_t integer() {
        constexpr std::int64_t limits[] = {0,         1,          -1,           127,       -128,
                                           INT32_MAX, INT32_MIN,  INT64_MAX,    INT64_MIN, 99'999,
                                           100'000,   -1'000'000, INT64_MIN + 1};
        switch (below(4)) {
            case 0: return limits[below(std::size(limits))];
            case 1: return number<std::int8_t>();
            case 2: return number<std::int32_t>();
            default: return number<std::int64_t>();
        }
    }

    std::string_view text() {
        auto length = std::min<std::size_t>(below(12), left_.size());
        auto text = left_.substr(0, length);
        left_.remove_prefix(length);
        return text;
    }

  private:
    std::string_view left_;
};

std::string_view some_form(Given& given, int table) {
    std::vector<std::string_view> names;
    for (const auto& form : nstrace::forms())
        if (form.table == table) names.push_back(form.name);
    auto place = given.below(names.size() + 1);
    return place < names.size() ? names[place] : "unheard of";
}

void fill(nstrace::Column& column, std::int64_t row, Given& given) {
    switch (column.type()) {
        case Type::Int8: column.set(row, static_cast<std::int8_t>(given.integer())); break;
        case Type::Int32: column.set(row, static_cast<std::int32_t>(given.integer())); break;
        case Type::Int64: column.set(row, given.integer()); break;
        case Type::Double:
            column.set(row, given.below(2) ? given.number<double>()
                                           : static_cast<double>(given.integer()));
            break;
        default: column.set_text(row, given.text());
    }
}

// Some rows of a table whose lines rise.
nstrace::Table some_rows(Given& given, int index) {
    const auto& spec = nstrace::tables()[index];
    nstrace::Table table(spec);
    std::int64_t line = 0;
    for (auto rows = 1 + given.below(4); rows > 0; --rows) {
        auto row = table.begin_row();
        line += 1 + static_cast<std::int64_t>(given.below(3));
        table.column(nstrace::column::line).set(row, line);
        for (int place = 1; place < static_cast<int>(spec.columns.size()); ++place) {
            if (place == nstrace::column::form && index < nstrace::table::typed)
                table.column(place).set_text(row, some_form(given, index));
            else if (nstrace::always_set(spec, place) || given.below(4))
                fill(table.column(place), row, given);
        }
        table.end_row();
    }
    table.finish();
    return table;
}

// Arrays for as long as the renderer looks at them.
class Tables {
  public:
    explicit Tables(Given& given) {
        std::vector<bool> taken(nstrace::table::count);
        for (auto count = 1 + given.below(4); count > 0; --count) {
            auto index = static_cast<int>(given.below(nstrace::table::count));
            if (taken[index]) continue;
            taken[index] = true;
            auto rows = std::make_shared<const nstrace::Table>(some_rows(given, index));
            arrays_.push_back(nstrace::export_rows(std::move(rows)));
            given_.emplace_back(&nstrace::tables()[index], &arrays_.back());
        }
    }
    ~Tables() {
        for (auto& array : arrays_) array.release(&array);
    }
    const std::vector<nstrace::GivenTable>& given() const { return given_; }

  private:
    std::deque<ArrowArray> arrays_;
    std::vector<nstrace::GivenTable> given_;
};

}  // namespace
}  // namespace fuzz

extern "C" const char* __asan_default_options() {
    return "quarantine_size_mb=1:malloc_context_size=2:max_redzone=64";
}

// Lines, or the error that something of them is missing; what was written can be read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Given given({reinterpret_cast<const char*>(data), size});
    auto lines = static_cast<std::int64_t>(1 + given.below(12));
    fuzz::Tables tables(given);
    std::string text;
    try {
        nstrace::Renderer renderer;
        text = renderer.render(tables.given(), 1, lines);
    } catch (const std::runtime_error&) {
        return 0;
    }
    auto block = nstrace::read_block(text, 0);
    fuzz::expect(block.bytes == static_cast<std::int64_t>(text.size()), "all of it is read");
    return 0;
}
