// Changes that make new lines out of lines; libFuzzer's own changes make mostly rejects.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace fuzz {
namespace {

constexpr std::string_view numbers[] = {
    "0",
    "-1",
    "00",
    "007",
    "0.0",
    "1.",
    ".5",
    "-.5",
    "+5",
    "1e-05",
    "1e-5",
    "1E+3",
    "9.9999999999999995e-07",
    "4.4999999999999998e-05",
    "0.0001",
    "0.00001",
    "0.000099999",
    "1.84375",
    "1.843750",
    "1.000000001",
    "1.0000000001",
    "1234567.5",
    "12345678.5",
    "87654321.5",
    "12345678.12345678",
    "123456789.5",
    "9223372036.854775807",
    "9223372036.854775808",
    "9223372037",
    "1e300",
    "1e-400",
    "99999999",
    "012345678",
    "100000000",
    "2147483647",
    "-2147483648",
    "2147483648",
    "9999999999999999",
    "10000000000000000",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "3.1",
    "1.2.3.4",
    "-1.-1",
    "0.-2147483648",
    "ffffffff",
    "1.00",
    "-0.00",
    "0.000",
};
constexpr std::string_view blanks[] = {" ",  "  ",   "\t", " \t ", "   ",
                                       "\n", "\r\n", "\r", "",     "\1"};
constexpr std::string_view ends[] = {"\n", "\r\n", "\r\r\n", " \n", "\t\r\n", "\n\n", "\n\r\n"};

class Mutation {
  public:
    Mutation(std::string text, unsigned seed) : text_(std::move(text)), random_(seed) { split(); }

    std::string run() {
        // Often several at once, for what only shows in two lines together.
        for (auto count = 1 + below(4) * below(2); count > 0; --count) {
            change();
            split();
        }
        return std::move(text_);
    }

  private:
    struct Piece {
        std::size_t at;
        std::size_t length;
    };

    std::size_t below(std::size_t count) { return count ? random_() % count : 0; }
    template <typename List>
    std::string_view any(const List& list) {
        return list[below(std::size(list))];
    }
    std::string of(const Piece& piece) const { return text_.substr(piece.at, piece.length); }
    void replace(const Piece& piece, std::string_view by) {
        text_.replace(piece.at, piece.length, by);
    }

    static bool separates(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

    // Lines with their ends, fields, and what stands between fields.
    void split() {
        lines_.clear();
        fields_.clear();
        gaps_.clear();
        for (std::size_t at = 0, next; at < text_.size(); at = next) {
            auto feed = text_.find('\n', at);
            next = feed == text_.npos ? text_.size() : feed + 1;
            lines_.push_back({at, next - at});
        }
        for (std::size_t at = 0, next; at < text_.size(); at = next) {
            bool gap = separates(text_[at]);
            for (next = at; next < text_.size() && separates(text_[next]) == gap;) ++next;
            (gap ? gaps_ : fields_).push_back({at, next - at});
        }
    }

    void change() {
        if (fields_.empty() || gaps_.empty()) {
            text_ += "+ 1.5 0 2 tcp 1040 ------- 1 0.0 3.1 1 2\n";
            return;
        }
        auto& field = fields_[below(fields_.size())];
        switch (below(10)) {
            case 0: return replace(field, any(numbers));
            case 1: return replace(field, of(fields_[below(fields_.size())]));
            case 2: return replace(gaps_[below(gaps_.size())], any(blanks));
            case 3: return copy_line();
            case 4: return change_digit(field);
            case 5: return change_end();
            case 6: return copy_half();
            case 7: return insert_field(field);
            case 8: return repeat_line();
            default: return drop();
        }
    }

    void copy_line() {
        auto line = of(lines_[below(lines_.size())]);
        text_.insert(lines_[below(lines_.size())].at, line);
    }
    void change_digit(const Piece& field) {
        auto at = field.at + below(field.length);
        text_[at] = "0123456789.-"[below(12)];
    }
    void change_end() {
        const auto& line = lines_[below(lines_.size())];
        auto start = line.at + line.length;
        while (start > line.at && separates(text_[start - 1])) --start;
        text_.replace(start, line.at + line.length - start, any(ends));
    }
    // The front of one line and the back of another.
    void copy_half() {
        auto one = of(lines_[below(lines_.size())]);
        auto other = of(lines_[below(lines_.size())]);
        auto cut = std::min(one.find(' ', below(one.size())), one.size());
        auto from = std::min(other.find(' ', below(other.size())), other.size());
        text_.insert(lines_[below(lines_.size())].at, one.substr(0, cut) + other.substr(from));
    }
    // As a packet that goes on, perhaps with another digit.
    void repeat_line() {
        const auto& line = lines_[below(lines_.size())];
        auto again = of(line);
        again[0] = "+-rdeh"[below(6)];
        if (below(2)) again[below(again.size())] = "0123456789"[below(10)];
        text_.insert(line.at + line.length, again);
    }
    void insert_field(const Piece& before) {
        text_.insert(before.at, of(fields_[below(fields_.size())]) + " ");
    }
    void drop() {
        if (lines_.size() > 1) replace(lines_[below(lines_.size())], "");
    }

    std::string text_;
    std::minstd_rand random_;
    std::vector<Piece> lines_, fields_, gaps_;
};

}  // namespace
}  // namespace fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
    // libFuzzer's own, with its dictionary and what it has seen compared, every third time.
    if (seed % 3 == 0) return LLVMFuzzerMutate(data, size, max_size);
    std::string text(reinterpret_cast<const char*>(data), size);
    text = fuzz::Mutation(std::move(text), seed).run();
    size = std::min(text.size(), max_size);
    std::memcpy(data, text.data(), size);
    return size;
}
