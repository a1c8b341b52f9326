#include "line_reader.hpp"

#include "numbers.hpp"

namespace nstrace {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

const char* digits_end(const char* at, const char* end) {
    if (at < end && *at == '-') ++at;
    while (at < end && is_digit(*at)) ++at;
    return at;
}

const char* hexadecimal_end(const char* at, const char* end) {
    while (at < end && (is_digit(*at) || (*at >= 'a' && *at <= 'f') || (*at >= 'A' && *at <= 'F')))
        ++at;
    return at;
}

}  // namespace

bool valid_utf8(std::string_view text) {
    const auto* at = reinterpret_cast<const unsigned char*>(text.data());
    const auto* end = at + text.size();
    while (at < end) {
        if (*at < 0x80) {
            if (*at++ == 0) return false;
            continue;
        }
        int more = *at >= 0xc2 && *at <= 0xdf   ? 1
                   : (*at & 0xf0) == 0xe0       ? 2
                   : *at >= 0xf0 && *at <= 0xf4 ? 3
                                                : 0;
        if (more == 0 || end - at <= more) return false;
        // No overlong forms, surrogates or numbers beyond the last.
        if ((*at == 0xe0 && at[1] < 0xa0) || (*at == 0xed && at[1] > 0x9f) ||
            (*at == 0xf0 && at[1] < 0x90) || (*at == 0xf4 && at[1] > 0x8f))
            return false;
        for (++at; more > 0; --more, ++at)
            if ((*at & 0xc0) != 0x80) return false;
    }
    return true;
}

std::string description(const FormSpec& form, const Part& part) {
    switch (part.reads) {
        case Reads::Literal: return std::string("\"").append(part.text).append("\"");
        case Reads::Blank: return "a blank";
        default: return std::string(tables()[form.table].columns[part.column].name);
    }
}

Reading LineReader::read(std::string_view line) {
    const FormSpec* nearest = nullptr;
    std::size_t furthest = 0;
    for (const auto& form : forms()) {
        if (form.first.find(line.front()) == form.first.npos) continue;
        std::size_t reached = 0;
        if (read_as(form, line, reached)) return {&form, {}, time_};
        table_->drop_row();
        if (reached > furthest) {
            furthest = reached;
            nearest = &form;
        }
    }
    // A character and a blank say little about what a line was meant to be.
    if (furthest < 3) return {nullptr, "no known kind of line", {}};
    std::string expected = furthest < nearest->parts.size()
                               ? description(*nearest, nearest->parts[furthest])
                               : "the end of the line";
    std::string reason(tables()[nearest->table].name);
    reason.append(" line, form ").append(nearest->name).append(": expected ").append(expected);
    return {nullptr, std::move(reason), {}};
}

bool LineReader::read_as(const FormSpec& form, std::string_view line, std::size_t& reached) {
    table_ = &tables_[form.table];
    row_ = table_->begin_row();
    at_ = line.data();
    end_ = at_ + line.size();
    for (const auto& part : form.parts) {
        if (!read_part(part)) return false;
        ++reached;
    }
    while (at_ < end_ && is_blank(*at_)) ++at_;
    if (at_ != end_) return false;
    table_->column(column::form).set_text(row_, form.name);
    if (form.table == table::nam) derive_nam();
    return true;
}

bool LineReader::read_part(const Part& part) {
    switch (part.reads) {
        case Reads::Blank: {
            const char* start = at_;
            while (at_ < end_ && is_blank(*at_)) ++at_;
            return at_ != start;
        }
        case Reads::Literal: {
            std::string_view left(at_, end_ - at_);
            if (!left.starts_with(part.text)) return false;
            at_ += part.text.size();
            return true;
        }
        case Reads::OneOf:
            if (at_ == end_ || part.text.find(*at_) == part.text.npos) return false;
            table_->column(part.column).set_text(row_, take(at_ + 1));
            return true;
        case Reads::Time: return read_time(part);
        case Reads::MaybeTime:
            if (at_ == end_ || *at_ != '*') return read_time(part);
            ++at_;
            return true;
        case Reads::Integer: return read_integer(part, 10);
        case Reads::Hexadecimal: return read_integer(part, 16);
        case Reads::Number:
        case Reads::Fixed: return read_number(part);
        case Reads::Word:
        case Reads::Name: return read_word(part);
        case Reads::Address: return read_address(part);
        case Reads::Rest: return read_rest(part);
    }
    return false;
}

std::string_view LineReader::take(const char* end) {
    std::string_view text(at_, end - at_);
    at_ = end;
    return text;
}

bool LineReader::store_integer(int column, std::string_view text, int base) {
    auto& target = table_->column(column);
    if (target.type() == Type::Int64) {
        auto value = to_integer<std::int64_t>(text, base);
        if (value) target.set(row_, *value);
        return value.has_value();
    }
    auto value = to_integer<std::int32_t>(text, base);
    if (value) target.set(row_, *value);
    return value.has_value();
}

bool LineReader::read_integer(const Part& part, int base) {
    auto* end = base == 16 ? hexadecimal_end(at_, end_) : digits_end(at_, end_);
    return store_integer(part.column, take(end), base);
}

bool LineReader::read_time(const Part& part) {
    time_ = take(number_end(at_, end_));
    auto value = to_nanoseconds(time_);
    if (value) table_->column(part.column).set(row_, *value);
    return value.has_value();
}

bool LineReader::read_number(const Part& part) {
    auto text = take(number_end(at_, end_));
    std::int8_t decimals = -1;
    double value;
    if (auto decimal = to_decimal(text)) {
        // Both are exact, so that the quotient is rounded once.
        value = static_cast<double>(decimal->digits) /
                static_cast<double>(powers_of_ten[decimal->decimals]);
        if (decimal->negative) value = -value;
        decimals = static_cast<std::int8_t>(decimal->decimals);
    } else if (auto number = to_double(text)) {
        value = *number;
    } else {
        return false;
    }
    table_->column(part.column).set(row_, value);
    if (part.second >= 0) table_->column(part.second).set(row_, decimals);
    return true;
}

bool LineReader::read_word(const Part& part) {
    const char* end = at_;
    while (end < end_ && !is_blank(*end) && part.text.find(*end) == part.text.npos) ++end;
    if (end == at_ || (part.reads == Reads::Name && !is_letter(*at_))) return false;
    table_->column(part.column).set_text(row_, take(end));
    return true;
}

bool LineReader::read_address(const Part& part) {
    const char* end = at_;
    const char* last_point = nullptr;
    for (; end < end_ && (is_digit(*end) || *end == '-' || *end == '.'); ++end)
        if (*end == '.') last_point = end;
    if (!last_point || last_point == at_) return false;
    auto node = take(last_point);
    ++at_;
    if (!store_integer(part.second, take(end))) return false;
    if (node.find('.') == node.npos) return store_integer(part.column, node);
    table_->column(part.third).set_text(row_, node);
    return true;
}

bool LineReader::read_rest(const Part& part) {
    std::string_view left(at_, end_ - at_);
    if (!left.ends_with(part.text)) return false;
    table_->column(part.column).set_text(row_, take(end_ - part.text.size()));
    at_ = end_;
    return true;
}

// Nodes and state stand among the attributes as "-s 0 -d 2 -S UP".
void LineReader::derive_nam() {
    auto text = table_->column(column::nam_attributes).text(row_);
    auto value_of = [text](std::string_view key) {
        auto found = text.find(key);
        if (found == text.npos) return std::string_view();
        auto value = text.substr(found + key.size());
        return value.substr(0, value.find_first_of(" \t"));
    };
    for (auto [key, target] :
         {std::pair{" -s ", column::nam_from_node}, std::pair{" -d ", column::nam_to_node}})
        if (auto number = to_integer<std::int32_t>(value_of(key)))
            table_->column(target).set(row_, *number);
    if (auto state = value_of(" -S "); !state.empty())
        table_->column(column::nam_state).set_text(row_, state);
}

}  // namespace nstrace
