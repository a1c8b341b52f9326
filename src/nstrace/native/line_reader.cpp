#include "line_reader.hpp"

#include <algorithm>
#include <array>

#include "columns.hpp"
#include "line_writer.hpp"
#include "numbers.hpp"
#include "rejection.hpp"

namespace nstrace {
namespace {

// The row that was just read, for writing it again.
class NewestRow final : public Row {
  public:
    NewestRow(const Table& table, std::int64_t row) : table_(table), row_(row) {}
    bool has(int column) const override { return table_.column(column).has(row_); }
    std::int64_t integer(int column) const override {
        const auto& values = table_.column(column);
        switch (values.type()) {
            case Type::Int8: return values.values<std::int8_t>()[row_];
            case Type::Int32: return values.values<std::int32_t>()[row_];
            default: return values.values<std::int64_t>()[row_];
        }
    }
    double number(int column) const override {
        return table_.column(column).values<double>()[row_];
    }
    std::string_view text(int column) const override { return table_.column(column).text(row_); }

  private:
    const Table& table_;
    std::int64_t row_;
};

// A form to try, and the number of first parts that it shares with the one tried before.
struct Candidate {
    const FormSpec* form;
    std::size_t shared;
};
// By the character that a line starts with; without variants.
using Candidates = std::array<std::vector<Candidate>, 256>;

bool read_alike(const Part& one, const Part& other) {
    return one.reads == other.reads && one.column == other.column && one.text == other.text &&
           one.second == other.second && one.third == other.third && one.values == other.values &&
           (one.reads != Reads::Group || one.width == other.width);
}

std::size_t shared_parts(const FormSpec& one, const FormSpec& other) {
    if (one.table != other.table) return 0;
    std::size_t shared = 0;
    std::size_t group_end = 0;
    for (std::size_t at = 0; at < std::min(one.parts.size(), other.parts.size()); ++at) {
        if (!read_alike(one.parts[at], other.parts[at])) break;
        if (one.parts[at].reads == Reads::Group) group_end = at + 1 + one.parts[at].width;
        // Groups are read as a whole.
        if (at + 1 >= group_end) shared = at + 1;
    }
    return shared;
}

Candidates candidates_by_start() {
    Candidates found;
    for (const auto& form : forms()) {
        if (form.variant) continue;
        for (unsigned char start : form.first) {
            auto& known = found[start];
            auto shared = known.empty() ? 0 : shared_parts(*known.back().form, form);
            known.push_back({&form, shared});
        }
    }
    return found;
}

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

// How a number with an exponent or many digits was written; see append_as_written().
std::int8_t manner_of(std::string_view text, double value) {
    constexpr std::int8_t most_decimals = 100;
    std::string written;
    auto point = text.find('.');
    if (point != text.npos && text.find_first_of("eE") == text.npos) {
        auto decimals = text.size() - point - 1;
        if (decimals <= most_decimals) return static_cast<std::int8_t>(decimals);
    }
    for (std::int8_t manner : {shortest, std::int8_t{-6}, std::int8_t{-all_digits}}) {
        written.clear();
        append_as_written(written, value, manner);
        if (written == text) return manner;
    }
    return shortest;
}

// The parts that were tried, if the line has those before `failed`.
std::span<const Part> tried(const FormSpec& form, std::size_t failed) {
    return form.parts.first(std::min(failed + 1, form.parts.size()));
}

}  // namespace

Reading LineReader::read(std::string_view line) {
    static const Candidates known = candidates_by_start();
    Mismatch nearest;
    const FormSpec* last = nullptr;
    std::size_t reached = 0;
    auto start = line.find_first_not_of(" \t");
    if (start == line.npos) return {nullptr, "blank line", {}};
    for (const auto& [form, shared] : known[static_cast<unsigned char>(line[start])]) {
        // It would fail at the same part as the last one.
        if (last && reached < shared) continue;
        if (last) forget(tried(*last, reached).subspan(shared));
        reached = read_as(*form, line, shared);
        if (reached > form->parts.size()) return settle(*form, line);
        last = form;
        if (reached <= nearest.failed) continue;
        nearest = {form, reached, static_cast<std::size_t>(starts_[reached] - line.data())};
    }
    if (last) forget(tried(*last, reached));
    return {nullptr, reason(nearest, line), {}};
}

bool LineReader::is_whole(const Reading& reading) const {
    if (reading.form->table == table::wireless) return is_whole_on_air();
    // A number that has all the decimals that ns prints, or the brace that ends the line.
    const auto& last = reading.form->parts.back();
    if (last.reads != Reads::Fixed) return last.reads == Reads::Literal && last.text == "}";
    if (last.decimals <= 0 || reading.lost == Lost::line) return false;
    // The position of an HDLC packet is followed by its frame.
    return reading.form->table != table::packets ||
           table_->column(packet::type).text(row_) != "HDLC";
}

// trace/cmu-trace.cc: the end of a line for each type of packet.
bool LineReader::is_whole_on_air() const {
    auto rest = table_->column(radio::rest).text(row_);
    if (const auto& hops = table_->column(radio::optimal_forwards); hops.has(row_)) {
        // ns writes no digit after a leading zero, and neither "-0" nor "00".
        auto zero = hops.values<std::int32_t>()[row_] == 0 && is_blank(end_[-2]);
        auto hops_end = end_[-1] == ' ' || zero;
        return rest.find_first_not_of(' ') == rest.npos && hops_end;
    }
    const auto& types = table_->column(radio::type);
    if (!types.has(row_) || !table_->column(radio::message).has(row_)) return false;
    auto type = types.text(row_);
    // AOMDV appends its addition to a reply in brackets.
    auto adds = type == "AOMDV" && table_->column(radio::routing_lifetime_s).has(row_);
    if (type == "AODV" || type == "AOMDV") return end_[-1] == (adds ? ']' : ')');
    return type == "ARP" && end_[-1] == ']';
}

Reading LineReader::settle(const FormSpec& form, std::string_view line) {
    if (writes(form, line)) return {&form, {}, time_};
    const auto* end = forms().data() + forms().size();
    const auto* variant = &form + 1;
    for (; variant < end && variant->variant; ++variant) {
        table_->drop_row();
        read_as(*variant, line);
        if (writes(*variant, line)) return {variant, {}, time_};
    }
    if (variant > &form + 1) {
        table_->drop_row();
        read_as(form, line);
    }
    return {&form, {}, time_, writes(form, line, time_) ? Lost::time : Lost::line};
}

std::size_t LineReader::read_as(const FormSpec& form, std::string_view line, std::size_t from) {
    if (from == 0) {
        table_ = &tables_[form.table];
        row_ = table_->begin_row();
        // Blanks in front are no part of any form.
        starts_[0] = line.data() + line.find_first_not_of(" \t");
        end_ = line.data() + line.size();
    }
    at_ = starts_[from];
    auto parts = form.parts;
    for (auto next = from; next < parts.size(); starts_[next] = at_) {
        const auto& part = parts[next];
        if (part.reads == Reads::Group) {
            read_group(parts.subspan(next + 1, part.width));
            next += 1 + part.width;
        } else if (read_part(part)) {
            ++next;
        } else {
            return next;
        }
    }
    while (at_ < end_ && is_blank(*at_)) ++at_;
    if (at_ != end_) return parts.size();
    if (form.table == table::nam && !derive_nam()) return parts.size() - 1;
    table_->column(column::form).set_text(row_, form.name);
    return parts.size() + 1;
}

bool LineReader::writes(const FormSpec& form, std::string_view line,
                        std::optional<std::string_view> time) {
    written_.clear();
    return write_line(written_, form, NewestRow(*table_, row_), time) && written_ == line;
}

void LineReader::read_group(std::span<const Part> group) {
    const char* start = at_;
    if (std::ranges::all_of(group, [this](const Part& part) { return read_part(part); })) return;
    at_ = start;
    forget(group);
}

void LineReader::forget(std::span<const Part> parts) {
    for (const auto& part : parts) {
        if (part.reads == Reads::Same) continue;
        for (int column : {part.column, part.second, part.third})
            if (column >= 0) table_->column(column).clear(row_);
    }
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
        case Reads::OneOf: return read_one(part);
        case Reads::Time: return read_time(part);
        case Reads::MaybeTime:
            if (at_ == end_ || *at_ != '*') return read_time(part);
            ++at_;
            return true;
        case Reads::FixedTime: {
            auto point = std::string_view(at_, number_end(at_, end_) - at_).find('.');
            return read_time(part) && time_.size() - point == std::size_t(part.decimals) + 1;
        }
        case Reads::Integer: return read_integer(part, 10);
        case Reads::Hexadecimal: return read_integer(part, 16);
        case Reads::Number:
        case Reads::Fixed: return read_number(part);
        case Reads::Word:
        case Reads::Name: return read_word(part);
        case Reads::Keyword:
            if (!std::string_view(at_, end_ - at_).starts_with(part.text)) return false;
            table_->column(part.column).set_text(row_, take(at_ + part.text.size()));
            return true;
        case Reads::Capitals: return read_capitals(part.column);
        case Reads::Same: return read_again(part.column);
        case Reads::Address: return read_address(part);
        case Reads::Prose:
            if (at_ == end_ || !is_letter(*at_)) return false;
            [[fallthrough]];
        case Reads::Rest: return read_rest(part);
        case Reads::Numbers: return read_numbers(part.column);
        case Reads::Group: break;
    }
    return false;
}

bool LineReader::read_one(const Part& part) {
    auto place = at_ == end_ ? part.text.npos : part.text.find(*at_);
    if (place == part.text.npos) return false;
    ++at_;
    table_->column(part.column).set_text(row_, part.values.substr(place, 1));
    return true;
}

bool LineReader::read_again(int column) {
    NewestRow row(*table_, row_);
    std::string expected;
    if (table_->column(column).type() == Type::Dictionary)
        expected = row.text(column);
    else
        append_integer(expected, row.integer(column));
    if (!std::string_view(at_, end_ - at_).starts_with(expected)) return false;
    at_ += expected.size();
    return true;
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
    auto manner = shortest;
    double value;
    if (auto decimal = to_decimal(text)) {
        // Both are exact, so that the quotient is rounded once.
        value = static_cast<double>(decimal->digits) /
                static_cast<double>(powers_of_ten[decimal->decimals]);
        if (decimal->negative) value = -value;
        manner = static_cast<std::int8_t>(decimal->decimals);
    } else if (auto number = to_double(text)) {
        value = *number;
        manner = manner_of(text, value);
    } else {
        return false;
    }
    table_->column(part.column).set(row_, value);
    if (part.second >= 0) table_->column(part.second).set(row_, manner);
    return true;
}

bool LineReader::read_word(const Part& part) {
    const char* end = at_;
    while (end < end_ && !is_blank(*end) && part.text.find(*end) == part.text.npos) ++end;
    if (end == at_ || (part.reads == Reads::Name && !is_letter(*at_))) return false;
    table_->column(part.column).set_text(row_, take(end));
    return true;
}

bool LineReader::read_capitals(int column) {
    std::string small;
    for (; at_ < end_ && *at_ >= 'A' && *at_ <= 'Z'; ++at_)
        small += static_cast<char>(*at_ - 'A' + 'a');
    if (small.empty()) return false;
    table_->column(column).set_text(row_, small);
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

bool LineReader::read_numbers(int column) {
    const char* at = at_;
    while (at < end_ && is_blank(*at)) {
        at = std::find_if_not(at, end_, is_blank);
        const char* end = number_end(at, end_);
        std::string_view text(at, end - at);
        if (at < end_ && !to_decimal(text) && !to_double(text)) return false;
        at = end;
    }
    if (at != end_ || std::all_of(at_, end_, is_blank)) return false;
    table_->column(column).set_text(row_, take(end_));
    return true;
}

// Nodes and state are among the attributes, as "-s 0 -d 2 -S UP", after the time and a blank.
bool LineReader::derive_nam() {
    auto text = table_->column(column::nam_attributes).text(row_);
    if (!text.empty() && !is_blank(text[0])) return false;
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
    return true;
}

}  // namespace nstrace
