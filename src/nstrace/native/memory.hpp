// Memory for columns, used again and again: fresh pages from the system cost as much time as
// filling them, and a long trace would ask for its own size several times over.

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

    // Give the bytes up to the caller; adopt(), given the size that was asked for, takes them back.
    std::uint8_t* release() { return std::exchange(data_, nullptr); }
    static Memory adopt(std::uint8_t* data, std::size_t bytes);

    // At least `bytes`, with the first `used` kept.
    void grow(std::size_t bytes, std::size_t used);

  private:
    std::uint8_t* data_ = nullptr;
    std::size_t bytes_ = 0;
};

// For containers of the standard library whose memory is to be used again. What they are resized to
// is not set to anything.
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

// Bytes that are zero, for the columns in which nothing was set; null if there are not so many.
const std::uint8_t* zeros(std::size_t bytes);

}  // namespace nstrace
