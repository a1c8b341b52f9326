#include "line_writer.hpp"

#include <algorithm>

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
    LineWriter(std::string& out, const Row& row, std::optional<std::string_view> time)
        : out_(out), row_(row), given_time_(time) {}

    bool write(const Part& part) {
        if (part.column >= 0 && part.reads != Reads::MaybeTime && part.reads != Reads::Address &&
            !row_.has(part.column))
            return false;
        auto start = out_.size();
        int width = part.width;
        switch (part.reads) {
            case Reads::Blank: out_ += ' '; break;
            case Reads::Literal: out_ += part.text; break;
            case Reads::OneOf:
            case Reads::Word:
            case Reads::Name: out_ += row_.text(part.column); break;
            case Reads::Rest:
                out_ += row_.text(part.column);
                out_ += part.text;
                break;
            case Reads::Time:
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

  private:
    void write_time(const Part& part) {
        if (!row_.has(part.column)) {
            out_ += '*';
        } else if (given_time_) {
            out_ += *given_time_;
        } else if (part.decimals == general) {
            append_general_time(out_, row_.integer(part.column));
        } else {
            append_fixed_time(out_, row_.integer(part.column), part.decimals);
        }
    }

    bool write_number(const Part& part) {
        auto value = row_.number(part.column);
        auto decimals = row_.has(part.second) ? row_.integer(part.second) : -1;
        if (decimals < 0 || decimals > exact_digits)
            append_shortest(out_, value);
        else
            append_fixed(out_, value, static_cast<int>(decimals));
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
    const Row& row_;
    std::optional<std::string_view> given_time_;
};

}  // namespace

bool write_line(std::string& out, const FormSpec& form, const Row& row,
                std::optional<std::string_view> time) {
    LineWriter writer(out, row, time);
    return std::all_of(form.parts.begin(), form.parts.end(),
                       [&](const Part& part) { return writer.write(part); });
}

}  // namespace nstrace
