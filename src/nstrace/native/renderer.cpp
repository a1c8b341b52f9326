#include "renderer.hpp"

#include <map>
#include <optional>
#include <stdexcept>

#include "line_writer.hpp"

namespace nstrace {
namespace {

[[noreturn]] void damaged(std::int64_t line, const std::string& what) {
    throw std::runtime_error("line " + std::to_string(line) + ": " + what);
}

template <typename Value>
const Value* buffer(const ArrowArray& array, int index) {
    return static_cast<const Value*>(array.buffers[index]);
}

bool present(const ArrowArray& array, std::int64_t row) {
    const auto* validity = buffer<std::uint8_t>(array, 0);
    auto bit = array.offset + row;
    return !validity || (validity[bit / 8] >> bit % 8 & 1);
}

std::string_view text_of(const ArrowArray& array, std::int64_t row) {
    const auto* offsets = buffer<std::int32_t>(array, 1) + array.offset + row;
    return {buffer<char>(array, 2) + offsets[0], static_cast<std::size_t>(offsets[1] - offsets[0])};
}

class ArrowRows final : public Row {
  public:
    explicit ArrowRows(const GivenTable& given) : spec_(given.first), rows_(given.second) {}

    const TableSpec& spec() const { return *spec_; }
    std::int64_t size() const { return rows_->length; }
    void go_to(std::int64_t row) { row_ = rows_->offset + row; }

    bool has(int column) const override { return present(array(column), row_); }
    std::int64_t integer(int column) const override {
        const auto& values = array(column);
        auto at = values.offset + row_;
        switch (spec_->columns[column].type) {
            case Type::Int8: return buffer<std::int8_t>(values, 1)[at];
            case Type::Int32: return buffer<std::int32_t>(values, 1)[at];
            default: return buffer<std::int64_t>(values, 1)[at];
        }
    }
    double number(int column) const override {
        const auto& values = array(column);
        return buffer<double>(values, 1)[values.offset + row_];
    }
    std::string_view text(int column) const override {
        const auto& values = array(column);
        if (!values.dictionary) return text_of(values, row_);
        return text_of(*values.dictionary, index(column));
    }
    std::int32_t index(int column) const {
        const auto& values = array(column);
        auto at = values.offset + row_;
        return spec_->columns[column].type == Type::Code ? buffer<std::int8_t>(values, 1)[at]
                                                         : buffer<std::int32_t>(values, 1)[at];
    }

  private:
    const ArrowArray& array(int column) const { return *rows_->children[column]; }

    const TableSpec* spec_;
    const ArrowArray* rows_;
    std::int64_t row_ = 0;
};

class LineMerger {
  public:
    LineMerger(const std::vector<GivenTable>& tables, std::int64_t first_line, std::int64_t lines)
        : first_line_(first_line), owners_(lines, -1), rows_(lines) {
        for (const auto& given : tables) {
            auto index = static_cast<int>(given.first - nstrace::tables().data());
            auto& rows = tables_.emplace_back(given);
            if (index == table::kept)
                kept_ = take_lines(rows);
            else if (index == table::line_ends)
                endings_ = take_lines(rows);
            else
                own_lines(static_cast<int>(tables_.size()) - 1);
        }
    }

    std::string render(std::string& ending) {
        std::string out;
        out.reserve(owners_.size() * 64);
        for (std::size_t offset = 0; offset < owners_.size(); ++offset) {
            auto line = first_line_ + static_cast<std::int64_t>(offset);
            write(out, line, owners_[offset], rows_[offset]);
            if (auto found = endings_.find(line); found != endings_.end())
                ending = at(found->second).text(column::ending);
            out += ending;
        }
        return out;
    }

  private:
    struct Place {
        int table;
        std::int64_t row;
    };
    using Places = std::map<std::int64_t, Place>;

    Row& at(const Place& place) {
        tables_[place.table].go_to(place.row);
        return tables_[place.table];
    }

    Places take_lines(ArrowRows& rows) {
        Places places;
        for (std::int64_t row = 0; row < rows.size(); ++row) {
            rows.go_to(row);
            places.emplace(rows.integer(column::line),
                           Place{static_cast<int>(tables_.size()) - 1, row});
        }
        return places;
    }

    void own_lines(int table) {
        auto& rows = tables_[table];
        for (std::int64_t row = 0; row < rows.size(); ++row) {
            rows.go_to(row);
            auto line = rows.integer(column::line);
            // Without a sign, a line before the first one becomes a huge number.
            auto offset =
                static_cast<std::uint64_t>(line) - static_cast<std::uint64_t>(first_line_);
            if (offset >= owners_.size()) continue;
            if (owners_[offset] >= 0) damaged(line, "is in two tables");
            owners_[offset] = static_cast<std::int8_t>(table);
            rows_[offset] = row;
        }
    }

    void write(std::string& out, std::int64_t line, int table, std::int64_t row) {
        if (table < 0) damaged(line, "is in no table");
        std::optional<std::string_view> time;
        if (!kept_.empty()) {
            if (auto found = kept_.find(line); found != kept_.end()) {
                auto& kept = at(found->second);
                if (kept.text(column::kept_part) == kept_line) {
                    out += kept.text(column::kept_text);
                    return;
                }
                time = kept.text(column::kept_text);
            }
        }
        auto& rows = tables_[table];
        rows.go_to(row);
        if (&rows.spec() == &nstrace::tables()[table::rejects]) {
            out += rows.text(column::reject_text);
            return;
        }
        if (!write_line(out, form_of(rows, line), rows, time)) damaged(line, "lacks a value");
    }

    // Forms are looked up once for each value of the form column's dictionary.
    const FormSpec& form_of(const ArrowRows& rows, std::int64_t line) {
        if (!rows.has(column::form)) damaged(line, "has no form");
        auto name = rows.text(column::form);
        if (last_form_ && last_form_->name == name && &tables()[last_form_->table] == &rows.spec())
            return *last_form_;
        for (const auto& form : forms()) {
            if (form.name != name || &tables()[form.table] != &rows.spec()) continue;
            last_form_ = &form;
            return form;
        }
        damaged(line, "is of the unknown form \"" + std::string(name) + "\"");
    }

    std::int64_t first_line_;
    std::vector<ArrowRows> tables_;
    std::vector<std::int8_t> owners_;  // by line: which table it is in
    std::vector<std::int64_t> rows_;   // and in which row
    Places kept_;
    Places endings_;
    const FormSpec* last_form_ = nullptr;
};

}  // namespace

std::string Renderer::render(const std::vector<GivenTable>& tables, std::int64_t first_line,
                             std::int64_t lines) {
    return LineMerger(tables, first_line, lines).render(ending_);
}

}  // namespace nstrace
