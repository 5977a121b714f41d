#include "base/buffer.hpp"

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "base/ask.hpp"

namespace cairn {

namespace {

#if defined(__linux__)
/// Of the processors we run on; where they have others it is no more than an alignment.
constexpr size_t large_page = size_t{2} << 20;
#else  // nobody to ask
constexpr size_t large_page = SIZE_MAX;
#endif

std::align_val_t alignment_of(size_t bytes) {
    return std::align_val_t{bytes < large_page ? cache_line : large_page};
}

}  // namespace

/// A large world goes through hundreds of megabytes in an order of its own. In pages of 4 kB nearly each
/// access first looks up where its page is, in a virtual machine twice over: of 128 MB, 16 ns for records at
/// random where it is 4 in pages of 2 MB. They are asked for, not required. What is left over at the end
/// stays in small pages, so that nothing is held that is not used.
void* allocate_buffer(size_t bytes) {
    void* const memory = ::operator new(bytes, alignment_of(bytes));
#if defined(__linux__)
    if (bytes >= large_page) (void)madvise(memory, bytes / large_page * large_page, MADV_HUGEPAGE);
#endif
    return memory;
}

void free_buffer(void* memory, size_t bytes) { ::operator delete(memory, alignment_of(bytes)); }

}  // namespace cairn
