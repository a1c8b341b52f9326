#include "memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <vector>

namespace nstrace {
namespace {

constexpr std::size_t alignment = 64;
constexpr std::size_t page = 4096;  // or a part of one
constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t smallest_kept = std::size_t{64} << 10;
constexpr std::size_t most_kept = std::size_t{80} << 20;

// Memory of the system, aligned to a huge page if it is as large as one.
std::uint8_t* map(std::size_t bytes) {
    const std::size_t more = bytes >= huge_page ? huge_page : 0;
    void* area =
        mmap(nullptr, bytes + more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (area == MAP_FAILED) throw std::bad_alloc();
    auto* start = static_cast<std::uint8_t*>(area);
    if (!more) return start;
    const auto before = -reinterpret_cast<std::uintptr_t>(start) & (huge_page - 1);
    if (before) munmap(start, before);
    munmap(start + before + bytes, more - before);
    madvise(start + before, bytes, MADV_HUGEPAGE);
    return start + before;
}

// Columns at the same offset in their pages contend for a few lines of the processor's cache, where
// the values of a row evict each other. So each piece starts at another offset in a page.
std::size_t place_in_page() {
    static std::atomic<std::size_t> pieces = 0;
    constexpr std::size_t stride = 5;  // any odd number comes to each place in turn
    return pieces++ * stride % (page / alignment) * alignment;
}

// Large pieces are allocated from the system and returned to it, since the standard allocator keeps
// freed memory in each thread.
std::uint8_t* allocate(std::size_t bytes) {
    if (bytes >= smallest_kept) return map(bytes + page) + place_in_page();
    void* data = std::aligned_alloc(alignment, bytes);
    if (!data) throw std::bad_alloc();
    return static_cast<std::uint8_t*>(data);
}

void free_bytes(std::uint8_t* data, std::size_t bytes) {
    if (bytes >= smallest_kept)
        munmap(data - reinterpret_cast<std::uintptr_t>(data) % page, bytes + page);
    else
        std::free(data);
}

// Freed memory, by the logarithm of its size.
class Pool {
  public:
    std::uint8_t* take(std::size_t bytes) {
        std::lock_guard guard(lock_);
        auto& same = kept_[std::bit_width(bytes)];
        if (same.empty()) return nullptr;
        auto* data = same.back();
        same.pop_back();
        held_ -= bytes;
        return data;
    }

    bool give(std::uint8_t* data, std::size_t bytes) {
        std::lock_guard guard(lock_);
        if (bytes < smallest_kept || held_ + bytes > most_kept) return false;
        kept_[std::bit_width(bytes)].push_back(data);
        held_ += bytes;
        return true;
    }

  private:
    std::mutex lock_;
    std::vector<std::uint8_t*> kept_[65];
    std::size_t held_ = 0;
};

// Never destroyed, as columns may be released while the program exits.
Pool& pool() {
    static auto* only = new Pool;
    return *only;
}

// Sizes are powers of two, so that freed memory fits later requests.
std::size_t size_for(std::size_t bytes) { return std::bit_ceil(std::max(bytes, alignment)); }

}  // namespace

Memory::Memory(std::size_t bytes) : bytes_(size_for(bytes)) {
    data_ = bytes_ >= smallest_kept ? pool().take(bytes_) : nullptr;
    if (!data_) data_ = allocate(bytes_);
}

Memory::~Memory() {
    if (data_ && !pool().give(data_, bytes_)) free_bytes(data_, bytes_);
}

Memory Memory::adopt(std::uint8_t* data, std::size_t bytes) {
    Memory memory;
    memory.data_ = data;
    memory.bytes_ = size_for(bytes);
    return memory;
}

void Memory::grow(std::size_t bytes, std::size_t used) {
    if (bytes <= bytes_) return;
    Memory larger(bytes);
    if (used) std::memcpy(larger.data_, data_, used);
    *this = std::move(larger);
}

const std::uint8_t* zeros(std::size_t bytes) {
    constexpr std::size_t size = std::size_t{64} << 20;
    // Pages that are only read take no memory.
    static void* const area =
        mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return bytes <= size && area != MAP_FAILED ? static_cast<const std::uint8_t*>(area) : nullptr;
}

}  // namespace nstrace
