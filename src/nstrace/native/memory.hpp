// Memory for columns, which is reused: fresh pages from the system cost as much time as filling
// them, and a long trace would allocate several times its own size.

#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace nstrace {

// Uninitialised bytes, aligned to 64. Moves only.
class Memory {
  public:
    Memory() = default;
    explicit Memory(std::size_t bytes);
    Memory(Memory&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    Memory& operator=(Memory&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~Memory();

    std::uint8_t* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }

    // Transfer ownership of the bytes to the caller; adopt(), given the requested size, takes it
    // back.
    std::uint8_t* release() { return std::exchange(data_, nullptr); }
    static Memory adopt(std::uint8_t* data, std::size_t bytes);

    // At least `bytes`, with the first `used` kept.
    void grow(std::size_t bytes, std::size_t used);

  private:
    std::uint8_t* data_ = nullptr;
    std::size_t bytes_ = 0;
};

// An allocator for containers of the standard library that reuses memory. Resizing leaves new
// values uninitialized.
template <typename Value>
struct Reusing {
    using value_type = Value;

    Reusing() = default;
    template <typename Other>
    Reusing(const Reusing<Other>&) {}

    Value* allocate(std::size_t count) {
        return reinterpret_cast<Value*>(Memory(count * sizeof(Value)).release());
    }
    void deallocate(Value* data, std::size_t count) {
        Memory::adopt(reinterpret_cast<std::uint8_t*>(data), count * sizeof(Value));
    }
    template <typename Other, typename... Arguments>
    void construct(Other* place, Arguments&&... arguments) {
        if constexpr (sizeof...(Arguments) == 0)
            ::new (static_cast<void*>(place)) Other;
        else
            ::new (static_cast<void*>(place)) Other(std::forward<Arguments>(arguments)...);
    }
    bool operator==(const Reusing&) const { return true; }
};

// Zero bytes, for columns without values; null if `bytes` is too large.
const std::uint8_t* zeros(std::size_t bytes);

}  // namespace nstrace
