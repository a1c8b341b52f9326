// Memory for columns, used again and again: fresh pages from the system cost as much time as
// filling them, and a long trace would ask for its own size several times over.

#pragma once

#include <cstddef>
#include <cstdint>
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

    // At least `bytes`, with the first `used` kept.
    void grow(std::size_t bytes, std::size_t used);

  private:
    std::uint8_t* data_ = nullptr;
    std::size_t bytes_ = 0;
};

// Bytes that are zero, for the columns in which nothing was set; null if there are not so many.
const std::uint8_t* zeros(std::size_t bytes);

}  // namespace nstrace
