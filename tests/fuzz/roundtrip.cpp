// Any bytes as a trace: read to tables, and written again. README.md lists the invariants.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include "rows.hpp"

namespace fuzz {
namespace {

constexpr std::int64_t first_byte = 3'000'000'000;

// From these plain packets the fast way learns what packets look like.
constexpr std::string_view lesson =
    "+ 0.1 0 2 tcp 1040 ------- 1 0.0 3.1 1 2\n"
    "- 0.1 0 2 tcp 1040 ------- 1 0.0 3.1 1 2\n"
    "r 0.10848 0 2 tcp 1040 ------- 1 0.0 3.1 1 2\n"
    "d 0.2 2 3 ack 40 ------- 1 3.1 0.0 7 8\n";
// Neither fast way goes nearer to the end of a text than this reaches.
const std::string tail = "v 9 " + std::string(1500, '.') + "\n";

// Texts up to here are read line by line, without the fast way.
constexpr std::size_t short_text = 192;

// Where the line at `at` ends.
std::size_t line_end(std::string_view text, std::size_t at) {
    auto feed = text.find('\n', at);
    return feed == text.npos ? text.size() : feed + 1;
}

// Written in two goes, up to line `cut` and from there on, it is the text again.
void expect_writes(const Lines& lines, std::string_view text, std::int64_t cut) {
    nstrace::Renderer renderer;
    auto out = renderer.render(lines.given(), 0, cut);
    out += renderer.render(lines.given(), cut, lines.size() - cut);
    expect(out == text, "what was read is written as it stood");
}

// The lines of a text in pieces so short that none is read a fast way.
class SlowLines {
  public:
    explicit SlowLines(std::string_view text) {
        for (std::size_t at = 0, end; at < text.size(); at = end) {
            end = line_end(text, at);
            while (end < text.size() && line_end(text, end) - at <= short_text)
                end = line_end(text, end);
            pieces_.emplace_back(text.substr(at, end - at), at);
            size_ += pieces_.back().size();
        }
    }

    std::int64_t size() const { return size_; }

    // These are the lines of `whole` from `line` on, with `shift` bytes before them.
    void expect_same_in(const Lines& whole, std::int64_t line, std::int64_t shift) const {
        for (const auto& piece : pieces_)
            for (std::int64_t each = 0; each < piece.size(); ++each, ++line)
                expect_same(piece, each, whole, line, shift);
    }

  private:
    std::deque<Lines> pieces_;
    std::int64_t size_ = 0;
};

// The input just as it is; gives its number of lines.
void check_input(std::string_view input) {
    Lines lines(input, first_byte);
    expect_writes(lines, input, lines.size() / 2);
}

// Cut at the end of the line at `place`, both pieces are what they are in the whole, and one
// Renderer writes them one after the other.
void check_cut(const Lines& whole, std::string_view text, std::size_t place) {
    auto cut = line_end(text, place);
    Lines front(text.substr(0, cut), first_byte);
    Lines back(text.substr(cut), first_byte + static_cast<std::int64_t>(cut));
    for (std::int64_t line = 0; line < front.size(); ++line)
        expect_same(front, line, whole, line, 0);
    for (std::int64_t line = 0; line < back.size(); ++line)
        expect_same(back, line, whole, front.size() + line, 0);
    nstrace::Renderer renderer;
    auto out = renderer.render(front.given(), 0, front.size());
    out += renderer.render(back.given(), 0, back.size());
    expect(out == text, "pieces are written as they stood");
}

// The input twice within plain packets, so that the fast way meets its lines, and meets them
// again after having learnt from them.
void check_among_packets(std::string_view input) {
    std::string once(input);
    if (!once.empty() && once.back() != '\n') once += '\n';
    std::string text(lesson);
    text.append(once).append(once).append(tail);
    Lines fast(text, first_byte);
    auto first = std::count(lesson.begin(), lesson.end(), '\n');
    auto shift = first_byte + static_cast<std::int64_t>(lesson.size());
    SlowLines slow(once);
    slow.expect_same_in(fast, first, shift);
    slow.expect_same_in(fast, first + slow.size(), shift + static_cast<std::int64_t>(once.size()));
    expect_writes(fast, text, first + slow.size());
    check_cut(fast, text, lesson.size() + std::hash<std::string_view>{}(input) % (once.size() + 1));
}

}  // namespace
}  // namespace fuzz

// Much memory is asked for and given back: a short list of what was freed, and short stacks.
extern "C" const char* __asan_default_options() {
    return "quarantine_size_mb=1:malloc_context_size=2:max_redzone=64";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view input(reinterpret_cast<const char*>(data), size);
    fuzz::check_input(input);
    fuzz::check_among_packets(input);
    return 0;
}
