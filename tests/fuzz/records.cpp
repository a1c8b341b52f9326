// Any bytes as records of ns. README.md says what must hold.

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "block.hpp"
#include "record_reader.hpp"
#include "rows.hpp"

namespace fuzz {
namespace {

// More text than this is not looked at: it repeats itself.
constexpr std::size_t most_text = 1 << 18;

struct Outcome {
    std::string text;
    std::string error;
    bool operator==(const Outcome&) const = default;
};

// The input behind a header, so that nothing has to find one first.
std::string with_header(std::string_view input) {
    if (input.starts_with(nsrecords::magic[0])) return std::string(input);
    nsrecords::Header header{};
    std::memcpy(header.magic, nsrecords::magic, sizeof header.magic);
    header.byte_order = nsrecords::byte_order;
    header.version = nsrecords::version;
    header.word_bytes = nsrecords::word_bytes;
    header.header_bytes = sizeof header;
    std::string stream(reinterpret_cast<const char*>(&header), sizeof header);
    return stream.append(input);
}

// What a stream stands for if it comes in pieces, and is asked for in others.
Outcome read(std::string_view stream, std::size_t piece, std::size_t room) {
    Outcome outcome;
    std::string buffer(room, '\0');
    nstrace::RecordReader reader;
    try {
        for (std::size_t at = 0; at < stream.size(); at += piece) {
            // On the heap, so that looking beyond its end shows.
            reader.feed(std::string(stream.substr(at, piece)));
            while (auto count = reader.read(buffer)) {
                outcome.text.append(buffer, 0, count);
                if (outcome.text.size() > most_text) {
                    outcome.text.resize(most_text);
                    return outcome;
                }
            }
        }
        reader.finish();
    } catch (const nstrace::RecordError& error) {
        outcome.error = error.what();
    }
    return outcome;
}

}  // namespace
}  // namespace fuzz

extern "C" const char* __asan_default_options() {
    return "quarantine_size_mb=1:malloc_context_size=2:max_redzone=64";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto stream = fuzz::with_header({reinterpret_cast<const char*>(data), size});
    auto whole = fuzz::read(stream, stream.size(), 1 << 16);
    auto piece = 1 + size % 13;
    auto pieces = fuzz::read(stream, piece, 1 + size % 301);
    // An error may come before text is handed out that stands in the same piece.
    bool same = whole == pieces || (!whole.error.empty() && whole.error == pieces.error &&
                                    pieces.text.starts_with(whole.text));
    fuzz::expect(same, "pieces don't matter");
    fuzz::expect(
        whole.text.size() == fuzz::most_text || !whole.error.empty() || whole.text == pieces.text,
        "a whole stream is the same text");
    auto block = nstrace::read_block(whole.text, 0);
    fuzz::expect(block.bytes == static_cast<std::int64_t>(whole.text.size()), "all of it is read");
    return 0;
}
