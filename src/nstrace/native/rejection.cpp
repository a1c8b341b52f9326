#include "rejection.hpp"

#include <algorithm>
#include <span>

#include "numbers.hpp"

namespace nstrace {
namespace {

constexpr std::string_view comma_hint =
    "; there is a decimal comma: ns writes points if LC_ALL=C is set";

bool is_blank_at(std::string_view line, std::size_t at) {
    return at >= line.size() || is_blank(line[at]);
}

// The number of the column, as awk counts them, with the character at `position`, or of the last
// column before it.
std::size_t column_at(std::string_view line, std::size_t position) {
    std::size_t columns = 0;
    for (std::size_t at = 0; at < std::min(position + 1, line.size()); ++at)
        columns += !is_blank(line[at]) && (at == 0 || is_blank(line[at - 1]));
    return columns;
}

// Whether the time of the line is a number with a comma where ns writes a point. The time is the
// first word, or follows an event ("r", "r -t"); other words with commas are lists.
bool has_decimal_comma(std::string_view line) {
    auto start = line.find_first_of("0123456789");
    if (start == line.npos) return false;
    auto before = line.substr(0, start);
    if (!before.empty() && before != " " && before.substr(1) != " " && before.substr(1) != " -t ")
        return false;
    auto word = line.substr(start, line.find_first_of(" \t", start) - start);
    auto comma = word.find(',');
    return comma != word.npos && comma + 1 < word.size() && is_digit(word[comma + 1]) &&
           word.find_first_not_of("0123456789,") == word.npos && word.rfind(',') == comma;
}

std::string_view kind_of(const Part& part) {
    switch (part.reads) {
        case Reads::Time: return ", a number of seconds";
        case Reads::MaybeTime: return ", a number of seconds or *";
        case Reads::FixedTime: return ", a number of seconds with three decimals";
        case Reads::Integer: return ", a whole number";
        case Reads::Hexadecimal: return ", a hexadecimal number";
        case Reads::Number:
        case Reads::Fixed: return ", a number";
        case Reads::Word: return ", a word";
        case Reads::Name: return ", a word that starts with a letter";
        case Reads::Capitals: return ", a word in capital letters";
        case Reads::Same: return ", the same as before";
        case Reads::Address: return " and its port, such as 0.1";
        case Reads::Prose: return ", a text";
        case Reads::Numbers: return ", numbers";
        default: return "";
    }
}

std::string description(const FormSpec& form, const Part& part) {
    auto quoted = [&] { return std::string("\"").append(part.text).append("\""); };
    if (part.reads == Reads::Literal || part.reads == Reads::Keyword) return quoted();
    std::string name(tables()[form.table].columns[part.column].name);
    if (part.reads == Reads::OneOf) return name.append(", one of ").append(part.text);
    return name.append(kind_of(part));
}

// The first part from `at` on that is more than a blank.
std::size_t next_of_note(std::span<const Part> parts, std::size_t at) {
    while (at < parts.size() &&
           (parts[at].reads == Reads::Blank || parts[at].reads == Reads::Group))
        ++at;
    return at;
}

// What was expected where the line stopped being of the form.
std::string expectation(const Mismatch& nearest, std::string_view line) {
    auto parts = nearest.form->parts;
    auto at = nearest.failed;
    auto column = column_at(line, nearest.position);
    auto in_column = [&](const Part& part) {
        return "column " + std::to_string(column) + ": expected " +
               description(*nearest.form, part);
    };
    if (at == parts.size()) {
        if (is_blank_at(line, nearest.position))
            return "expected the line to end after column " + std::to_string(column);
        return in_column(parts[at - 1]);
    }
    // A part that is not followed by a blank is the one that does not fit.
    if (parts[at].reads == Reads::Blank && !is_blank_at(line, nearest.position) && at > 0)
        return in_column(parts[at - 1]);
    if (line.find_first_not_of(" \t", nearest.position) != line.npos) return in_column(parts[at]);
    auto missing = next_of_note(parts, at);
    if (missing == parts.size()) return "expected a blank after column " + std::to_string(column);
    return "the line ends after column " + std::to_string(column) + ": expected " +
           description(*nearest.form, parts[missing]);
}

}  // namespace

std::string reason(const Mismatch& nearest, std::string_view line) {
    if (line.find(" /NodeList/") != line.npos) return "a line of an ASCII trace of ns-3";
    std::string text;
    // A character and a blank are too little to identify a kind of line.
    if (nearest.failed < 3) {
        text = "no known kind of line";
    } else {
        text = tables()[nearest.form->table].name;
        text.append(" line, form ").append(nearest.form->name).append(", ");
        text += expectation(nearest, line);
    }
    if (has_decimal_comma(line)) text += comma_hint;
    return text;
}

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

}  // namespace nstrace
