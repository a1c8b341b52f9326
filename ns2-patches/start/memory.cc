// Memory that is free again stays with the process. What computes routes anew, as satellites do
// each time one moves on, gives back all that it took and takes as much again; where that ends the
// heap, the C library returns it to Linux, which has to clear every page of it the next time.

#include <malloc.h>

namespace {

enum { KEPT_BYTES = 256 << 20, APART_FROM_BYTES = 32 << 20 };

const int free_memory_is_kept =
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES) && mallopt(M_MMAP_THRESHOLD, APART_FROM_BYTES);

}  // namespace
