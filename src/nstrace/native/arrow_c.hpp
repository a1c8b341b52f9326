// Tables to and from others without copying, by Arrow's C data interface.
//
// The interface defines the two structs; every implementation has to declare them itself.

#pragma once

#include <cstdint>
#include <memory>

#include "table.hpp"

extern "C" {

struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    struct ArrowSchema** children;
    struct ArrowSchema* dictionary;
    void (*release)(struct ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    struct ArrowArray** children;
    struct ArrowArray* dictionary;
    void (*release)(struct ArrowArray*);
    void* private_data;
};

}  // extern "C"

namespace nstrace {

// The columns of `spec` as the Arrow schema of a struct, as for a record batch.
ArrowSchema export_schema(const TableSpec& spec);

// The rows of a finished table, which is kept alive until the array is released.
ArrowArray export_rows(std::shared_ptr<const Table> table);

}  // namespace nstrace
