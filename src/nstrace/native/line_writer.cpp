#include "line_writer.hpp"

#include <algorithm>
#include <span>

#include "numbers.hpp"

namespace nstrace {
namespace {

void pad(std::string& out, std::size_t start, int width) {
    auto length = static_cast<int>(out.size() - start);
    auto missing = std::abs(width) - length;
    if (missing <= 0) return;
    if (width < 0)
        out.append(missing, ' ');
    else
        out.insert(start, missing, ' ');
}

class LineWriter {
  public:
    LineWriter(std::string& out, const TableSpec& table, const Row& row,
               std::optional<std::string_view> time)
        : out_(out), table_(table), row_(row), given_time_(time) {}

    bool write(std::span<const Part> parts) {
        for (std::size_t at = 0; at < parts.size(); ++at) {
            if (parts[at].reads != Reads::Group) {
                if (!write(parts[at])) return false;
            } else if (!has_group(parts.subspan(at + 1, parts[at].width))) {
                at += parts[at].width;
            }
        }
        return true;
    }

  private:
    // Whether the group is present, which its first value shows.
    bool has_group(std::span<const Part> group) {
        auto first = std::ranges::find_if(group, [](const Part& part) { return part.column >= 0; });
        return row_.has(first->column);
    }

    bool write(const Part& part) {
        if (part.column >= 0 && part.reads != Reads::MaybeTime && part.reads != Reads::Address &&
            !row_.has(part.column))
            return false;
        auto start = out_.size();
        int width = part.width;
        switch (part.reads) {
            case Reads::Group: break;
            case Reads::Blank: out_ += ' '; break;
            case Reads::Literal: out_ += part.text; break;
            case Reads::OneOf: write_one(part); break;
            case Reads::Word:
            case Reads::Name:
            case Reads::Keyword: out_ += row_.text(part.column); break;
            case Reads::Capitals: write_capitals(row_.text(part.column)); break;
            case Reads::Same: write_again(part.column); break;
            case Reads::Rest:
            case Reads::Prose:
            case Reads::Numbers:
                out_ += row_.text(part.column);
                out_ += part.text;
                break;
            case Reads::Time:
            case Reads::FixedTime:
            case Reads::MaybeTime: write_time(part); break;
            case Reads::Integer: append_integer(out_, row_.integer(part.column)); break;
            case Reads::Hexadecimal: append_integer(out_, row_.integer(part.column), 16); break;
            case Reads::Number:
                // ns pads what it prints with decimals.
                if (!write_number(part)) width = 0;
                break;
            case Reads::Fixed: append_fixed(out_, row_.number(part.column), part.decimals); break;
            case Reads::Address:
                if (!write_address(part)) return false;
                break;
        }
        if (width != 0) pad(out_, start, width);
        return true;
    }

    void write_capitals(std::string_view text) {
        for (char c : text) out_ += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }

    // Where one value of the column stands for several characters, the first of them is written.
    void write_one(const Part& part) {
        auto value = row_.text(part.column);
        auto place = value.size() == 1 ? part.values.find(value) : part.values.npos;
        out_ += place == part.values.npos ? value : part.text.substr(place, 1);
    }

    void write_again(int column) {
        if (table_.columns[column].type == Type::Dictionary)
            out_ += row_.text(column);
        else
            append_integer(out_, row_.integer(column));
    }

    void write_time(const Part& part) {
        if (!row_.has(part.column)) {
            out_ += '*';
        } else if (given_time_) {
            out_ += *given_time_;
        } else if (part.decimals == general) {
            append_general_time(out_, row_.integer(part.column));
        } else if (part.decimals == precise) {
            auto seconds = static_cast<double>(row_.integer(part.column)) / ns_per_s;
            append_general(out_, seconds, all_digits);
        } else {
            append_fixed_time(out_, row_.integer(part.column), part.decimals);
        }
    }

    bool write_number(const Part& part) {
        auto value = row_.number(part.column);
        auto decimals = row_.has(part.second) ? row_.integer(part.second) : shortest;
        append_as_written(out_, value, static_cast<int>(decimals));
        return decimals > 0;
    }

    bool write_address(const Part& part) {
        if (!row_.has(part.second)) return false;
        if (row_.has(part.column))
            append_integer(out_, row_.integer(part.column));
        else if (row_.has(part.third))
            out_ += row_.text(part.third);
        else
            return false;
        out_ += '.';
        append_integer(out_, row_.integer(part.second));
        return true;
    }

    std::string& out_;
    const TableSpec& table_;
    const Row& row_;
    std::optional<std::string_view> given_time_;
};

}  // namespace

bool write_line(std::string& out, const FormSpec& form, const Row& row,
                std::optional<std::string_view> time) {
    return LineWriter(out, tables()[form.table], row, time).write(form.parts);
}

}  // namespace nstrace
